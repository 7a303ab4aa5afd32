/**
 * `sense mcp`: looks at MCP servers without a program. The first thing to reach for when one misbehaves.
 *
 * What servers say is data: names and texts are shown with control characters written out, and as JSON with `--json`.
 */

import { isTerminal } from '../adapters/node/builtin-modules.ts'
import { nodeClock } from '../adapters/node/clock.ts'
import { createSecrets } from '../adapters/node/secrets.ts'
import { environmentVariables } from '../adapters/node/environment.ts'
import { exactJsonOf } from '../runtime/ports/exact-json.ts'
import type { JsonObject } from '../runtime/ports/json.ts'
import type { SecretsPort } from '../runtime/ports/secrets.ts'
import type { ToolServerConnection, ToolServersPort, ToolServerWarning } from '../runtime/ports/tool-servers.ts'
import { ToolServerFailure } from '../runtime/ports/tool-servers.ts'
import { webAddressOf } from '../runtime/servers/connect-arguments.ts'
import { warningProblem } from '../runtime/servers/server-warnings.ts'
import { serverProblem } from '../runtime/tools/server-problems.ts'
import { canonicalNameOf } from '../runtime/tools/tool-names.ts'
import { createLaterToolServers } from '../engine/later-tool-servers.ts'
import { withoutSecrets } from '../engine/without-secrets.ts'
import { nearNames } from '../compiler/diagnostics/near-names.ts'
import { visibleText } from '../compiler/diagnostics/visible-text.ts'
import type { Problem } from '../compiler/diagnostics/diagnostic.ts'
import type { UsageProblem } from './arguments.ts'
import type { CommandContext } from './command-context.ts'
import { printAndLeave, report } from './command-context.ts'
import { consentPageOnTerminal } from './consent-page.ts'
import { cancelOnCtrlC, exitStatus } from './exit.ts'
import type { ExitStatus } from './exit.ts'
import { openMcpLog } from './mcp-log.ts'
import type { McpTarget, TargetEntry } from './mcp-target.ts'
import { targetOf } from './mcp-target.ts'
import { usageText } from './report.ts'

const standardInput = 0
const standardOutput = 1

export interface McpRequest {
  readonly kind: 'mcp'
  readonly action: McpAction
  readonly target: McpTarget
  /** Of `call`: the tool's own name, and its arguments as JSON. */
  readonly tool: string
  readonly argumentsText: string
  readonly isJson: boolean
  readonly timeoutMs: number | undefined
  readonly mcpLogPath: string | undefined
}

export type McpAction = 'list' | 'tools' | 'call' | 'check'

/** What is known of one server when it has been looked at. */
interface Finding {
  readonly name: string
  readonly state: 'ok' | 'failed' | 'faulty' | 'disabled'
  readonly startMs?: number
  readonly protocol?: string | undefined
  readonly version?: string | undefined
  readonly tools?: ToolServerConnection['tools']
  readonly problem?: Problem
  readonly fault?: string
  readonly warnings: readonly Problem[]
}

interface Looking {
  readonly servers: ToolServersPort
  readonly secrets: SecretsPort
  readonly signal: AbortSignal
}

export async function mcp(request: McpRequest, context: CommandContext): Promise<ExitStatus> {
  const cancellation = new AbortController()
  const stopListening = cancelOnCtrlC(cancellation)
  try {
    const status = await lookAt(request, context, cancellation.signal)
    return cancellation.signal.aborted ? exitStatus.interrupted : status
  } catch (error) {
    if (cancellation.signal.aborted) return exitStatus.interrupted
    throw error
  } finally {
    stopListening()
  }
}

async function lookAt(request: McpRequest, context: CommandContext, signal: AbortSignal): Promise<ExitStatus> {
  const secrets = createSecrets(environmentVariables())
  const isAsked = !request.isJson && isTerminal(standardInput) && isTerminal(standardOutput)
  const person = !isAsked ? undefined : { console: context.console, clock: nodeClock, signal }
  const target = await targetOf(request.target, { secrets, person }, request.timeoutMs)
  if (target.kind === 'wrong') return usage(target.problem, context)
  const log = request.mcpLogPath === undefined ? undefined : openMcpLog(request.mcpLogPath, secrets)
  if (log?.kind === 'failed') return usage(log.problem, context)
  const showConsentPage = consentPageOnTerminal(context.console)
  const servers = createLaterToolServers({
    secrets,
    ...(log === undefined ? {} : { tap: log.tap }),
    ...(showConsentPage === undefined ? {} : { showConsentPage }),
  })
  try {
    return await answer(request, target.entries, { servers, secrets, signal }, context)
  } finally {
    await servers.closeAll()
  }
}

async function answer(
  request: McpRequest,
  entries: readonly TargetEntry[],
  looking: Looking,
  context: CommandContext,
): Promise<ExitStatus> {
  if (request.action === 'call') return await callOne(request, entries, looking, context)
  const findings = await Promise.all(entries.map((entry) => findingOf(entry, looking)))
  const problems = findings.flatMap(({ problem, warnings }) => [
    ...(problem === undefined ? [] : [problem]),
    ...warnings,
  ])
  const hasFailed = findings.some(({ state }) => state === 'failed' || state === 'faulty')
  const text = request.isJson ? jsonLines(findings) : textFor(request.action, findings)
  const status = printAndLeave(
    context,
    looking.secrets.replacedIn(text),
    hasFailed ? exitStatus.failure : exitStatus.success,
  )
  if (!request.isJson) tell(problems, looking.secrets, context)
  return status
}

/** Connects, takes note of what there is, and closes. */
async function findingOf(entry: TargetEntry, { servers, signal }: Looking): Promise<Finding> {
  const { name } = entry
  if (entry.kind === 'disabled') return { name, state: 'disabled', warnings: [] }
  if (entry.kind === 'faulty') return { name, state: 'faulty', fault: entry.fault, warnings: [] }
  const warnings: Problem[] = []
  const onWarning = (warning: ToolServerWarning): void => void warnings.push(warningProblem(name, warning))
  const begun = performance.now()
  try {
    const connection = await servers.connect({ ...entry.request, onWarning }, signal)
    const startMs = Math.round(performance.now() - begun)
    const { tools, facts } = connection
    await connection.close()
    return { name, state: 'ok', startMs, protocol: facts.protocol, version: facts.version, tools, warnings }
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error
    return { name, state: 'failed', problem: problemOf(error, entry), warnings }
  }
}

function problemOf(failure: ToolServerFailure, { name, request }: TargetEntry & { kind: 'server' }): Problem {
  const address = webAddressOf(request.command)
  const { startTimeoutMs } = request
  return serverProblem(failure, { serverName: name, startTimeoutMs, ...(address === undefined ? {} : { address }) })
}

function jsonLines(findings: readonly Finding[]): string {
  const lines = findings.map(({ problem, warnings, ...finding }) => {
    const told = problem === undefined ? {} : { problem: shortProblem(problem) }
    return JSON.stringify({ ...finding, ...told, warnings: warnings.map(shortProblem) })
  })
  return lines.map((line) => `${line}\n`).join('')
}

function shortProblem({ code, headline, hint, evidence }: Problem): object {
  return { code, headline, hint, evidence }
}

function textFor(action: McpAction, findings: readonly Finding[]): string {
  const blocks = findings.map((finding) => (action === 'tools' ? toolsText(finding) : lineOf(finding, action)))
  return blocks.length === 0 ? 'the file names no server\n' : blocks.join('')
}

/** `list` is one line a server, `check` says more of each. */
function lineOf(finding: Finding, action: McpAction): string {
  const { state, startMs = 0, protocol, version, tools = [], fault = '', problem } = finding
  const name = visibleText(finding.name)
  if (state === 'disabled') return `off      ${name}\n`
  if (state === 'faulty') return `faulty   ${name}: ${visibleText(fault)}\n`
  if (state === 'failed') return `failed   ${name}${action === 'list' ? `: ${problem?.headline ?? ''}` : ''}\n`
  const count = `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`
  if (action === 'list') return `ok       ${name} (${count})\n`
  const told = version === undefined ? '' : `, version ${visibleText(version)}`
  return `ok       ${name}: ready in ${startMs} ms, MCP ${visibleText(protocol ?? 'of an unknown revision')}${told}, ${count}\n`
}

function toolsText({ name, state, tools = [], fault }: Finding): string {
  if (state !== 'ok') return `${visibleText(name)}: ${fault === undefined ? state : visibleText(fault)}\n`
  const lines = tools.map((tool) => {
    const [summary = ''] = (tool.description ?? '').split('\n')
    return `  ${visibleText(tool.name)}${summary === '' ? '' : `: ${visibleText(summary)}`}\n`
  })
  return `${visibleText(name)}\n${lines.join('')}`
}

async function callOne(
  { tool, argumentsText, isJson }: McpRequest,
  entries: readonly TargetEntry[],
  { servers, secrets, signal }: Looking,
  context: CommandContext,
): Promise<ExitStatus> {
  const [entry] = entries
  if (entries.length > 1) {
    const hint = 'add its name behind the file, as in `.mcp.json#files`'
    return usage({ headline: 'the file has several servers, and only one can be called', hint }, context)
  }
  if (entry?.kind !== 'server') {
    const fault = entry?.kind === 'faulty' ? entry.fault : 'it is switched off in the file'
    return usage({ headline: `there is no server to call: ${fault}`, hint: 'correct the entry of the file' }, context)
  }
  const args = argumentsIn(argumentsText)
  if (args === undefined) {
    const hint = 'write them as JSON: `sense mcp call https://example.com/mcp echo \'{"message": "hi"}\'`'
    return usage({ headline: 'the arguments of the tool are no JSON object', hint }, context)
  }
  let toolName: string | undefined
  try {
    const onWarning = (warning: ToolServerWarning): void =>
      tell([warningProblem(entry.name, warning)], secrets, context)
    const connection = await servers.connect({ ...entry.request, onWarning }, signal)
    if (!connection.tools.some(({ name }) => name === tool)) {
      const near = nearNames(
        tool,
        connection.tools.map(({ name }) => name),
      ).join(', ')
      const hint = near === '' ? 'see which there are: `sense mcp tools`' : `a name close to it is ${visibleText(near)}`
      return usage({ headline: `the server has no tool \`${tool}\``, hint }, context)
    }
    toolName = canonicalNameOf({ server: entry.name, tool })
    const result = await connection.callTool(tool, args, signal)
    const text = isJson ? `${JSON.stringify(result)}\n` : partsText(result)
    return printAndLeave(context, secrets.replacedIn(text), result.isError ? exitStatus.failure : exitStatus.success)
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error
    const problem =
      toolName === undefined ? problemOf(error, entry) : serverProblem(error, { serverName: entry.name, toolName })
    tell([problem], secrets, context)
    return exitStatus.failure
  }
}

function argumentsIn(text: string): JsonObject | undefined {
  try {
    const value = exactJsonOf(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** Text as it is, because it may be piped on; of all else what it is. */
function partsText({ parts, structuredContent }: Awaited<ReturnType<ToolServerConnection['callTool']>>): string {
  const texts = parts.map((part) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'image' || part.kind === 'audio') return `[${part.kind}, ${part.mediaType}]`
    if (part.kind === 'link') return `[link to ${part.uri}]`
    if (part.kind === 'resource') return part.text ?? `[resource ${part.uri}]`
    return `[${part.note}]`
  })
  const text =
    texts.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : texts.join('')
  return text.endsWith('\n') ? text : `${text}\n`
}

/** Servers are given secrets, and may repeat them. */
function tell(problems: readonly Problem[], secrets: SecretsPort, context: CommandContext): void {
  report(
    context,
    problems.map((problem) => withoutSecrets(problem, secrets)),
  )
}

function usage(problem: UsageProblem, { console, format }: CommandContext): ExitStatus {
  console.writeReport(usageText(problem, format))
  return exitStatus.usage
}
