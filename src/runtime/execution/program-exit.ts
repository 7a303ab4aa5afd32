/**
 * The end of a program by its own wish. It is no error of Sense: `attempt` and `test` do not catch it, and nothing of the
 * program runs after it.
 */
export class ProgramExit extends Error {
  override readonly name = 'ProgramExit'
  /** From 0 to 255. */
  readonly status: number

  constructor(status: number) {
    super(`the program ended itself with status ${status}`)
    this.status = status
  }
}
