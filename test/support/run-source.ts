/** Runs Sense source in this process and gives back what it printed and how it ended. */

import type { Diagnostic } from '../../src/compiler/diagnostics/diagnostic.ts'
import { positionAt } from '../../src/compiler/source/positions.ts'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import { createNodeFiles } from '../../src/adapters/node/files.ts'
import { javaScriptModules } from '../../src/adapters/javascript/modules.ts'
import { createLaterPython } from '../../src/engine/later-python.ts'
import { environmentVariables } from '../../src/adapters/node/environment.ts'
import { plainInterrupter } from '../../src/adapters/node/interrupter.ts'
import { createSecrets } from '../../src/adapters/node/secrets.ts'
import { nodeSources } from '../../src/adapters/node/source-files.ts'
import { createStores } from '../../src/adapters/sqlite/stores.ts'
import { createModelProviders } from '../../src/adapters/providers/model-providers.ts'
import type { HostBuiltin } from '../../src/engine/host-names.ts'
import { hostNameOf } from '../../src/engine/host-names.ts'
import type { RunOutcome, Serving } from '../../src/engine/run-program.ts'
import { runProgram } from '../../src/engine/run-program.ts'
import { complete, Frame, waitFor } from '../../src/runtime/execution/suspension.ts'
import { callValue } from '../../src/runtime/execution/call.ts'
import type { DryRun } from '../../src/runtime/execution/gate.ts'
import type { RunPorts } from '../../src/runtime/execution/run.ts'
import type { Steps } from '../../src/runtime/execution/suspension.ts'
import { createSeededRandom } from './seeded-random.ts'
import type { ToolServersPort } from '../../src/runtime/ports/tool-servers.ts'
import type { HostPolicy } from '../../src/runtime/safety/host-policy.ts'
import type { Value } from '../../src/runtime/values/value.ts'

export interface SourceRun extends RunOutcome {
  readonly output: string
  readonly warnings: readonly Diagnostic[]
}

export interface SourceRunOptions {
  readonly hostBuiltins?: readonly HostBuiltin[]
  readonly ports?: Partial<RunPorts>
  readonly signal?: AbortSignal
  readonly dryRun?: DryRun
  readonly hostPolicy?: HostPolicy
  readonly programArgs?: readonly string[]
  /** The absolute path that the text pretends to have, for its imports. */
  readonly path?: string
  /** What is done with its tools when the text has run. */
  readonly serve?: Serving
}

export async function runSource(text: string, options: SourceRunOptions = {}): Promise<SourceRun> {
  let output = ''
  const warnings: Diagnostic[] = []
  const environment = { get: (): undefined => undefined }
  const ports: RunPorts = {
    console: {
      write: (piece) => {
        output += piece
      },
      writeReport: () => undefined,
      flush: () => undefined,
      readLine: () => Promise.resolve(null),
    },
    clock: { now: () => 0, setAlarm: () => () => undefined },
    environment,
    files: createNodeFiles(),
    interrupter: plainInterrupter,
    providers: createModelProviders(environment),
    random: createSeededRandom(1),
    secrets: createSecrets(),
    toolServers: noToolServers,
    sources: nodeSources,
    stores: createStores(),
    python: createLaterPython({
      environment: environmentVariables(),
      input: 'ignore',
      output: {
        onOutput: (piece) => {
          output += piece
        },
        onErrorOutput: () => undefined,
      },
    }),
    javaScript: javaScriptModules,
    ...options.ports,
  }
  const outcome = await runProgram(sourceFileOf('test.sns', text), {
    ports,
    onWarning: (warning) => warnings.push(warning),
    version: 'test',
    ...(options.hostBuiltins === undefined ? {} : { hostNames: options.hostBuiltins.map(hostNameOf) }),
    ...(options.path === undefined ? {} : { path: options.path }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.programArgs === undefined ? {} : { programArgs: options.programArgs }),
    ...(options.serve === undefined ? {} : { serve: options.serve }),
    ...(options.dryRun === undefined ? {} : { dryRun: options.dryRun }),
    ...(options.hostPolicy === undefined ? {} : { hostPolicy: options.hostPolicy }),
  })
  return { ...outcome, output, warnings }
}

/** `CLASS[code] LINE: headline` of the first error, or what was printed. */
export async function resultOf(text: string, options: SourceRunOptions = {}): Promise<string> {
  const run = await runSource(text, options)
  const [error] = run.diagnostics
  return error === undefined ? run.output : `${run.output}${headOf(error)}`
}

export function headOf({ class: errorClass, code, place, headline }: Diagnostic): string {
  const line = place && positionAt(place.file.text, place.file.lineStarts, place.span.offsetStart).line
  return `${errorClass}[${code}] ${line ?? '-'}: ${headline}`
}

const noToolServers: ToolServersPort = {
  connect: () => Promise.reject(new Error('this test has no tool servers')),
  closeAll: () => Promise.resolve(),
}

/** `later(x)`: gives `x` back after a turn of the event loop. The simplest thing that suspends. */
export const later: HostBuiltin = {
  suspends: true,
  definition: {
    name: 'later',
    argumentsMin: 1,
    argumentsMax: 1,
    implementation: ({ site }, [value = null]) => new Frame(laterSteps(value), '', site),
  },
}

function* laterSteps(value: Value): Steps {
  return yield* waitFor(
    new Promise<Value>((resolve) => {
      setImmediate(() => {
        resolve(value)
      })
    }),
  )
}

/** `hand_back(x)`: suspends, but its wait is over before it began. */
export const handBack: HostBuiltin = {
  suspends: true,
  definition: {
    name: 'hand_back',
    argumentsMin: 1,
    argumentsMax: 1,
    implementation: ({ site }, [value = null]) => new Frame(waitFor(Promise.resolve(value)), '', site),
  },
}

/** `apply(f, x)`: a suspending builtin that calls back. */
export const apply: HostBuiltin = {
  suspends: true,
  definition: {
    name: 'apply',
    argumentsMin: 2,
    argumentsMax: 2,
    implementation: (context, [callee = null, value = null]) =>
      new Frame(complete(callValue(context, callee, [value])), '', context.site),
  },
}
