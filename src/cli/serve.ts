/**
 * `sense serve`: a program's tools for MCP clients, over standard input and output or over HTTP.
 *
 * The program runs first, to its end, as `sense run` would run it; then its tools are called from outside. Over standard input
 * and output only the protocol is written to standard output: what the program prints goes to standard error, where the audit
 * log is written too, line by line.
 */

import { basename } from 'node:path'
import { reserveStandardOutput } from '../adapters/node/console.ts'
import { nodeEnvironment } from '../adapters/node/environment.ts'
import { isUsableToken, newToken, TOKEN_LENGTH_MIN } from '../adapters/mcp-server/bearer-token.ts'
import { isLoopback } from '../adapters/mcp-server/allowed-hosts.ts'
import type { HttpListener } from '../adapters/mcp-server/http-listener.ts'
import { SERVER_LIBRARY, hasServerLibrary } from '../adapters/mcp-server/library.ts'
import type { RunOutcome, Serving } from '../engine/run-program.ts'
import type { AuditEntry } from '../runtime/execution/gate.ts'
import type { ConsolePort } from '../runtime/ports/console.ts'
import { NoTerminal } from '../runtime/ports/console.ts'
import { auditLine } from '../runtime/safety/audit-line.ts'
import { dryRunHeader, dryRunSummary } from '../runtime/safety/dry-run.ts'
import { oneLine } from '../runtime/safety/one-line.ts'
import type { RunSettings, UsageProblem } from './arguments.ts'
import type { CommandContext } from './command-context.ts'
import { report } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import type { ProgramText } from './program-text.ts'
import { readProgram, standardInput } from './program-text.ts'
import { usageText } from './report.ts'
import { runHere } from './run-here.ts'
import { statusOf } from './run.ts'
import { watchedRun } from './watched-run.ts'

export interface ServeRequest {
  readonly kind: 'serve'
  readonly path: string
  readonly programArgs: readonly string[]
  readonly settings: RunSettings
  readonly exposesMcp: boolean
  /** Undefined for standard input and output. */
  readonly http: HttpAddress | undefined
}

export interface HttpAddress {
  readonly host: string
  readonly port: number
}

/** Where the program prints, and how it is served. */
interface Way {
  readonly console: ConsolePort
  readonly start: Serving['start']
  /** Ends what was opened before the program ran, if it never came to serving. */
  readonly close: () => Promise<void>
}

/** Resolves when nobody wants the program any more and everything that it started has ended. */
export async function serve(request: ServeRequest, context: CommandContext): Promise<ExitStatus> {
  if (!hasServerLibrary()) return usage(libraryMissing, context)
  // Reading it would take the client's words for the program.
  if (request.http === undefined && request.path === standardInput) return usage(inputTaken, context)
  const program = readProgram(context, request.path)
  if (program === undefined) return exitStatus.usage
  const { programArgs, settings, exposesMcp, http } = request
  const watched = watchedRun(settings, context)
  if (watched === undefined) return exitStatus.usage
  const way = http === undefined ? overStdio(program, context) : await overHttp(program, http, context)
  if ('headline' in way) return usage(way, context)
  if (settings.dryRun !== undefined) context.console.writeReport(dryRunHeader)
  const serving: Serving = { exposesMcp, start: way.start }
  const onAuditEntry = auditWriter(context)
  const what = { program, settings, programArgs, watched, console: way.console, serve: serving, onAuditEntry }
  const outcome = await runHere(what, context)
  await way.close()
  return ended(outcome, settings.dryRun, context)
}

function ended(outcome: RunOutcome, dryRun: RunSettings['dryRun'], context: CommandContext): ExitStatus {
  report(context, outcome.diagnostics)
  if (dryRun !== undefined) context.console.writeReport(dryRunSummary(dryRun, outcome.auditLines, outcome.auditEntries))
  return statusOf(outcome, context)
}

const libraryMissing: UsageProblem = {
  headline: '`sense serve` needs the MCP server library, which is not installed',
  hint: `run \`npm install ${SERVER_LIBRARY}\` in the folder of the program`,
}

function usage(problem: UsageProblem, { console, format }: CommandContext): ExitStatus {
  console.writeReport(usageText(problem, format))
  return exitStatus.usage
}

// ---- Over standard input and output

const inputTaken: UsageProblem = {
  headline: 'standard input is where the client speaks, so the program cannot come from it',
  hint: 'name a file, or serve over HTTP: `sense serve --http 8000 -`',
}

function overStdio(program: ProgramText, context: CommandContext): Way {
  const output = reserveStandardOutput()
  const { console } = context
  return {
    console: {
      write: (text) => {
        console.writeReport(text)
      },
      writeReport: (text) => {
        console.writeReport(text)
      },
      flush: () => undefined,
      readLine: () => Promise.reject(new NoTerminal()),
      hasListener: () => false,
    },
    async start(served, signal) {
      const { serveOverStdio } = await import('../adapters/mcp-server/serve-stdio.ts')
      const name = nameOf(program)
      const onFault = faultWriter(context)
      await serveOverStdio({ program: served, name, input: process.stdin, output, onFault }, signal)
    },
    close: () => Promise.resolve(),
  }
}

// ---- Over HTTP

async function overHttp(
  program: ProgramText,
  { host, port }: HttpAddress,
  context: CommandContext,
): Promise<Way | UsageProblem> {
  const given = nodeEnvironment.get('SENSE_SERVE_TOKEN') ?? ''
  if (given !== '' && !isUsableToken(given)) {
    const headline = `SENSE_SERVE_TOKEN must be at least ${TOKEN_LENGTH_MIN} letters, digits and signs, without spaces`
    return { headline, hint: 'make one with `openssl rand -hex 32`, or leave it out: then one is made and shown' }
  }
  const token = given === '' ? newToken() : given
  const { openHttpListener } = await import('../adapters/mcp-server/http-listener.ts')
  const listener = await openHttpListener({ host, port, token })
  if (typeof listener === 'string') {
    const headline = `\`sense serve\` cannot listen at ${host}:${port}: ${listener}`
    return { headline, hint: 'name another port, or 0 for any that is free: `--http 0`' }
  }
  return {
    console: context.console,
    async start(served, signal) {
      context.console.writeReport(welcome(listener, host, given === '' ? token : undefined))
      await listener.serve({ program: served, name: nameOf(program), onFault: faultWriter(context) }, signal)
    },
    close: () => listener.close(),
  }
}

function welcome({ url }: HttpListener, host: string, newToken: string | undefined): string {
  const token = newToken === undefined ? 'the value of SENSE_SERVE_TOKEN' : newToken
  const warning = isLoopback(host)
    ? ''
    : 'Other machines can reach it, and HTTP hides nothing: put it behind a proxy that speaks HTTPS.\n'
  return `serving at ${url}\nclients must send: Authorization: Bearer ${token}\n${warning}`
}

// ---- What is told on standard error

/** What the server calls itself: the file's name. */
function nameOf({ file }: ProgramText): string {
  return basename(file.name).replace(/\.sns$/, '')
}

/** Faults of clients that are told; after that nobody learns anything new. */
const faultsToldMax = 20
const faultLengthMax = 300

function faultWriter({ console }: CommandContext): (fault: string) => void {
  let count = 0
  return (fault) => {
    count += 1
    if (count <= faultsToldMax) console.writeReport(`from a client: ${oneLine(fault, faultLengthMax)}\n`)
    if (count === faultsToldMax) console.writeReport('what else is wrong with messages of clients is not told\n')
  }
}

function auditWriter({ console, format }: CommandContext): (entry: AuditEntry) => void {
  return (entry) => {
    if (entry.event === 'started') return
    console.writeReport(
      format === 'json' ? `${JSON.stringify({ audit: entry.event, ...entry })}\n` : `${auditLine(entry)}\n`,
    )
  }
}
