/**
 * How the program's code is entered.
 *
 * A signal handler never runs during a busy loop, so the command line enters the program through a door that the operating
 * system can break open. An embedding program enters it by a plain call.
 */
export interface InterrupterPort {
  /**
   * Runs `tick` to its end and gives its result back. Throws `Interrupted` or `TimedOut` if it was broken off; then the run
   * is over.
   */
  enter<Result>(tick: () => Result): Result
  /** Calls `tick` soon, after every signal that has come by then was heard of. Without it a tick follows in a microtask. */
  readonly plan?: (tick: () => void) => void
  /** Called inside `enter` by a tick that leaves the program waiting for something outside. */
  readonly beforeWaiting?: () => void
}

/** The program was stopped from outside (Ctrl-C) while its code ran. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** The program ran for as long as it may. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}
