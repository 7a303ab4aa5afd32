/**
 * Python, as a process that answers one request after the other.
 *
 * What requests and replies say is no business of this port: both are frames of bytes. A request carries its length in its
 * first four bytes; a reply is given without it.
 */

export interface PythonPort {
  /** Loads what starting a process needs. Called before a program that imports Python modules runs. */
  prepare(): Promise<void>
  /** Starts a Python process and waits until it answers. Throws a `PythonStartFailure`; then no process is left. */
  start(): PythonProcess
  /**
   * Ends every process that is left, and resolves when it is gone. One that is idle may finish what it does at its end, for
   * some seconds, unless `hurry` is aborted: then hardly anybody waits.
   */
  closeAll(hurry: AbortSignal): Promise<void>
}

export interface PythonProcess {
  /** Whether it has ended; it answers nothing any more. */
  readonly isEnded: boolean
  /** Sends a request that has no reply with the next one that has. */
  post(frame: Uint8Array): void
  /** Sends a request and blocks until its reply is there. Throws a `PythonEnded`. The frame may be reused afterwards. */
  ask(frame: Uint8Array): Uint8Array
  /** Sends a request when those before it are answered, and goes on. The frame belongs to the process from then on. */
  askLater(frame: Uint8Array, answer: PythonAnswer): void
  /**
   * Now and then calls `sweep`, after the garbage collector has looked at all objects: a WeakRef whose target is not used
   * any more is empty then, also in the middle of a loop that never waits.
   */
  sweepIfDue(sweep: () => void): void
}

/** Exactly one of the two is called, once, and never before `askLater` has returned. */
export interface PythonAnswer {
  readonly done: (reply: Uint8Array) => void
  readonly fail: (error: PythonEnded) => void
}

interface PythonEnding {
  readonly status?: number | undefined
  readonly signal?: string | undefined
  readonly isGarbled?: boolean
}

/** The process ended, or was ended, before it answered. */
export class PythonEnded extends Error {
  override readonly name = 'PythonEnded'
  /** How: a status, a signal such as `SIGSEGV`, or neither where that cannot be known. */
  readonly status: number | undefined
  readonly signal: string | undefined
  /** It was ended because code in it wrote to the pipe of its replies. */
  readonly isGarbled: boolean

  constructor({ status, signal, isGarbled = false }: PythonEnding) {
    super('the Python process has ended')
    this.status = status
    this.signal = signal
    this.isGarbled = isGarbled
  }
}

export type PythonStartFailureKind =
  /** There is no such command: `subject`. */
  | 'missing'
  /** The command cannot be run; `detail` says why. */
  | 'not-startable'
  /** It is older than the versions that can be used; `detail` is its version. */
  | 'too-old'
  /** It ended, or said something else than Python does; `detail` says what is known. */
  | 'not-python'
  /** It said nothing in time. */
  | 'no-answer'

export class PythonStartFailure extends Error {
  override readonly name = 'PythonStartFailure'
  readonly kind: PythonStartFailureKind
  /** The command, as it was looked for. */
  readonly subject: string
  /** Whether the command comes from SENSE_PYTHON. */
  readonly isChosen: boolean
  readonly detail: string

  constructor(
    kind: PythonStartFailureKind,
    command: { readonly name: string; readonly isChosen: boolean },
    detail = '',
  ) {
    super(`${kind}: ${command.name} ${detail}`)
    this.kind = kind
    this.subject = command.name
    this.isChosen = command.isChosen
    this.detail = detail
  }
}
