/**
 * Names that a host program gives, as a program says them in a comment: `# given by the host: question, stock`.
 *
 * `sense check` does not run the host, so without such a line it would take them for slips. It is a comment and no statement,
 * because it means nothing where the program runs: there the host gives the names or does not.
 */

const declaration = /^#\s*given by the host:(.*)$/i
const name = /^[\p{L}_][\p{L}\p{N}_]*$/u

/** The names in such comments above the first statement of `text`; whatever is no name says nothing. */
export function hostNamesIn(text: string): readonly string[] {
  const names: string[] = []
  for (const line of text.matchAll(/^\ufeff?[ \t]*(#.*)?$\r?\n?/gmy)) {
    const listed = declaration.exec(line[1] ?? '')?.[1] ?? ''
    names.push(
      ...listed
        .split(',')
        .map((part) => part.trim())
        .filter((part) => name.test(part)),
    )
  }
  return names
}
