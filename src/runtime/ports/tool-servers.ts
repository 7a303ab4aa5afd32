/**
 * Servers of tools outside the process, in plain data.
 *
 * One connection is one child process, or one server over HTTP, from `connect` to `close`. Nothing here is decided:
 * whether a call may happen is the gate's business, before it is made. All text that comes from a server is data: never
 * trusted, only quoted.
 */

import type { Json, JsonObject } from './json.ts'
import type { QuestionListener } from './server-questions.ts'

export interface ToolServersPort {
  /**
   * Starts the server, shakes hands and lists its tools. Rejects with a `ToolServerFailure`; then no process is left.
   * `signal` ends the attempt early.
   */
  connect(request: ToolServerRequest, signal: AbortSignal): Promise<ToolServerConnection>
  /** Ends every connection that is still open, and resolves when no process is left. */
  closeAll(): Promise<void>
}

export interface ToolServerRequest {
  /** The name the program gave the connection. */
  readonly name: string
  /** A program, or the address of a server over HTTP; then `args`, `environment` and `folder` mean nothing. */
  readonly command: string
  readonly args: readonly string[]
  /** Additions to the child's environment as written: `NAME` copies ours, `NAME=value` sets. Never shown, unless plainly settings. */
  readonly environment: readonly string[]
  /** For a server over HTTP: `Name: value`, in which `${VARIABLE}` stands for one of ours. Never shown. */
  readonly headers?: readonly string[]
  /** The same, taken as they are. */
  readonly plainHeaders?: readonly string[]
  /** The child's folder; undefined: ours. */
  readonly folder: string | undefined
  /** Spawn and handshake together. Milliseconds. */
  readonly startTimeoutMs: number
  /** The whole list of tools, all pages together. Milliseconds. */
  readonly listTimeoutMs: number
  /** How long a call may go on without progress, and in all. Milliseconds. */
  readonly callIdleTimeoutMs: number
  readonly callTotalTimeoutMs: number
  /** Told of things the user should know that do not stop the connection: a dropped tool, noise on stdout. */
  readonly onWarning: (warning: ToolServerWarning) => void
  /** Asked what a server wants to know of a person. Absent where nobody can be asked; then servers are told so. */
  readonly onQuestion?: QuestionListener
  /** Told how far the call of a tool is, by the name that the program knows. Absent where nobody listens. */
  readonly onProgress?: (toolName: string, note: ProgressNote) => void
  /** Told of what the server logs. Absent where nobody listens. */
  readonly onLog?: (note: LogNote) => void
}

/** How far a call is. It only ever grows; `total` is where it ends, if the server knows. */
export interface ProgressNote {
  readonly progress: number
  readonly total: number | undefined
  readonly message: string | undefined
}

export interface LogNote {
  /** `info`, `warning` and their like, as the server has it. */
  readonly level: string
  readonly text: string
}

export interface ToolServerWarning {
  readonly kind:
    | 'bad-tool' // a tool was dropped or repaired: `subject` is its name as quoted text
    | 'duplicate-tool'
    | 'list-kept' // the tools have changed and could not be listed anew: `subject` is the method
    | 'list-incomplete' // a page or cursor was unusable: `subject` is the method, `tools/list`
    | 'stdout-noise' // `detail` quotes the first of it
    | 'slow-start' // still starting after 5 s
    | 'suspect-text' // `subject` is a tool, `detail` what of its words is not what it seems
    | 'not-locked' // the lock, whose path is `subject`, does not have the server
  readonly subject: string
  readonly detail: string
}

export interface ToolServerConnection {
  readonly facts: ToolServerFacts
  /** How it is at this moment. */
  readonly status: ToolServerStatus
  readonly tools: readonly ToolServerTool[]
  /**
   * Where the server has said that its tools have changed: lists them anew, and gives those that there are now. Where that
   * fails they stay, and it is a warning. Undefined where the server has said nothing. However often it speaks, nothing is
   * asked of it before this.
   */
  changedTools(signal: AbortSignal): Promise<readonly ToolServerTool[]> | undefined
  /**
   * Calls one tool. Rejects with a `ToolServerFailure`. An aborted `signal` cancels the call on the server and rejects
   * with kind `cancelled`. Concurrent calls are independent.
   */
  callTool(toolName: string, args: JsonObject, signal: AbortSignal): Promise<ToolCallResult>
  /** What the server has to read, templates of addresses too. These four reject and are cancelled as `callTool` is. */
  listResources(signal: AbortSignal): Promise<readonly ServerResource[]>
  /** The contents of one resource: a folder, say, may have several. */
  readResource(uri: string, signal: AbortSignal): Promise<readonly ResourceContent[]>
  listPrompts(signal: AbortSignal): Promise<readonly ServerPrompt[]>
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly PromptMessage[]>
  /** Ends the server and everything it started; resolves when it is gone. Harmless when repeated. */
  close(): Promise<void>
}

export interface ToolServerTool {
  /** As the server has it, but for characters that cannot be seen, which are written out. `callTool` takes it like this. */
  readonly name: string
  /** As the server has it; characters that act on a terminal or cannot be seen are written out, line breaks and tabs are not. */
  readonly description: string | undefined
  /** A JSON Schema as the server gave it, except that its root is an object schema. */
  readonly inputSchema: JsonObject
  /** What its results should be like, if the server says so. Nothing is checked by it. */
  readonly outputSchema?: JsonObject | undefined
  /** What the server claims of the tool, such as `readOnlyHint`. Nothing may be decided by it. */
  readonly annotations: JsonObject
}

/** What a server says of itself when it is greeted. */
export interface ToolServerFacts {
  readonly version: string | undefined
  /** How to use it, for a model. */
  readonly instructions: string | undefined
  /** The revision of MCP that is spoken with it, a date. */
  readonly protocol: string
}

/** `closed` by the program, or `ended` by itself. */
export type ToolServerStatus = 'connected' | 'closed' | 'ended'

export interface ServerResource {
  readonly uri: string
  /** Whether `uri` has places to fill in: `file:///{path}`. */
  readonly isTemplate: boolean
  readonly name: string
  readonly title: string | undefined
  readonly description: string | undefined
  readonly mediaType: string | undefined
  /** In bytes. */
  readonly size: number | undefined
}

export interface ResourceContent {
  readonly uri: string
  readonly mediaType: string | undefined
  readonly data:
    { readonly kind: 'text'; readonly text: string } | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
}

export interface ServerPrompt {
  readonly name: string
  readonly title: string | undefined
  readonly description: string | undefined
  readonly parameters: readonly PromptParameter[]
}

export interface PromptParameter {
  readonly name: string
  readonly description: string | undefined
  readonly isRequired: boolean
}

export interface PromptMessage {
  /** `user` or `assistant`, or what else the server wrote. */
  readonly role: string
  readonly parts: readonly ResultPart[]
}

export interface ToolCallResult {
  /** A tool-level error (`isError`): the parts say what went wrong. */
  readonly isError: boolean
  readonly parts: readonly ResultPart[]
  readonly structuredContent: Json | undefined
}

/** One block of a result. `unknown` is a block of a kind we do not know or that is broken; `note` says what it was. */
export type ResultPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly mediaType: string; readonly base64: string }
  | { readonly kind: 'audio'; readonly mediaType: string; readonly base64: string }
  | { readonly kind: 'link'; readonly uri: string; readonly name: string | undefined }
  | {
      readonly kind: 'resource'
      readonly uri: string
      readonly mediaType: string | undefined
      readonly text: string | undefined
      readonly byteCount: number | undefined
    }
  | { readonly kind: 'unknown'; readonly note: string }

export type ToolServerFailureKind =
  | 'library-missing' // the MCP library is not installed
  | 'environment-missing' // `subject` is the variable
  | 'header-invalid' // `subject` is the header whose value cannot be sent
  | 'unreachable' // a server over HTTP: `subject` is its address, `code` the status of its answer, if there was one
  | 'folder-missing' // `cwd` is no folder
  | 'command-not-found'
  | 'command-not-executable'
  | 'start-failed' // it ran and exited, or closed its pipes, before it was ready
  | 'start-timeout' // `subject` is the step that was waiting: `spawn`, `initialize`, `tools/list`
  | 'not-mcp' // it answered with something that is not MCP
  | 'closed' // by the program
  | 'died' // the process ended, or closed its output
  | 'call-timeout' // `subject` is `idle`, no progress for too long, or `total`
  | 'cancelled'
  | 'protocol-error' // the server answered the request with an error: `detail` is its text
  | 'invalid-answer'
  | 'lock-unusable' // `subject` is the path of the lock, here and in the next two; `detail` says what is wrong with it
  | 'not-locked' // the lock does not have the server; `detail` is `no-lock` where there is none
  | 'lock-drift' // the server is not what the lock says: `detail` sums up how, and `facts` are the lines

/** Why something with a server failed, with the evidence. `Error.message` is for logs only; users see the catalogue's words. */
export class ToolServerFailure extends Error {
  override readonly name = 'ToolServerFailure'
  readonly kind: ToolServerFailureKind
  /**
   * What it is about, by kind: a step, a variable, a folder, a command. Of a request that was under way when it failed, its
   * method; empty where the request was never sent.
   */
  readonly subject: string
  /** The cause in words, from the system or the server: quoted, shortened, control characters visible. */
  readonly detail: string
  readonly exit: ProcessExit | undefined
  /** Of `protocol-error`: the number of the error, if the server gave one. Of `unreachable`: the status of HTTP. */
  readonly code: number | undefined
  /** The last lines of the server's stderr, oldest first, control characters visible, secrets replaced. */
  readonly stderrLines: readonly string[]
  /** Of `command-not-found`: the commands that there are, if it was looked for among those. */
  readonly names: readonly string[]
  /** What else is known, each with its name, fit to be shown. */
  readonly facts: readonly (readonly [name: string, value: string])[]

  constructor(facts: ToolServerFailureFacts) {
    super(`${facts.kind}: ${facts.detail ?? facts.subject ?? ''}`)
    this.kind = facts.kind
    this.subject = facts.subject ?? ''
    this.detail = facts.detail ?? ''
    this.exit = facts.exit
    this.code = facts.code
    this.stderrLines = facts.stderrLines ?? []
    this.names = facts.names ?? []
    this.facts = facts.facts ?? []
  }
}

export interface ToolServerFailureFacts {
  readonly kind: ToolServerFailureKind
  readonly subject?: string
  readonly detail?: string
  readonly exit?: ProcessExit | undefined
  readonly code?: number | undefined
  readonly stderrLines?: readonly string[]
  readonly names?: readonly string[]
  readonly facts?: readonly (readonly [name: string, value: string])[]
}

/** How a process ended: with a status or by a signal such as `SIGKILL`. */
export interface ProcessExit {
  readonly status: number | undefined
  readonly signal: string | undefined
}
