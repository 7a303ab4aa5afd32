/**
 * The ways out of a run that is only to connect its servers: it ends at the first thing that it would do to the world.
 *
 * Which servers a program connects, and with which words, is known only by running it. So it is run, with ports that connect
 * and read as ever and stop it where it asks a model, calls a tool, asks a person or writes. As ports are the only ways out,
 * none is forgotten; modules of Python and JavaScript alone do what they do, as in a dry run.
 */

import type { RunPorts } from '../runtime/execution/run.ts'
import { Interrupted } from '../runtime/ports/interrupter.ts'
import type { ModelProvidersPort } from '../runtime/ports/model-providers.ts'
import type { Store } from '../runtime/ports/stores.ts'
import type { ToolServerConnection, ToolServerRequest } from '../runtime/ports/tool-servers.ts'
import { passingConnection } from '../runtime/servers/passing-connection.ts'

export interface ConnectingRun {
  /** Told what the program wanted to do, such as `ask a model`; it must end the run. May be told more than once. */
  readonly onEffect: (what: string) => void
  /** Told of each server when it is connected. */
  readonly onConnected: (request: ToolServerRequest, connection: ToolServerConnection) => void
  readonly onNotConnected: (request: ToolServerRequest) => void
}

export function connectingOnly(ports: RunPorts, run: ConnectingRun): RunPorts {
  const stop = (what: string): never => {
    run.onEffect(what)
    throw new Interrupted()
  }
  const { console, files, stores, toolServers } = ports
  return {
    ...ports,
    console: {
      write: () => undefined,
      writeReport: () => undefined,
      flush: () => undefined,
      // A server is told the same of what it may ask as in a real run.
      hasListener: () => console.hasListener?.() ?? false,
      readLine: () => Promise.resolve().then(() => stop('ask a person')),
    },
    providers: providersThatStop(ports.providers, stop),
    files: {
      ...files,
      write: () => stop('write a file'),
      append: () => stop('write a file'),
      remove: () => stop('remove a file'),
      makeFolder: () => stop('make a folder'),
    },
    stores: { ...stores, open: (path) => storeThatStops(stores.open(path), stop) },
    toolServers: {
      async connect(request, signal) {
        try {
          const connection = await toolServers.connect(request, signal)
          run.onConnected(request, connection)
          return connectionThatStops(connection, stop)
        } catch (error) {
          run.onNotConnected(request)
          throw error
        }
      },
      closeAll: () => toolServers.closeAll(),
    },
  }
}

type Stop = (what: string) => never

/** The mock is no way out. */
function providersThatStop(providers: ModelProvidersPort, stop: Stop): ModelProvidersPort {
  return {
    open(settings) {
      const model = providers.open(settings)
      return settings.provider === 'mock' ? model : { ...model, generate: () => stop('ask a model') }
    },
  }
}

function storeThatStops(store: Store, stop: Stop): Store {
  return {
    append: () => stop('remember something'),
    latest: (key) => store.latest(key),
    asOf: (key, version) => store.asOf(key, version),
    history: (key) => store.history(key),
    remembered: () => store.remembered(),
  }
}

function connectionThatStops(connection: ToolServerConnection, stop: Stop): ToolServerConnection {
  const stopped = (what: string): Promise<never> => Promise.resolve().then(() => stop(what))
  return passingConnection(connection, {
    callTool: () => stopped('call a tool'),
    listResources: () => stopped('read from a server'),
    readResource: () => stopped('read from a server'),
    listPrompts: () => stopped('read from a server'),
    getPrompt: () => stopped('read from a server'),
  })
}
