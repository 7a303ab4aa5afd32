/**
 * From the words of the command line to what they ask for.
 *
 * `parseArgs` only splits: it knows neither near names nor commands, so all checks are made here, on its tokens.
 */

import { parseArgs } from '../adapters/node/builtin-modules.ts'
import { listOfNames, nearNameHint } from '../compiler/diagnostics/catalogue/execution.ts'
import type { DryRun } from '../runtime/execution/gate.ts'

export interface CommandLine {
  readonly request: Request
  /** What `--error-format` was given, unchecked; known also where the rest is wrong. */
  readonly errorFormat: string | undefined
}

export type Request =
  | { readonly kind: 'help'; readonly topic: HelpTopic }
  | { readonly kind: 'version' }
  | RunRequest
  | { readonly kind: 'wrong'; readonly problem: UsageProblem }

export interface RunRequest {
  readonly kind: 'run'
  /** `-` for standard input. */
  readonly path: string
  readonly programArgs: readonly string[]
  readonly dryRun: DryRun | undefined
}

export type HelpTopic = 'sense' | 'run'

/** What is wrong with a command line; the headline is one sentence without a full stop. */
export interface UsageProblem {
  readonly headline: string
  readonly hint: string
}

const optionTypes = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  'error-format': { type: 'string' },
  'dry-run': { type: 'boolean' },
  trace: { type: 'boolean' },
  model: { type: 'string' },
  'mcp-log': { type: 'string' },
  timeout: { type: 'string' },
} as const

const laterOptions: readonly string[] = ['trace', 'model', 'mcp-log', 'timeout']
const laterCommands: readonly string[] = ['repl', 'test', 'fmt', 'check', 'inspect', 'memory-path']
const commands: readonly string[] = ['run', ...laterCommands]

/** `args` are the words after the program's own name. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const words = splitArguments(args)
  return { request: wrongOption(words.options) ?? requestOf(words), errorFormat: words.errorFormat }
}

interface Words {
  readonly options: readonly Option[]
  readonly positionals: readonly string[]
  /** What follows `--`; undefined where there is none. */
  readonly programArgs: readonly string[] | undefined
  readonly errorFormat: string | undefined
}

interface Option {
  readonly name: string
  /** As it was written, `-h` or `--help`. */
  readonly rawName: string
  readonly value: string | undefined
}

function splitArguments(args: readonly string[]): Words {
  const { tokens } = parseArgs({ args: [...args], options: optionTypes, strict: false, tokens: true })
  const terminator = tokens.find((token) => token.kind === 'option-terminator')
  const positionals = tokens.filter((token) => token.kind === 'positional')
  const isBefore = (token: { readonly index: number }): boolean => !terminator || token.index < terminator.index
  const options = tokens.filter((token) => token.kind === 'option')
  return {
    options: options.map(({ name, rawName, value }) => ({ name, rawName, value })),
    positionals: positionals.filter(isBefore).map((token) => token.value),
    programArgs: terminator && args.slice(terminator.index + 1),
    errorFormat: options.findLast((option) => option.name === 'error-format')?.value,
  }
}

function wrongOption(options: readonly Option[]): Request | undefined {
  for (const option of options) {
    const problem = problemOf(option)
    if (problem !== undefined) return { kind: 'wrong', problem }
  }
  return undefined
}

function problemOf({ name, rawName, value }: Option): UsageProblem | undefined {
  const type = Object.entries(optionTypes).find(([known]) => known === name)?.[1].type
  if (type === undefined) {
    const known = Object.keys(optionTypes).filter((candidate) => !laterOptions.includes(candidate))
    const near = nearNameHint(
      rawName,
      known.map((candidate) => `--${candidate}`),
    )
    return { headline: `there is no option \`${rawName}\``, hint: near ?? 'see `sense run --help`' }
  }
  if (laterOptions.includes(name)) {
    return { headline: `this version of Sense does not have \`${rawName}\` yet`, hint: 'see `sense run --help`' }
  }
  if (type === 'string' && value === undefined) {
    return { headline: `\`${rawName}\` needs a value`, hint: `write it as \`${rawName} VALUE\`` }
  }
  if (name === 'dry-run') return dryRunProblem(value)
  if (type === 'boolean' && value !== undefined) {
    return { headline: `\`${rawName}\` takes no value`, hint: `write it as \`${rawName}\`` }
  }
  return undefined
}

function dryRunProblem(value: string | undefined): UsageProblem | undefined {
  if (value === undefined || value === 'tools') return undefined
  const hint = '`--dry-run` leaves out the bodies of actions, `--dry-run=tools` tool calls too'
  return { headline: `\`--dry-run\` knows no \`${value}\``, hint }
}

function requestOf(words: Words): Request {
  const [command, ...rest] = words.positionals
  const isAsked = (name: string): boolean => words.options.some((option) => option.name === name)
  if (isAsked('version')) return { kind: 'version' }
  if (isAsked('help')) return { kind: 'help', topic: command === 'run' ? 'run' : 'sense' }
  if (command === undefined) {
    return wrong('this version of Sense has no interactive prompt yet', 'run a program with `sense run FILE`')
  }
  if (command === 'help') return { kind: 'help', topic: rest[0] === 'run' ? 'run' : 'sense' }
  if (command === 'run') return runRequest(rest, words)
  if (laterCommands.includes(command)) {
    return wrong(`this version of Sense does not have \`sense ${command}\` yet`, 'see `sense --help`')
  }
  return wrong(`there is no command \`${command}\``, commandHint(command))
}

function commandHint(command: string): string {
  if (command.endsWith('.sns')) return `to run a program: \`sense run ${command}\``
  return nearNameHint(command, commands) ?? 'see `sense --help`'
}

function runRequest(paths: readonly string[], { programArgs = [], options }: Words): Request {
  const [path, ...others] = paths
  if (path === undefined) return wrong('`sense run` needs a file', 'name it as in `sense run hello.sns`')
  if (path === '') return wrong('the name of the file is empty', 'name it as in `sense run hello.sns`')
  if (others.length === 0) return { kind: 'run', path, programArgs, dryRun: dryRunOf(options) }
  const headline = `\`sense run\` takes one file, but got ${others.length + 1}: ${listOfNames(paths)}`
  return wrong(headline, `words for the program itself come after \`--\`: \`sense run ${path} -- ${others.join(' ')}\``)
}

/** Where the option is given in both ways, the one that leaves out more. */
function dryRunOf(options: readonly Option[]): DryRun | undefined {
  const asked = options.filter(({ name }) => name === 'dry-run')
  if (asked.length === 0) return undefined
  return asked.some(({ value }) => value === 'tools') ? 'actions-and-tools' : 'actions'
}

function wrong(headline: string, hint: string): Request {
  return { kind: 'wrong', problem: { headline, hint } }
}
