/**
 * `connect_mcp_config`: connects the servers that a file names, all at the same time, and gives them in the file's order.
 *
 * An entry that cannot be used, and a server that does not start, costs itself and is a warning: the others are there. One that
 * is not what its lock says is an error.
 */

import {
  isLockProblem,
  mcpConfigUnusable,
  mcpEntryLeftOut,
  mcpServerLeftOut,
} from '../../../compiler/diagnostics/catalogue/servers.ts'
import { ownModuleCapabilities } from '../../../language/capabilities.ts'
import type { BuiltinDefinition } from '../../execution/builtin.ts'
import type { CallContext } from '../../execution/callable.ts'
import type { Run } from '../../execution/run.ts'
import type { Steps } from '../../execution/suspension.ts'
import { Frame, waitFor } from '../../execution/suspension.ts'
import { filesProblem } from '../../host/files-problem.ts'
import { FilesFailure } from '../../ports/files.ts'
import { oneLine } from '../../safety/one-line.ts'
import { checkCapability } from '../../safety/policy.ts'
import type { LabelledCall } from '../../tools/labelled-arguments.ts'
import { quotedName } from '../../tools/quoted-name.ts'
import { SenseError } from '../../values/sense-error.ts'
import type { Value } from '../../values/value.ts'
import type { ConnectArguments } from '../connect-arguments.ts'
import { connectLimits, optionalString, requiredText, webAddressOf } from '../connect-arguments.ts'
import { checkConnecting, connectServer } from '../connect-server.ts'
import { McpServerValue } from '../mcp-server-value.ts'
import type { ConfigEntry, ConfigFile, ServerEntry } from './config-file.ts'
import { readConfig } from './read-config.ts'

const functionName = 'connect_mcp_config'

export const connectMcpConfig: BuiltinDefinition = {
  name: functionName,
  argumentsMin: 1,
  argumentsMax: 2,
  labels: ['start_timeout', 'call_timeout', 'max_result'],
  implementation: (context, args, labels) => {
    const call: LabelledCall = { functionName, labels, site: context.site }
    const [path = null, capability = null] = args
    const checked = {
      path: requiredText('its path', path, call),
      capability: optionalString('its capability', capability, call),
      limits: connectLimits(call),
    }
    return new Frame(connectSteps(context, checked), '', context.site)
  },
}

interface Checked {
  readonly path: string
  readonly capability: string | undefined
  readonly limits: ReturnType<typeof connectLimits>
}

/** More than any such file has. */
const textLengthMax = 1024 * 1024
const faultLengthMax = 300

function* connectSteps(context: CallContext, checked: Checked): Steps {
  const { run, site } = context
  const { path } = checked
  checkCapability(context, { kind: 'server', name: path }, ownModuleCapabilities.readFiles)
  const file = yield* waitFor(fileAt(context, path))
  const servers = serversIn(context, path, file)
  for (const { name } of servers) checkConnecting(context, name)
  const connecting = servers.map((server) => connectServer(context, argumentsFor(server, checked)))
  const connected: Value[] = []
  // A rejection is the end of the run, which closes what has been connected meanwhile.
  for (const outcome of yield* waitFor(Promise.all(connecting))) {
    if (outcome instanceof McpServerValue) connected.push(outcome)
    else if (isLockProblem(outcome)) throw new SenseError(outcome, site)
    else run.warn(mcpServerLeftOut(outcome), site)
  }
  return connected
}

function fileAt({ run, site }: CallContext, path: string): Promise<ConfigFile> {
  return readConfig(textOf({ run, site }, path), {
    shownPath: oneLine(path, faultLengthMax),
    path: run.sources.resolve(path, undefined),
    environment: run.environment,
    secrets: run.secrets,
    textOf: (other) => textOrNothing(run, other),
    person: run,
  })
}

/** The servers of the file that can be tried; each other entry is told of. */
function serversIn({ run, site }: CallContext, path: string, file: ConfigFile): readonly ServerEntry[] {
  if (file.kind === 'faulty') throw new SenseError(mcpConfigUnusable(path, oneLine(file.fault, faultLengthMax)), site)
  for (const entry of file.entries) {
    if (entry.kind !== 'faulty') continue
    run.warn(mcpEntryLeftOut(quotedName(entry.name), path, oneLine(entry.fault, faultLengthMax)), site)
  }
  return file.entries.filter(isServer).map(({ server }) => server)
}

function isServer(entry: ConfigEntry): entry is ConfigEntry & { readonly kind: 'server' } {
  return entry.kind === 'server'
}

function textOf({ run, site }: Pick<CallContext, 'run' | 'site'>, path: string): string {
  let text: string
  try {
    text = run.files.read(path)
  } catch (error) {
    if (!(error instanceof FilesFailure)) throw error
    throw new SenseError(filesProblem(functionName, path, error.fault), site)
  }
  if (text.length <= textLengthMax) return text
  throw new SenseError(mcpConfigUnusable(path, `it has more than ${textLengthMax} characters`), site)
}

function textOrNothing({ files }: Run, path: string): string | undefined {
  try {
    const text = files.read(path)
    return text.length <= textLengthMax ? text : undefined
  } catch (error) {
    if (!(error instanceof FilesFailure)) throw error
    return undefined
  }
}

function argumentsFor(server: ServerEntry, { capability, limits }: Checked): ConnectArguments {
  const { resultLengthMax, ...requestLimits } = limits
  return {
    request: { ...server, ...requestLimits },
    address: webAddressOf(server.command),
    capability,
    toolNames: undefined,
    isRestarted: false,
    resultLengthMax,
  }
}
