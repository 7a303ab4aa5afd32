/**
 * From the words of the command line to what they ask for.
 *
 * `parseArgs` only splits: it knows neither near names nor commands, so all checks are made here, on its tokens. What
 * commands and options there are is said in `commands.ts` and `options.ts`.
 */

import { parseArgs } from '../adapters/node/builtin-modules.ts'
import { listOfNames, nearNameHint } from '../compiler/diagnostics/catalogue/execution.ts'
import type { DryRun } from '../runtime/execution/gate.ts'
import type { CheckRequest } from './check.ts'
import type { CompletionRequest } from './completion.ts'
import { shells } from './shells.ts'
import type { DoctorRequest } from './doctor.ts'
import type { ExplainRequest } from './explain.ts'
import type { MemoryPathRequest } from './memory-path.ts'
import type { McpRequest } from './mcp.ts'
import type { McpLockRequest } from './mcp-lock.ts'
import { mcpRequestOf } from './mcp-arguments.ts'
import type { NewRequest } from './new.ts'
import type { ReplRequest } from './repl.ts'
import type { TestRequest } from './test.ts'
import type { HttpAddress, ServeRequest } from './serve.ts'
import type { ModelChoice } from '../runtime/models/model-choice.ts'
import type { CommandName, CommandShape } from './commands.ts'
import { commandShape, commandShapes, laterCommands } from './commands.ts'
import type { FmtRequest } from './fmt.ts'
import type { DocRequest } from './doc.ts'
import type { HelpTopic } from './help.ts'
import { modelChoiceOf, modelChoiceProblem } from '../engine/model-choice.ts'
import type { OptionName } from './options.ts'
import { optionShape, optionShapes, takesWord } from './options.ts'

export interface CommandLine {
  readonly request: Request
  /** What `--error-format` was given, unchecked; known also where the rest is wrong. */
  readonly errorFormat: string | undefined
}

export type Request =
  | { readonly kind: 'help'; readonly topic: HelpTopic }
  | { readonly kind: 'version' }
  | RunRequest
  | ServeRequest
  | DocRequest
  | FmtRequest
  | CheckRequest
  | TestRequest
  | ExplainRequest
  | ReplRequest
  | NewRequest
  | MemoryPathRequest
  | DoctorRequest
  | McpRequest
  | McpLockRequest
  | CompletionRequest
  | { readonly kind: 'wrong'; readonly problem: UsageProblem }

/** How programs are to be run, whatever the command. */
export interface RunSettings {
  readonly dryRun: DryRun | undefined
  readonly timeoutMs: number | undefined
  /** The model for programs that delegate none. */
  readonly model: ModelChoice | undefined
  /** Whether each call and each start of a server is told. */
  readonly isTraced: boolean
  /** Where the traffic with MCP servers is written to. */
  readonly mcpLogPath: string | undefined
  /** Whether every MCP server must be in the lock. */
  readonly isFrozen: boolean
}

export interface RunRequest {
  readonly kind: 'run'
  /** `-` for standard input. */
  readonly path: string
  readonly programArgs: readonly string[]
  readonly settings: RunSettings
}

/** What is wrong with a command line; the headline is one sentence without a full stop. */
export interface UsageProblem {
  readonly headline: string
  readonly hint: string
}

/** `args` are the words after the program's own name. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const words = splitArguments(args)
  return { request: requestOf(words), errorFormat: words.options.findLast(isNamed('error-format'))?.value }
}

interface Words {
  readonly options: readonly Option[]
  readonly positionals: readonly string[]
  /** What follows `--`; undefined where there is none. */
  readonly programArgs: readonly string[] | undefined
}

interface Option {
  readonly name: string
  /** As it was written, `-h` or `--help`. */
  readonly rawName: string
  readonly value: string | undefined
}

const isNamed =
  (name: OptionName) =>
  (option: Option): boolean =>
    option.name === name

function splitArguments(args: readonly string[]): Words {
  const { tokens } = parseArgs({ args: [...args], options: parsedOptions, strict: false, tokens: true })
  const terminator = tokens.find((token) => token.kind === 'option-terminator')
  const positionals = tokens.filter((token) => token.kind === 'positional')
  const isBefore = (token: { readonly index: number }): boolean => !terminator || token.index < terminator.index
  const options = tokens.filter((token) => token.kind === 'option')
  return {
    options: options.map(({ name, rawName, value }) => ({ name, rawName, value })),
    positionals: positionals.filter(isBefore).map((token) => token.value),
    programArgs: terminator && args.slice(terminator.index + 1),
  }
}

const parsedOptions = Object.fromEntries(
  optionShapes.map((shape) => [
    shape.name,
    {
      type: takesWord(shape) ? ('string' as const) : ('boolean' as const),
      ...(shape.short === undefined ? {} : { short: shape.short }),
    },
  ]),
)

// ---- Options

function wrongOption(options: readonly Option[], command: CommandShape | undefined): Request | undefined {
  for (const option of options) {
    const problem = problemOf(option, command)
    if (problem !== undefined) return { kind: 'wrong', problem }
  }
  return undefined
}

function problemOf({ name, rawName, value }: Option, command: CommandShape | undefined): UsageProblem | undefined {
  const shape = optionShape(name)
  const seeHelp = `see \`sense ${command === undefined ? '' : `${command.name} `}--help\``
  if (shape === undefined) {
    return { headline: `there is no option \`${rawName}\``, hint: nearOption(rawName, command) ?? seeHelp }
  }
  if (command !== undefined && !optionsOf(command).includes(shape.name)) {
    return { headline: `\`sense ${command.name}\` has no option \`${rawName}\``, hint: seeHelp }
  }
  if (takesWord(shape) && value === undefined) {
    return { headline: `\`${rawName}\` needs a value`, hint: `write it as \`${rawName} VALUE\`` }
  }
  if (shape.value === undefined && value !== undefined) {
    return { headline: `\`${rawName}\` takes no value`, hint: `write it as \`${rawName}\`` }
  }
  return valueProblem(shape.name, value)
}

const optionsOf = ({ options }: CommandShape): readonly OptionName[] => [...options, 'help', 'version']

function nearOption(rawName: string, command: CommandShape | undefined): string | undefined {
  const known = optionShapes.map(({ name }) => name)
  const candidates = command === undefined ? known : known.filter((name) => optionsOf(command).includes(name))
  return nearNameHint(
    rawName,
    candidates.map((name) => `--${name}`),
  )
}

function valueProblem(name: OptionName, value: string | undefined): UsageProblem | undefined {
  if (name === 'model' && value !== undefined) return modelChoiceProblem('`--model`', value)
  if (name === 'mcp-log' && value === '') {
    return { headline: 'the file of `--mcp-log` has an empty name', hint: 'write it as in `--mcp-log mcp.log`' }
  }
  if (name === 'http' && value !== undefined && httpAddressOf(value) === undefined) {
    const headline = `\`--http\` needs a port, or a host and a port, but got \`${value}\``
    return { headline, hint: 'write it as in `--http 8000` or `--http 0.0.0.0:8000`' }
  }
  if (name === 'dry-run' && value !== undefined && value !== 'tools') {
    const hint = '`--dry-run` leaves out the bodies of actions, `--dry-run=tools` tool calls too'
    return { headline: `\`--dry-run\` knows no \`${value}\``, hint }
  }
  if (name === 'timeout' && value !== undefined && secondsIn(value) === undefined) {
    const headline = `\`--timeout\` needs a number of seconds above 0, but got \`${value}\``
    return { headline, hint: 'write it as in `--timeout 30` or `--timeout 0.5`' }
  }
  return undefined
}

/** The longest time a timer can be set for, about 24 days; whoever asks for more wants no limit. */
const timeoutMaxMs = 2 ** 31 - 1

function secondsIn(text: string): number | undefined {
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(text)) return undefined
  const seconds = Number(text)
  return seconds > 0 ? seconds : undefined
}

function settingsOf(options: readonly Option[]): RunSettings {
  const seconds = secondsIn(options.findLast(isNamed('timeout'))?.value ?? '')
  const timeoutMs = seconds === undefined ? undefined : Math.min(timeoutMaxMs, Math.ceil(seconds * 1000))
  const model = options.findLast(isNamed('model'))?.value
  return {
    dryRun: dryRunOf(options),
    timeoutMs,
    model: model === undefined ? undefined : modelChoiceOf(model),
    isTraced: options.some(isNamed('trace')),
    mcpLogPath: options.findLast(isNamed('mcp-log'))?.value,
    isFrozen: options.some(isNamed('frozen')),
  }
}

/** Where the option is given in both ways, the one that leaves out more. */
function dryRunOf(options: readonly Option[]): DryRun | undefined {
  const asked = options.filter(isNamed('dry-run'))
  if (asked.length === 0) return undefined
  return asked.some(({ value }) => value === 'tools') ? 'actions-and-tools' : 'actions'
}

// ---- Commands

function requestOf(words: Words): Request {
  const [word, ...operands] = words.positionals
  const command = commandShape(word)
  const problem = wrongOption(words.options, word === undefined ? bareCommand(words.options) : command)
  if (problem !== undefined) return problem
  if (word !== undefined && command === undefined && word !== 'help') return unknownCommand(word)
  if (words.options.some(isNamed('version'))) return versionRequest(words)
  if (words.options.some(isNamed('help'))) return { kind: 'help', topic: command?.name ?? 'sense' }
  if (word === undefined) return readers.repl(operands, words)
  if (command === undefined) return helpRequest(operands)
  // Only a program has words of its own; elsewhere `--` is for files whose names begin with a dash.
  const isOwn = ['run', 'serve', 'mcp'].includes(command.name)
  const all = isOwn ? operands : [...operands, ...(words.programArgs ?? [])]
  return readers[command.name](all, words)
}

function unknownCommand(word: string): Request {
  return laterCommands.includes(word)
    ? wrong(`this version of Sense does not have \`sense ${word}\` yet`, 'see `sense --help`')
    : wrong(`there is no command \`${word}\``, commandHint(word))
}

function versionRequest({ positionals }: Words): Request {
  if (positionals.length === 0) return { kind: 'version' }
  return wrong('`sense --version` takes no words', 'write it as `sense --version`')
}

/** `sense help` and `sense help COMMAND`. */
function helpRequest([word]: readonly string[]): Request {
  const command = commandShape(word)
  return word === undefined || command !== undefined
    ? { kind: 'help', topic: command?.name ?? 'sense' }
    : unknownCommand(word)
}

/** `sense` alone is the prompt; with `--help` or `--version` it is none. */
function bareCommand(options: readonly Option[]): CommandShape | undefined {
  return options.some((option) => isNamed('help')(option) || isNamed('version')(option))
    ? undefined
    : commandShape('repl')
}

function commandHint(word: string): string {
  if (word.endsWith('.sns')) return `to run a program: \`sense run ${word}\``
  const names = [...commandShapes.map(({ name }) => name), ...laterCommands]
  return nearNameHint(word, names) ?? 'see `sense --help`'
}

/** What reads the operands of each command. */
const readers: Readonly<Record<CommandName, (operands: readonly string[], words: Words) => Request>> = {
  run: (paths, words) => {
    const program = programOf('run', paths, words)
    return 'kind' in program ? program : { kind: 'run', ...program }
  },
  serve: serveRequest,
  doc: docRequest,
  fmt: fmtRequest,
  check: checkRequest,
  test: testRequest,
  repl: (words, { options }) =>
    words.length > 0
      ? wrong('`sense repl` takes no file', `to run one: \`sense run ${words.join(' ')}\``)
      : { kind: 'repl', settings: settingsOf(options) },
  explain: (words) =>
    words.length === 0 ? missingOperand('explain', 'an error code') : { kind: 'explain', words: words.join(' ') },
  new: (folders) => oneOperand('new', folders, 'a folder') ?? { kind: 'new', folder: folders[0] ?? '' },
  'memory-path': (paths, { options }) =>
    (paths.length > 0 ? oneOperand('memory-path', paths, 'a file') : undefined) ?? {
      kind: 'memory-path',
      path: paths[0],
      isJson: options.some(isNamed('json')),
    },
  doctor: (words, { options }) =>
    words.length > 0
      ? wrong('`sense doctor` takes no words', 'write it as `sense doctor`')
      : { kind: 'doctor', isJson: options.some(isNamed('json')) },
  mcp: mcpRequest,
  completion: completionRequest,
}

/** The one program of a command that runs it, with its own words. */
function programOf(
  command: 'run' | 'serve',
  paths: readonly string[],
  { programArgs = [], options }: Words,
): Request | Omit<RunRequest, 'kind'> {
  const [path, ...others] = paths
  const [behind] = programArgs
  const name = `sense ${command}`
  if (path === undefined && behind !== undefined) {
    return wrong(`\`${name}\` needs a file before \`--\``, `to run that one: \`${name} ${pathAsOperand(behind)}\``)
  }
  if (path === undefined) return missingOperand(command, 'a file')
  if (path === '') return emptyName(commandShape(command)?.example ?? '')
  if (others.length === 0) return { path, programArgs, settings: settingsOf(options) }
  const headline = `\`${name}\` takes one file, but got ${others.length + 1}: ${listOfNames(paths)}`
  return wrong(headline, `words for the program itself come after \`--\`: \`${name} ${path} -- ${others.join(' ')}\``)
}

function serveRequest(paths: readonly string[], words: Words): Request {
  const program = programOf('serve', paths, words)
  if ('kind' in program) return program
  const { options } = words
  const http = options.findLast(isNamed('http'))?.value
  return {
    kind: 'serve',
    ...program,
    exposesMcp: options.some(isNamed('expose-mcp')),
    http: http === undefined ? undefined : httpAddressOf(http),
  }
}

const portMax = 65_535

/** `8000`, `0.0.0.0:8000`, `[::1]:8000`; undefined for what is none of that. */
function httpAddressOf(text: string): HttpAddress | undefined {
  const [, bracketed, host, digits = ''] = /^(?:(?:\[([0-9a-fA-F:]+)\]|([\w.-]+)):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === '' || port > portMax) return undefined
  return { host: bracketed ?? host ?? '127.0.0.1', port }
}

/** A name that begins with a dash would be taken for an option. */
const pathAsOperand = (path: string): string => (path.startsWith('-') ? `./${path}` : path)

function docRequest(names: readonly string[]): Request {
  const [name, ...others] = names
  if (others.length === 0) return { kind: 'doc', name }
  const headline = `\`sense doc\` takes one name, but got ${names.length}: ${listOfNames(names)}`
  return wrong(headline, 'name a module or a member of one, as in `sense doc text.split`')
}

function fmtRequest(paths: readonly string[], { options }: Words): Request {
  const isWrite = options.some(isNamed('write'))
  const isCheck = options.some(isNamed('check'))
  if (paths.length === 0) return missingOperand('fmt', 'a file or a folder')
  if (paths.includes('')) return emptyName('sense fmt shop.sns')
  if (isWrite && isCheck) {
    return wrong('`--write` and `--check` exclude each other', 'use `--check` to see what `--write` would change')
  }
  if (isWrite && paths.includes('-')) {
    return wrong('`--write` cannot write to standard input', 'leave it out: the result is printed')
  }
  const mode = isCheck ? 'check' : 'print'
  return { kind: 'fmt', paths, mode: isWrite ? 'write' : mode }
}

function checkRequest(paths: readonly string[], { options }: Words): Request {
  const isFix = options.some(isNamed('fix'))
  if (paths.length === 0) return missingOperand('check', 'a file or a folder')
  if (paths.includes('')) return emptyName('sense check shop.sns')
  if (isFix && paths.includes('-')) return wrong('`--fix` cannot write to standard input', 'name a file')
  return { kind: 'check', paths, isJson: options.some(isNamed('json')), isFix }
}

function testRequest(paths: readonly string[], { options }: Words): Request {
  if (paths.includes('')) return emptyName('sense test shop_test.sns')
  return {
    kind: 'test',
    paths: paths.length === 0 ? ['.'] : paths,
    settings: settingsOf(options),
    isJson: options.some(isNamed('json')),
    filter: options.findLast(isNamed('filter'))?.value,
    junitPath: options.findLast(isNamed('junit'))?.value,
  }
}

function mcpRequest(words: readonly string[], { options, programArgs }: Words): Request {
  const settings = settingsOf(options)
  const { timeoutMs, mcpLogPath } = settings
  const headers = options.filter(isNamed('header')).map(({ value = '' }) => value)
  const read = mcpRequestOf(words, programArgs, headers)
  if ('headline' in read) return { kind: 'wrong', problem: read }
  const isJson = options.some(isNamed('json'))
  return read.kind === 'mcp-lock' ? { ...read, isJson, settings } : { ...read, isJson, timeoutMs, mcpLogPath }
}

function completionRequest(words: readonly string[]): Request {
  const [word] = words
  const shell = shells.find((name) => name === word)
  if (shell !== undefined && words.length === 1) return { kind: 'completion', shell }
  const known = 'it knows bash, zsh and fish: `sense completion bash`'
  return word === undefined
    ? wrong('`sense completion` needs the name of a shell', known)
    : wrong(`\`sense completion\` does not know the shell \`${words.join(' ')}\``, known)
}

/** The problem if there is not exactly one word, and that not empty. */
function oneOperand(command: CommandName, words: readonly string[], what: string): Request | undefined {
  const [word, ...others] = words
  if (word === undefined) return missingOperand(command, what)
  if (word === '') return emptyName(commandShape(command)?.example ?? '')
  if (others.length === 0) return undefined
  return wrong(`\`sense ${command}\` takes ${what}, but got ${words.length}: ${listOfNames(words)}`, 'name one of them')
}

function missingOperand(command: CommandName, what: string): Request {
  return wrong(`\`sense ${command}\` needs ${what}`, `name it as in \`${commandShape(command)?.example ?? ''}\``)
}

function emptyName(example: string): Request {
  return wrong('the name of the file is empty', `name it as in \`${example}\``)
}

function wrong(headline: string, hint: string): Request {
  return { kind: 'wrong', problem: { headline, hint } }
}
