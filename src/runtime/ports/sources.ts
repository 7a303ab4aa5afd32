/** Where the text of imported files comes from. */
export interface SourcesPort {
  /**
   * The absolute, normalised path of `reference`, which is relative to the folder of the file at `importer`; undefined: to
   * the current folder. Two ways to write one file give one path.
   */
  resolve(reference: string, importer: string | undefined): string
  /** How a path is shown to people: relative to the current folder if it lies in it. */
  shownAs(path: string): string
  read(path: string): SourceText
}

export type SourceText =
  | { readonly kind: 'text'; readonly text: string }
  /** `names`: of what is in the folder where it was looked for, as far as that can be read. */
  | { readonly kind: 'missing'; readonly names?: readonly string[] }
  | { readonly kind: 'folder' }
  /** `reason` is the system's code, such as `EACCES`. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** `offset` counts bytes from 0, `line` lines from 1. `isUtf16` where a byte order mark says so. */
  | { readonly kind: 'not-utf8'; readonly offset: number; readonly line: number; readonly isUtf16: boolean }
  | { readonly kind: 'too-large'; readonly bytesMax: number }
