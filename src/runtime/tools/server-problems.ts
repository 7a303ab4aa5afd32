/**
 * A failure of an MCP server as a problem for the user: which server, what happened, what is left of it, what to do.
 *
 * The port tells kinds and facts; the words are the catalogue's.
 */

import * as problems from '../../compiler/diagnostics/catalogue/servers.ts'
import type { Evidence, Problem } from '../../compiler/diagnostics/diagnostic.ts'
import type { ProcessExit, ToolServerFailure } from '../ports/tool-servers.ts'
import { oneLine } from '../safety/one-line.ts'
import { quotedName } from './quoted-name.ts'
import { canonicalNameOf } from './tool-names.ts'

/** What was going on when the server failed. */
export interface ServerUse {
  readonly serverName: string
  /** The canonical name of the tool that was called; undefined while the server started. */
  readonly toolName?: string
  /** For the message of a timeout. */
  readonly startTimeoutMs?: number
  /** Of a server over HTTP, fit to be shown. */
  readonly address?: string
}

/** The longest cause that a headline holds; it comes from the system or the server. */
const causeLengthMax = 300

export function serverProblem(failure: ToolServerFailure, use: ServerUse): Problem {
  return use.toolName === undefined ? startProblem(failure, use) : callProblem(failure, use.serverName, use.toolName)
}

function startProblem(failure: ToolServerFailure, use: ServerUse): Problem {
  const server = quotedName(use.serverName)
  const subject = quotedName(failure.subject)
  const left = evidenceOf(failure)
  switch (failure.kind) {
    case 'library-missing':
      return problems.mcpLibraryMissing(server)
    case 'environment-missing':
      return problems.mcpVariableMissing(server, subject, use.address === undefined ? 'env' : 'headers')
    case 'header-invalid':
      return problems.mcpHeaderInvalid(server, subject)
    case 'unreachable':
      return problems.mcpUnreachable(server, subject, causeOrFault(failure), failure.code)
    case 'folder-missing':
      return problems.mcpFolderMissing(server, subject, causeOf(failure) || 'there is no such folder')
    case 'command-not-found':
      return problems.mcpCommandNotFound(server, subject, `was not found${because(failure)}`, failure.names)
    case 'command-not-executable':
      return problems.mcpCommandNotFound(server, subject, `cannot be executed${because(failure)}`)
    case 'start-timeout':
      if (use.address !== undefined) return problems.mcpUnreachable(server, use.address, lateText(use), undefined)
      return problems.mcpStartTimeout(server, waitedFor(failure.subject), secondsText(use.startTimeoutMs ?? 0), left)
    case 'not-mcp':
      return problems.mcpNotSpoken(server, because(failure), left)
    case 'start-failed':
    case 'died':
      return problems.mcpStartFailed(server, startCause(failure), left, endedByItself(failure))
    case 'protocol-error':
      return problems.mcpStartFailed(server, `${refusal(failure, 'was an error')}${causeOrFault(failure)}`, left, false)
    case 'invalid-answer':
      return problems.mcpStartFailed(
        server,
        `${refusal(failure, 'cannot be used')}${causeOrFault(failure)}`,
        left,
        false,
      )
    case 'call-timeout':
      return problems.mcpStartFailed(server, causeOrFault(failure), left, false)
    case 'closed':
      return problems.mcpServerClosed(server, undefined)
    case 'cancelled':
      return problems.mcpCancelled(server, undefined)
    case 'lock-unusable':
      return problems.mcpLockUnusable(subject, causeOf(failure))
    case 'not-locked':
      return problems.mcpNotLocked(server, subject, failure.detail !== 'no-lock')
    case 'lock-drift':
      return problems.mcpLockDrift(server, subject, causeOf(failure), left)
  }
}

function callProblem(failure: ToolServerFailure, serverName: string, toolName: string): Problem {
  const server = quotedName(serverName)
  const tool = quotedName(toolName)
  const left = evidenceOf(failure)
  // Of a request that was already sent, these failures name the method.
  const met = { tool, isUnderWay: failure.subject !== '' }
  switch (failure.kind) {
    case 'closed':
      return problems.mcpServerClosed(server, met)
    case 'died':
      return problems.mcpServerDied(server, endText(failure), met, left)
    case 'call-timeout':
      return problems.mcpCallTimeout(server, tool, because(failure), left)
    case 'cancelled':
      return problems.mcpCancelled(server, met)
    case 'invalid-answer':
      return problems.mcpCallFailed(server, tool, `: invalid answer${because(failure)}`, left)
    case 'protocol-error':
    case 'library-missing':
    case 'environment-missing':
    case 'header-invalid':
    case 'unreachable':
    case 'folder-missing':
    case 'command-not-found':
    case 'command-not-executable':
    case 'start-failed':
    case 'start-timeout':
    case 'not-mcp':
    case 'lock-unusable':
    case 'not-locked':
      return problems.mcpCallFailed(server, tool, because(failure), left)
    case 'lock-drift':
      return problems.mcpCallFailed(server, tool, `: it is not what the lock says: ${causeOf(failure)}`, left)
  }
}

/**
 * What the user is told of a call's failure who does not read the audit log. `toolName` is the server's own name; `isRestarted`
 * is the label `restart:`.
 */
export function callWarning(failure: ToolServerFailure, { serverName, toolName, isRestarted }: CallOfServer): Problem {
  const server = quotedName(serverName)
  if (failure.kind === 'died') {
    // Of a restarted server a call that was never sent fails only when it is not started any more.
    const isStartedAgain = isRestarted && failure.subject !== ''
    return problems.mcpServerEnded(server, endText(failure), isStartedAgain, evidenceOf(failure))
  }
  const tool = quotedName(canonicalNameOf({ server: serverName, tool: toolName }))
  return problems.mcpCallTroubled(server, tool, causeOf(failure), evidenceOf(failure))
}

interface CallOfServer {
  readonly serverName: string
  readonly toolName: string
  readonly isRestarted: boolean
}

/** Which answer it was that stopped the start, where the failure says so. */
function refusal({ subject }: ToolServerFailure, verdict: string): string {
  return subject === '' ? '' : `its answer to \`${quotedName(subject)}\` ${verdict}: `
}

function causeOrFault(failure: ToolServerFailure): string {
  return causeOf(failure) || 'it did not answer as the protocol asks'
}

/** `exited with status 1`, `was ended by SIGKILL`, or `has ended` where nobody knows how; then what else is known. */
function endText(failure: ToolServerFailure): string {
  const { exit } = failure
  if (exit?.signal !== undefined) return `was ended by ${exit.signal}${because(failure)}`
  if (exit?.status !== undefined) return `exited with status ${exit.status}${because(failure)}`
  return `has ended${because(failure)}`
}

function startCause(failure: ToolServerFailure): string {
  if (failure.exit !== undefined) return `its command ${endText(failure)}`
  return causeOf(failure) || 'its command ended'
}

function endedByItself(failure: ToolServerFailure): boolean {
  return failure.exit?.status !== undefined && failure.exit.signal === undefined
}

/** What a server has not done while it starts, from the step that the port names. */
export function waitedFor(step: string): string {
  if (step === 'spawn') return 'its process did not start (`spawn`)'
  if (step === 'tools/list') return 'it did not list its tools (`tools/list`)'
  return 'it did not answer the handshake (`initialize`)'
}

function causeOf(failure: ToolServerFailure): string {
  return oneLine(failure.detail, causeLengthMax)
}

function because(failure: ToolServerFailure): string {
  const cause = causeOf(failure)
  return cause === '' ? '' : `: ${cause}`
}

/** Evidence only where there is some. */
function evidenceOf({ exit, stderrLines, ...failure }: ToolServerFailure): { readonly evidence?: Evidence } {
  const facts = [...failure.facts, ...(exit === undefined ? [] : exitFacts(exit))]
  return facts.length === 0 && stderrLines.length === 0 ? {} : { evidence: { facts, stderrLines } }
}

function exitFacts({ status, signal }: ProcessExit): Evidence['facts'] {
  if (signal !== undefined) return [['ended by', signal]]
  return status === undefined ? [] : [['exit status', String(status)]]
}

function lateText({ startTimeoutMs = 0 }: ServerUse): string {
  return `it did not get ready within ${secondsText(startTimeoutMs)} s (\`start_timeout:\` gives it more)`
}

function secondsText(milliseconds: number): string {
  return String(milliseconds / 1000)
}
