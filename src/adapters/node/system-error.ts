/** What the system says when it refuses something, in words for people who do not know its codes. */

/** The code, such as `ENOENT`; undefined when the system was not asked. */
export function codeOfSystemError(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The same for a report, which needs a word in any case. */
export function shownCodeOf(error: unknown): string {
  return codeOfSystemError(error) ?? 'unknown'
}

/** One sentence without a capital or a full stop, with the code in parentheses where there is one. */
export function causeOfSystemError(error: unknown): string {
  const code = codeOfSystemError(error)
  const cause = code === undefined ? undefined : causes.get(code)
  if (cause !== undefined) return `${cause} (${code})`
  return error instanceof Error ? error.message : String(error)
}

const causes: ReadonlyMap<string, string> = new Map([
  ['E2BIG', 'its arguments and environment are longer than the system allows'],
  ['EAGAIN', 'the system allows no further process'],
  ['EMFILE', 'this program has too many files open'],
  ['ENFILE', 'the system has too many files open'],
  ['ENAMETOOLONG', 'its name is longer than the system allows'],
  ['ELOOP', 'its path is a circle of links'],
  ['ENOMEM', 'there is not enough memory'],
  ['ENOTDIR', 'its path goes through a file as if it were a folder'],
  ['EPERM', 'the system does not permit it'],
  ['ETXTBSY', 'somebody is writing to the file'],
])
