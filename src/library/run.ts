/** Running Sense from a TypeScript program: text or a file in, output and outcome out. */

import { packageVersion } from '../adapters/node/package-version.ts'
import { nodeSources, pathOf, readProgramFile } from '../adapters/node/source-files.ts'
import type { SourceFile } from '../compiler/source/source-file.ts'
import { sourceFileOf } from '../compiler/source/source-file.ts'
import type { HostName } from '../engine/host-names.ts'
import { modelChoiceOf } from '../engine/model-choice.ts'
import { runProgram } from '../engine/run-program.ts'
import type { ProgramOptions } from '../engine/run-program.ts'
import { sourceProblem } from '../engine/source-problem.ts'
import { ChosenModel } from '../runtime/models/model-choice.ts'
import { lockFileName } from '../runtime/servers/lock/lock-file.ts'
import type { LockChoice } from '../runtime/servers/lock/locked-tool-servers.ts'
import { timeoutMsMax } from '../runtime/tools/labelled-arguments.ts'
import type { Value } from '../runtime/values/value.ts'
import { checkOptions } from './check-options.ts'
import { HostCallbacks } from './host-callbacks.ts'
import { portsFor } from './host-ports.ts'
import { checkName } from './host-type.ts'
import { UnfitData, valueOfHost } from './host-value.ts'
import type { RunOptions, RunTextOptions } from './run-options.ts'
import type { RunResult } from './run-result.ts'
import { resultOf } from './run-result.ts'
import { thingText } from './thing-text.ts'

/**
 * Runs a program that is given as text. Imports are relative to the current folder. Never rejects for what the program
 * does: its errors are in the result. When it resolves, everything that the program started has ended. Rejects with a
 * TypeError, before anything runs, if an option is not known or cannot be meant, and with what a function such as `onOutput`
 * throws, after the run was ended.
 */
export async function runText(text: string, options: RunTextOptions = {}): Promise<RunResult> {
  if (typeof (text as unknown) !== 'string') {
    throw new TypeError(`\`runText\` needs the text of a program, a string, but got ${thingText(text)}`)
  }
  checkOptions('runText', options)
  return await runSource(sourceFileOf(options.name ?? '<text>', text), {}, options)
}

/**
 * Runs the program in a file, whose path is relative to the current folder; its imports are relative to it. As `runText`; a
 * file that cannot be read is a problem in the result too.
 */
export async function runFile(file: string | URL, options: RunOptions = {}): Promise<RunResult> {
  const path = pathOf(file)
  if (path === undefined) {
    throw new TypeError(`\`runFile\` needs the path of a file, a string or a file: URL, but got ${thingText(file)}`)
  }
  checkOptions('runFile', options)
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
  const callbacks = new HostCallbacks()
  const tellOutput = callbacks.guarded(options.onOutput)
  const onOutput = (text: string): void => {
    pieces.push(text)
    tellOutput(text)
  }
  const onEvent = options.onEvent === undefined ? undefined : callbacks.guarded(options.onEvent)
  const outcome = await runProgram(file, {
    ...place,
    lock: lockOf(options, place.path),
    ...programOptions(options),
    ports: portsFor(options, { onOutput, onEvent, throwIfFaulty: () => callbacks.throwIfFaulty() }),
    signal: callbacks.signalWith(options.signal),
    onWarning: callbacks.guarded(options.onWarning),
    ...(onEvent === undefined
      ? {}
      : {
          onAuditEntry: (entry) => {
            onEvent({ kind: 'audit', timestamp: entry.timestamp, entry })
          },
        }),
    version: packageVersion(),
  })
  callbacks.throwFault()
  return resultOf(outcome, pieces.join(''))
}

function lockOf({ lock, frozen = false }: RunOptions, programPath: string | undefined): LockChoice {
  const path =
    lock === undefined ? nodeSources.resolve(lockFileName, programPath) : nodeSources.resolve(lock, undefined)
  return { path, isFrozen: frozen }
}

type EngineOptions = Pick<
  ProgramOptions,
  'programArgs' | 'hostNames' | 'hostPolicy' | 'delegation' | 'dryRun' | 'timeoutMs'
>

function programOptions({ args = [], model, policy, dryRun, timeoutMs, ...names }: RunOptions): EngineOptions {
  return {
    programArgs: args,
    hostNames: hostNamesOf(names),
    ...(model === undefined
      ? {}
      : { delegation: typeof model === 'string' ? new ChosenModel(modelChoiceOf(model)) : model.value }),
    ...(policy === undefined ? {} : { hostPolicy: policy }),
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: Math.min(timeoutMs, timeoutMsMax) }),
  }
}

function hostNamesOf({ provide = [], values = {} }: Pick<RunOptions, 'provide' | 'values'>): readonly HostName[] {
  const provided = provide.map(({ hostName }) => hostName)
  const data = Object.entries(values).map(([name, value]): HostName => {
    checkName(name, '`values`')
    const crossed = crossedValue(name, value)
    return { name, suspends: false, valueIn: () => crossed }
  })
  const all = [...provided, ...data]
  const twice = all.find(({ name }, index) => all.findIndex((other) => other.name === name) !== index)
  if (twice !== undefined) throw new TypeError(`the name ${JSON.stringify(twice.name)} is provided twice`)
  return all
}

function crossedValue(name: string, value: unknown): Value {
  try {
    return valueOfHost(value)
  } catch (error) {
    throw error instanceof UnfitData
      ? new TypeError(`\`values\`: \`${name}\` cannot be given: ${error.message}`)
      : error
  }
}
