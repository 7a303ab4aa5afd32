/**
 * Files that keep what a persistent memory remembers, in plain data.
 *
 * A store is a log: rows are added and never changed. What a memory holds now, and what it held earlier, is read from the
 * log. Keys and values are text here; what a value means is the business of `runtime/memory`.
 */

export interface StoresPort {
  /**
   * Opens the store in the file at `path`, which is relative to the current folder and not empty; missing folders and a
   * missing file are made. `:memory:` is a new store without a file. Throws a `StoreFailure`.
   *
   * The same file opened twice is the same store: a store is not closed alone, but with all others by `closeAll`.
   */
  open(path: string): Store
  /** The absolute path of the folder that the file at `filePath` lies in. */
  folderOf(filePath: string): string
  /** The path of `name` in `folder`, either of which may itself have several parts. */
  join(folder: string, name: string): string
  /** Closes every store that is open. A store that is used later fails with the kind `closed`. Harmless when repeated. */
  closeAll(): void
}

/** Every method throws a `StoreFailure`. */
export interface Store {
  /** Adds a row. When this returns, the row outlives the process and the machine's next crash. */
  append(row: NewRow): void
  /** The last row of `key`. */
  latest(key: string): State | undefined
  /** The last row of `key` up to and with `version`. */
  asOf(key: string, version: bigint): State | undefined
  /** All rows of `key`, oldest first. */
  history(key: string): readonly Row[]
  /** The last row of each key that was not forgotten, oldest first. */
  remembered(): readonly KeyedState[]
}

export interface NewRow {
  readonly key: string
  readonly op: 'remember' | 'forget'
  /** JSON in ASCII; null for `forget`. */
  readonly value: string | null
  /** Unix time in seconds. */
  readonly timestamp: number
}

/** What a row says of its key, as it was found: another program may have written it. */
export interface State {
  /** The row's number in the file, from 1. */
  readonly version: bigint
  readonly op: NewRow['op']
  readonly value: string | null
}

export interface KeyedState extends State {
  readonly key: string
}

export interface Row extends State {
  /** Unix time in seconds. */
  readonly timestamp: number
}

export type StoreFailureKind =
  | 'folder' // the path names a folder
  | 'not-a-file' // a device, a pipe
  | 'not-a-database' // a file of another kind
  | 'other-table' // its table `memory_log` is not ours
  | 'not-writable' // `detail` is the system's code, such as `EACCES`, or empty
  | 'disk-full'
  | 'locked' // another program kept it for too long
  | 'damaged' // a broken database; `detail` says what cannot be read
  | 'closed'
  | 'failed' // anything else: `detail` is what the database said

export class StoreFailure extends Error {
  override readonly name = 'StoreFailure'
  readonly kind: StoreFailureKind
  /** As it was given to `open`. */
  readonly path: string
  readonly detail: string

  constructor(kind: StoreFailureKind, path: string, detail = '') {
    super(`${path}: ${kind} ${detail}`.trimEnd())
    this.kind = kind
    this.path = path
    this.detail = detail
  }
}
