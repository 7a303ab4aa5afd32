/** Modules of JavaScript, as they are: what is done with them is the business of `runtime/host`. */

export interface JavaScriptPort {
  /**
   * Loads the module that `name` means for the file at the path `importer`; undefined: for a file in the current folder.
   * Throws a `JavaScriptMissing`, or whatever the module throws; so does the promise.
   */
  load(name: string, importer: string | undefined): LoadedModule
  /** A short text that shows what is in an object that has no text form of its own. */
  inspect(value: object): string
  /** Whether anything that was begun in JavaScript may still call back: a timer, a server, a request. */
  isSomethingPending(): boolean
  /**
   * Tells of errors of modules that nothing caught, until the function that it gives is called. Absent where they are the
   * business of the process that runs programs.
   */
  catchLostErrors?(onLost: (lost: LostError) => void): () => void
}

/** An error of a module that nothing caught. */
export interface LostError {
  readonly thrown: unknown
  /** Where it was thrown, as `FILE:LINE:COLUMN`; empty if that is not known. */
  readonly place: string
}

/** A module that waits itself while it is loaded comes as a promise. */
export type LoadedModule =
  | { readonly kind: 'loaded'; readonly module: unknown }
  | { readonly kind: 'loading'; readonly module: Promise<unknown> }

/** There is no such module, or it exports nothing that can be imported here; `detail` says which file misses it. */
export class JavaScriptMissing extends Error {
  override readonly name = 'JavaScriptMissing'
  /** The module that is missing: the one that was asked for, or one that it needs. */
  readonly missing: string

  constructor(missing: string) {
    super(`there is no module ${missing}`)
    this.missing = missing
  }
}
