/** Running Sense from a TypeScript program: text or a file in, output and outcome out. */

import { javaScriptModules } from '../adapters/javascript/modules.ts'
import { nodeClock } from '../adapters/node/clock.ts'
import { environmentVariables } from '../adapters/node/environment.ts'
import { createNodeFiles } from '../adapters/node/files.ts'
import { createTimedInterrupter, plainInterrupter } from '../adapters/node/interrupter.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import { createNodeRandom } from '../adapters/node/random.ts'
import { createSecrets } from '../adapters/node/secrets.ts'
import { nodeSources, readProgramFile } from '../adapters/node/source-files.ts'
import { createModelProviders } from '../adapters/providers/model-providers.ts'
import { createStores } from '../adapters/sqlite/stores.ts'
import type { SourceFile } from '../compiler/source/source-file.ts'
import { sourceFileOf } from '../compiler/source/source-file.ts'
import type { HostName } from '../engine/host-names.ts'
import { createLaterPython } from '../engine/later-python.ts'
import { createLaterToolServers } from '../engine/later-tool-servers.ts'
import { runProgram } from '../engine/run-program.ts'
import type { ProgramOptions } from '../engine/run-program.ts'
import { sourceProblem } from '../engine/source-problem.ts'
import type { RunPorts } from '../runtime/execution/run.ts'
import type { ConsolePort } from '../runtime/ports/console.ts'
import { NoTerminal } from '../runtime/ports/console.ts'
import { checkName } from './host-type.ts'
import { valueOfHost } from './host-value.ts'
import type { RunOptions, RunTextOptions } from './run-options.ts'
import type { RunResult } from './run-result.ts'
import { resultOf } from './run-result.ts'

/**
 * Runs a program that is given as text. Imports are relative to the current folder. Never rejects for what the program
 * does: its errors are in the result. When it resolves, every server that the program started has ended. Throws a TypeError
 * at once if an option cannot be meant.
 */
export function runText(text: string, options: RunTextOptions = {}): Promise<RunResult> {
  return runSource(sourceFileOf(options.name ?? '<text>', text), {}, options)
}

/** Runs the program in a file; imports are relative to it. As `runText`; a file that cannot be read is a problem too. */
export async function runFile(path: string, options: RunOptions = {}): Promise<RunResult> {
  const source = readProgramFile(path)
  if (source.kind === 'text') {
    return await runSource(sourceFileOf(path, source.text), { path: nodeSources.resolve(path, undefined) }, options)
  }
  const diagnostics = [sourceProblem(path, source, nodeSources.resolve('.', undefined))]
  return resultOf({ ending: 'failed', diagnostics, auditLines: [], auditEntries: [], tests: [] }, '')
}

async function runSource(
  file: SourceFile,
  place: Pick<ProgramOptions, 'path'>,
  options: RunOptions,
): Promise<RunResult> {
  const pieces: string[] = []
  const onOutput = (text: string): void => {
    pieces.push(text)
    options.onOutput?.(text)
  }
  const outcome = await runProgram(file, {
    ...place,
    ...programOptions(options),
    ports: portsFor(options, onOutput),
    onWarning: (warning) => options.onWarning?.(warning),
    version: packageVersion(),
  })
  return resultOf(outcome, pieces.join(''))
}

type EngineOptions = Pick<
  ProgramOptions,
  'programArgs' | 'hostNames' | 'hostPolicy' | 'delegation' | 'dryRun' | 'signal' | 'timeoutMs'
>

function programOptions({ args = [], model, policy, dryRun, signal, timeoutMs, ...names }: RunOptions): EngineOptions {
  if (timeoutMs !== undefined && !(timeoutMs > 0)) throw new TypeError('`timeoutMs` must be a number above 0')
  return {
    programArgs: args,
    hostNames: hostNamesOf(names),
    ...(model === undefined ? {} : { delegation: model.value }),
    ...(policy === undefined ? {} : { hostPolicy: policy }),
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(signal === undefined ? {} : { signal }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}

function hostNamesOf({ provide = [], values = {} }: Pick<RunOptions, 'provide' | 'values'>): readonly HostName[] {
  const provided = provide.map(({ hostName }) => hostName)
  const data = Object.entries(values).map(([name, value]): HostName => {
    checkName(name, 'the values')
    return { name, suspends: false, valueIn: () => valueOfHost(value) }
  })
  const all = [...provided, ...data]
  const twice = all.find(({ name }, index) => all.findIndex((other) => other.name === name) !== index)
  if (twice !== undefined) throw new TypeError(`the name ${JSON.stringify(twice.name)} is provided twice`)
  return all
}

function portsFor(options: RunOptions, onOutput: (text: string) => void): RunPorts {
  const { environment = environmentVariables(), timeoutMs } = options
  const environmentPort = { get: (name: string) => (Object.hasOwn(environment, name) ? environment[name] : undefined) }
  const secrets = createSecrets()
  return {
    console: consoleFor(options, onOutput),
    clock: nodeClock,
    environment: environmentPort,
    files: createNodeFiles(),
    interrupter: timeoutMs === undefined ? plainInterrupter : createTimedInterrupter(timeoutMs),
    providers: createModelProviders(environmentPort, { secrets }),
    random: createNodeRandom(),
    secrets,
    toolServers: createLaterToolServers({ secrets }, environment),
    sources: nodeSources,
    stores: createStores(),
    python: createLaterPython({
      environment,
      input: 'ignore',
      output: { onOutput, onErrorOutput: () => undefined },
    }),
    javaScript: javaScriptModules,
  }
}

function consoleFor({ answer }: RunOptions, onOutput: (text: string) => void): ConsolePort {
  return {
    write: onOutput,
    // Warnings and errors go to the caller as records.
    writeReport: () => undefined,
    flush: () => undefined,
    async readLine(question, signal) {
      if (answer === undefined) throw new NoTerminal('nobody answers questions in this run')
      return await answer(question, signal)
    },
  }
}
