/**
 * Errors and warnings of MCP servers (spec 02 §3).
 *
 * Each names the server, the cause, and keeps what the process left behind. Text from a server comes quoted and shortened.
 * `during` is the call that met the failure, or undefined at the start of the server.
 */

import type { Evidence, Problem } from '../diagnostic.ts'
import { problemKind } from '../problem-kind.ts'
import { visibleText } from '../visible-text.ts'
import { hintOf, nearNameHint } from './execution.ts'

interface WithEvidence {
  readonly evidence?: Evidence
}

export interface MetCall {
  /** Such as `server.tool`. */
  readonly tool: string
  /** The server had got it already, so it may have done what it does. */
  readonly isUnderWay: boolean
}

// Starting

export const mcpLibraryMissing = problemKind('SenseRuntimeError', 'mcp-library-missing', (server: string) => ({
  headline: `the MCP server \`${server}\` needs the MCP library, which is not installed`,
  hint: 'run `npm install @modelcontextprotocol/client` in the folder of the program',
}))

const withValue = 'write its value: `env: ["NAME=value"]`'
const withDefault = (variable: string) => `write a text for when it is not set: \`\${${variable}:-text}\``

export const mcpVariableMissing = problemKind(
  'SenseRuntimeError',
  'mcp-variable-missing',
  (server: string, variable: string, place: 'env' | 'headers') => ({
    headline: `the MCP server \`${server}\` should get the environment variable ${variable}, which is not set`,
    hint: `set ${variable} before the program runs, or ${place === 'env' ? withValue : withDefault(variable)}`,
  }),
)

/** The value is not shown: it may be a key. */
export const mcpHeaderInvalid = problemKind(
  'SenseRuntimeError',
  'mcp-header-invalid',
  (server: string, header: string) => ({
    headline: `the header \`${header}\` of the MCP server \`${server}\` has a value that HTTP cannot send`,
    hint: 'a value is one line of Latin letters, digits and signs; look at the variable that it is made from',
  }),
)

/** `status` is that of the answer over HTTP, if there was one. */
export const mcpUnreachable = problemKind(
  'SenseRuntimeError',
  'mcp-unreachable',
  (server: string, address: string, cause: string, status: number | undefined) => ({
    headline: `the MCP server \`${server}\` cannot be used at ${address}: ${cause}`,
    hint: unreachableHint(status),
  }),
)

export const mcpFolderMissing = problemKind(
  'SenseRuntimeError',
  'mcp-folder-missing',
  (server: string, folder: string, cause: string) => ({
    headline: `the MCP server \`${server}\` cannot start in \`${folder}\`: ${cause}`,
    hint: 'name a folder that exists with `cwd:`; a relative one is meant from the current directory',
  }),
)

/** `names`: of the commands that there are. */
export const mcpCommandNotFound = problemKind(
  'SenseRuntimeError',
  'mcp-command-not-found',
  (server: string, command: string, cause: string, names: readonly string[] = []) => ({
    headline: `the MCP server \`${server}\` could not be started: the command \`${command}\` ${cause}`,
    hint: commandHint(command, names),
  }),
)

function commandHint(command: string, names: readonly string[]): string {
  if (hasArguments(command)) {
    return 'the command stands alone, its arguments in the Array: `connect_mcp("files", "npx", ["-y", "files-server"])`'
  }
  const near = nearNameHint(command, names.map(visibleText))
  if (near !== undefined) return `${near}; if that is not meant, install what is missing`
  return 'run the command in a terminal: if it works there, write its whole path; if not, it is misspelt or not installed'
}

export const mcpStartFailed = problemKind(
  'SenseRuntimeError',
  'mcp-start-failed',
  (server: string, cause: string, left: WithEvidence, endedByItself: boolean) => ({
    headline: `the MCP server \`${server}\` could not be started: ${cause}`,
    hint: startFailedHint(endedByItself, left),
    ...left,
  }),
)

function startFailedHint(endedByItself: boolean, { evidence }: WithEvidence): string {
  return endedByItself && (evidence?.stderrLines.length ?? 0) > 0
    ? 'the command was found, but the server gave up: install what its own words name, or correct it in the arguments'
    : 'run the command with these arguments in a terminal to see what it needs'
}

export const mcpStartTimeout = problemKind(
  'SenseRuntimeError',
  'mcp-start-timeout',
  (server: string, step: string, seconds: string, left: WithEvidence) => ({
    headline: `the MCP server \`${server}\` did not get ready within ${seconds} s: ${step}`,
    hint: 'give it more time with `start_timeout: seconds`, or check that the command speaks MCP on stdin and stdout',
    ...left,
  }),
)

export const mcpNotSpoken = problemKind(
  'SenseRuntimeError',
  'mcp-not-spoken',
  (server: string, cause: string, left: WithEvidence) => ({
    headline: `the command of the MCP server \`${server}\` does not speak MCP${cause}`,
    hint: 'check that this is a server for stdio; some need an argument such as `stdio`',
    ...left,
  }),
)

export const mcpConfigUnusable = problemKind(
  'SenseRuntimeError',
  'mcp-config-unusable',
  (path: string, fault: string) => ({
    headline: `\`${path}\` cannot be used as a file of MCP servers: ${fault}`,
    hint: 'it is JSON such as `{"mcpServers": {"files": {"command": "npx", "args": ["-y", "files-server"]}}}`',
  }),
)

// The lock

/** `path` is that of the lock. */
export const mcpLockUnusable = problemKind('SenseRuntimeError', 'mcp-lock-unusable', (path: string, fault: string) => ({
  headline: `\`${path}\` cannot be used as a lock of MCP servers: ${fault}`,
  hint: 'take it back as it was, or write it anew with `sense mcp lock` and the name of the program',
}))

export const mcpNotLocked = problemKind(
  'SenseRuntimeError',
  'mcp-not-locked',
  (server: string, path: string, isLockThere: boolean) => ({
    headline: isLockThere
      ? `the MCP server \`${server}\` is not in \`${path}\`, and the run is frozen`
      : `there is no \`${path}\` to compare the MCP server \`${server}\` with, and the run is frozen`,
    hint: 'write the lock with `sense mcp lock` and the name of the program, after a look at what the server is',
  }),
)

/** `summary` says what is different, and the facts of the evidence how. */
export const mcpLockDrift = problemKind(
  'SenseRuntimeError',
  'mcp-lock-drift',
  (server: string, path: string, summary: string, left: WithEvidence) => ({
    headline: `the MCP server \`${server}\` is not what \`${path}\` says: ${summary}`,
    hint: 'if the change is what you want, write the lock anew with `sense mcp lock` and the name of the program',
    ...left,
  }),
)

/** Whether a run stops at this, also where it would go on without the server. */
export function isLockProblem({ code }: Pick<Problem, 'code'>): boolean {
  return code === 'mcp-lock-unusable' || code === 'mcp-not-locked' || code === 'mcp-lock-drift'
}

// Calls

export const mcpServerClosed = problemKind(
  'SenseRuntimeError',
  'mcp-server-closed',
  (server: string, during: MetCall | undefined) => ({
    headline: `the MCP server \`${server}\` was closed by the program${notDone(during)}`,
    hint: 'call `.close()` after the last use, or connect again with `connect_mcp`',
  }),
)

/** Said of servers with and without the label. */
const connectAgain =
  'connect again with `connect_mcp`: without `restart: true` a server that ended is not started again'

export const mcpServerDied = problemKind(
  'SenseRuntimeError',
  'mcp-server-died',
  (server: string, cause: string, during: MetCall | undefined, left: WithEvidence) => ({
    headline: `the MCP server \`${server}\` ${cause}${notDone(during)}`,
    hint: connectAgain,
    ...left,
  }),
)

export const mcpCallTimeout = problemKind(
  'SenseRuntimeError',
  'mcp-call-timeout',
  (server: string, during: string, cause: string, left: WithEvidence) => ({
    headline: `the MCP server \`${server}\` did not answer the call of \`${during}\` in time${cause}`,
    hint: 'give calls more time with `call_timeout: seconds` in `connect_mcp`',
    ...left,
  }),
)

export const mcpCallFailed = problemKind(
  'SenseRuntimeError',
  'mcp-call-failed',
  (server: string, during: string, cause: string, left: WithEvidence) => ({
    headline: `the call of \`${during}\` failed at the MCP server \`${server}\`${cause}`,
    ...left,
  }),
)

export const mcpCancelled = problemKind(
  'SenseRuntimeError',
  'mcp-cancelled',
  (server: string, during: MetCall | undefined) => ({
    headline: `the MCP server \`${server}\` was stopped before it had answered${notDone(during)}`,
  }),
)

export const resourceTooLarge = problemKind(
  'SenseRuntimeError',
  'mcp-resource-too-large',
  (uri: string, bytesMax: number) => ({
    headline: `the resource \`${uri}\` is no text and has more than ${bytesMax} bytes`,
    hint: 'let a tool of the server write it to a file, and use the file',
  }),
)

// Warnings

/** `tool` is undefined where the warning is about several. */
export const mcpToolRepaired = problemKind(
  'warning',
  'mcp-tool-repaired',
  (server: string, tool: string | undefined, why: string) => ({
    headline: `the MCP server \`${server}\` lists ${faultyTools(tool)}${because(why)}`,
  }),
)

export const mcpToolTwice = problemKind('warning', 'mcp-tool-twice', (server: string, tool: string) => ({
  headline: `the MCP server \`${server}\` lists the tool \`${tool}\` twice; the first one is kept`,
}))

/** `things`: tools, resources, prompts. */
export const mcpListIncomplete = problemKind(
  'warning',
  'mcp-list-incomplete',
  (server: string, things: string, why: string) => ({
    headline: `the list of ${things} of the MCP server \`${server}\` is incomplete${because(why)}`,
  }),
)

/** `what`: which are new, gone, or other than before. */
export const mcpToolsChanged = problemKind('warning', 'mcp-tools-changed', (server: string, what: string) => ({
  headline: `the MCP server \`${server}\` has changed its tools: ${what}`,
  hint: '`.tools` has them from here on; what was read from it before stays as it was',
}))

export const mcpListKept = problemKind('warning', 'mcp-list-kept', (server: string, why: string) => ({
  headline: `the MCP server \`${server}\` says that its tools have changed, but does not list them${because(why)}`,
  hint: 'the tools that were known stay; they are listed again when the server tells of the next change',
}))

export const mcpNoise = problemKind('warning', 'mcp-noise', (server: string, excerpt: string) => ({
  headline: `the MCP server \`${server}\` writes text to stdout that is not MCP${because(excerpt)}`,
  hint: 'it was skipped; a server should write its messages for people to stderr',
}))

/** `lacking` is what it has not done: "it did not answer the handshake". */
export const mcpSlowStart = problemKind('warning', 'mcp-slow-start', (server: string, lacking: string) => ({
  headline: `the MCP server \`${server}\` is still starting: ${lacking} yet`,
}))

/** `tool` is empty where it is about several; `what` says which of their words, and how they deceive. */
export const mcpSuspectText = problemKind(
  'warning',
  'mcp-suspect-text',
  (server: string, tool: string, what: string) => ({
    headline: `the MCP server \`${server}\` describes ${tool === '' ? 'tools' : `the tool \`${tool}\``} in a way that deceives the eye: ${what}`,
    hint: 'look at who makes the server; a model reads what a person does not see, or takes one name for another',
  }),
)

/** `effect` is what the program wanted to do, such as `ask a model`. */
export const mcpLockPartial = problemKind('warning', 'mcp-lock-partial', (effect: string) => ({
  headline: `the program was run up to where it would ${effect}; a server that it connects after that is not in the lock`,
  hint: 'connect all servers before that',
}))

export const mcpServerUnlocked = problemKind('warning', 'mcp-server-unlocked', (server: string, path: string) => ({
  headline: `the MCP server \`${server}\` is not in \`${path}\`, so nothing says whether it has changed`,
  hint: 'write the lock anew with `sense mcp lock` and the name of the program; `--frozen` makes this an error',
}))

export const mcpEntryLeftOut = problemKind(
  'warning',
  'mcp-entry-left-out',
  (server: string, path: string, fault: string) => ({
    headline: `the MCP server \`${server}\` of \`${path}\` was left out: ${fault}`,
  }),
)

/** What is given is the error that it would be in `connect_mcp`. */
export const mcpServerLeftOut = problemKind(
  'warning',
  'mcp-server-left-out',
  ({ headline, hint, evidence }: Pick<Problem, 'headline' | 'hint' | 'evidence'>) => ({
    headline: `${headline}; it was left out`,
    ...hintOf(hint),
    ...(evidence === undefined ? {} : { evidence }),
  }),
)

/** `names`: of the tools that there are. */
export const mcpToolUnknown = problemKind(
  'warning',
  'mcp-tool-unknown',
  (server: string, tool: string, names: readonly string[]) => ({
    headline: `the MCP server \`${server}\` has no tool \`${tool}\`, which \`tools:\` names`,
    ...hintOf(nearNameHint(tool, names)),
  }),
)

/**
 * The program reads of each failed call in the audit log; this one says what the process left behind. `isStartedAgain`: by the
 * label `restart:`, for the next call.
 */
export const mcpServerEnded = problemKind(
  'warning',
  'mcp-server-ended',
  (server: string, cause: string, isStartedAgain: boolean, left: WithEvidence) => ({
    headline: `the MCP server \`${server}\` ${cause}; ${isStartedAgain ? startedAgain : 'calls of its tools fail from now on'}`,
    hint: isStartedAgain ? 'the call that met the end is not repeated: it may have taken effect' : connectAgain,
    ...left,
  }),
)

const startedAgain = '`restart:` starts it again for the next call, at most 10 times'

/** The model is told of the call; this one is for the user, and says what the server wrote meanwhile. */
export const mcpCallTroubled = problemKind(
  'warning',
  'mcp-call-troubled',
  (server: string, tool: string, cause: string, left: WithEvidence) => ({
    headline: `a call of \`${tool}\` failed at the MCP server \`${server}\`${because(cause)}`,
    hint: 'the model was told, and the audit log has it as `failed`; more failures of this kind are not reported',
    ...left,
  }),
)

export const mcpCapabilityUnnamed = problemKind(
  'warning',
  'mcp-capability-unnamed',
  (server: string, capability: string) => ({
    headline: `no policy can name the capability \`${capability}\` of the MCP server \`${server}\``,
    hint: 'write words joined by dots, such as `files.read`',
  }),
)

function unreachableHint(status: number | undefined): string {
  if (status === undefined) return 'check the address, and that the server runs; many have their MCP at the path `/mcp`'
  if (status === 401 || status === 403) {
    return 'give it a key that it accepts: `headers: ["Authorization: Bearer ${NAME}"]` takes it from the environment'
  }
  if (status >= 300 && status < 400) return 'if you trust the other address, write it in `connect_mcp`'
  if (status === 429 || status >= 500) return 'try again later; if it goes on, ask whoever runs the server'
  return 'check the address: many servers have their MCP at the path `/mcp`'
}

function notDone(during: MetCall | undefined): string {
  if (during === undefined) return ''
  const { tool, isUnderWay } = during
  return isUnderWay
    ? `; the call of \`${tool}\` was under way and may have taken effect`
    : `, so \`${tool}\` cannot be called`
}

/** `npx -y server`, but no path such as `/opt/My Server/run`. */
function hasArguments(command: string): boolean {
  return /^[^/\s]+\s+\S/.test(command)
}

function because(why: string): string {
  return why === '' ? '' : `: ${why}`
}

function faultyTools(tool: string | undefined): string {
  return tool === undefined ? 'tools that break the protocol' : `a tool that breaks the protocol, \`${tool}\``
}
