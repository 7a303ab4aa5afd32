/** What a host program may say about a run. */

import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import type { DryRun } from '../runtime/execution/gate.ts'
import type { HostPolicy } from '../runtime/safety/host-policy.ts'
import type { HostBuiltin, HostModel, HostTool } from './define.ts'
import type { HostValue } from './host-value.ts'

export interface RunOptions {
  /** Tools, builtins and models of the host, found in the program by their names. */
  readonly provide?: readonly (HostTool | HostBuiltin | HostModel)[]
  /** Data that the program finds under these names; each run gets copies. */
  readonly values?: Readonly<Record<string, HostValue>>
  /** What the program reads as `program.args`. */
  readonly args?: readonly string[]
  /** The model that answers `ask` where the program itself delegates none. */
  readonly model?: HostModel
  /** Rules that no rule of the program can lift. */
  readonly policy?: HostPolicy
  /** Leaves out the bodies of actions, or those and all tool calls. */
  readonly dryRun?: DryRun
  /**
   * The environment variables that the program, its providers and its servers see. Default: those of this process. Keys of
   * models are looked up here.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Answers `ask_human`; null where there is no answer, which is an error of the program. Without it nobody is asked. */
  readonly answer?: (question: string, signal: AbortSignal) => string | null | Promise<string | null>
  /** Called with each piece of output, whole lines as a rule. Default: it is only kept for the result. */
  readonly onOutput?: (text: string) => void
  /** Called with each warning about a server or tool. */
  readonly onWarning?: (warning: Diagnostic) => void
  /** Cancels the run where it waits or makes an effect. */
  readonly signal?: AbortSignal
  /** Ends the run when it has taken so long, also where it is busy. Milliseconds, above 0. */
  readonly timeoutMs?: number
}

export interface RunTextOptions extends RunOptions {
  /** The name of the text in reports. Default: `<text>`. */
  readonly name?: string
}
