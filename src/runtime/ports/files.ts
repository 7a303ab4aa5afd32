/**
 * The files that a program reads and writes. Paths are relative to the current folder of the process.
 *
 * A file is read and written as a whole: who reads it meanwhile sees the old text or the new one, and after a failure it is
 * as it was. Every method throws `FilesFailure`, and nothing else, where the outside does not let it have its way.
 */
export interface FilesPort {
  read(path: string): string
  /** Makes the file or replaces its text. */
  write(path: string, text: string): void
  /** Adds to the end of the file; makes it if there is none. */
  append(path: string, text: string): void
  exists(path: string): boolean
  /** The names of what lies in the folder, in no order. */
  list(folder: string): readonly string[]
  /** Removes a file, a link or an empty folder. */
  remove(path: string): void
  /** Makes the folder and those above it that are missing; it may be there already. */
  makeFolder(path: string): void
  /** Removes what a write left behind that was broken off. */
  closeAll(): void
}

export type FilesFault =
  /** `folder`: where a relative path starts; undefined if the path is not relative. */
  | { readonly kind: 'missing'; readonly folder: string | undefined }
  | { readonly kind: 'folder' }
  | { readonly kind: 'no-folder' }
  /** A device, a pipe or a socket. */
  | { readonly kind: 'special' }
  | { readonly kind: 'not-empty' }
  /** `offset` counts bytes from 0, `line` lines from 1. `isUtf16` where a byte order mark says so. */
  | { readonly kind: 'not-utf8'; readonly offset: number; readonly line: number; readonly isUtf16: boolean }
  | { readonly kind: 'too-large' }
  /** `reason` is the system's code, such as `EACCES`. */
  | { readonly kind: 'refused'; readonly reason: string }

export class FilesFailure extends Error {
  override readonly name = 'FilesFailure'
  readonly fault: FilesFault

  constructor(fault: FilesFault) {
    super(fault.kind)
    this.fault = fault
  }
}
