/** What a host program may say about a run. */

import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import type { DryRun } from '../runtime/execution/gate.ts'
import type { HostPolicy } from '../runtime/safety/host-policy.ts'
import type { HostBuiltin, HostModel, HostTool } from './define.ts'
import type { HostValue } from './host-value.ts'
import type { RunEvent } from './run-events.ts'

export interface RunOptions {
  /** Tools, builtins and models of the host, found in the program by their names. */
  readonly provide?: readonly (HostTool | HostBuiltin | HostModel)[]
  /** Data that the program finds under these names; each run gets copies. */
  readonly values?: Readonly<Record<string, HostValue>>
  /** What the program reads as `program.args`. */
  readonly args?: readonly string[]
  /**
   * The model that answers `ask` where the program itself delegates none: one of the host, or as `sense run --model` takes
   * it, such as `anthropic` or `ollama:llama3.2`.
   */
  readonly model?: HostModel | string
  /** What the program may do at all; no rule in it can lift that. `{ allowOnly: [] }` leaves it nothing but to compute and print. */
  readonly policy?: HostPolicy
  /** Leaves out the bodies of actions, or those and all tool calls. */
  readonly dryRun?: DryRun
  /**
   * The environment variables that the program, its providers and its servers see. Default: those of this process. Keys of
   * models are looked up here.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /**
   * Answers `ask_human`; null where there is no answer. That, and a rejection, is an error of the program. Without this
   * option nobody is asked, which is one too. Servers that want to know something of a person ask here too, line by line,
   * with `[NAME] ` before each line; null, `/cancel` and `/decline` say no to them.
   */
  readonly answer?: (question: string, signal: AbortSignal) => string | null | Promise<string | null>
  /**
   * Shows somebody the page where to sign in at the MCP server `server`, which then sends the browser back to this machine.
   * It need not wait for that. A rejection is an error of the program, and so is a server that wants it without this option.
   */
  readonly signIn?: (request: { readonly server: string; readonly page: string }, signal: AbortSignal) => unknown
  /** Called with each piece of output, whole lines as a rule. Default: it is only kept for the result. */
  readonly onOutput?: (text: string) => void
  /** Called with each warning about a server or tool. */
  readonly onWarning?: (warning: Diagnostic) => void
  /** Called when a model is asked and answers, a tool is called and ends, a server starts, and the audit log grows. */
  readonly onEvent?: (event: RunEvent) => void
  /**
   * The path of the lock that MCP servers are compared with before the program gets them, as `sense mcp lock` writes it.
   * Default: `sense.lock` beside the file of `runFile`, for `runText` in the current folder. There may be no such file.
   */
  readonly lock?: string
  /** Whether it is an error of the program when a server is not in the lock, or when there is none. Default: false. */
  readonly frozen?: boolean
  /** Cancels the run where it waits or makes an effect. */
  readonly signal?: AbortSignal
  /** Ends the run when it has taken so long, also where it is busy. Milliseconds, above 0; default: no limit. */
  readonly timeoutMs?: number
}

export interface RunTextOptions extends RunOptions {
  /** The name of the text in reports. Default: `<text>`. */
  readonly name?: string
}
