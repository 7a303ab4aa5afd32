/** Files of variables, as `.env` has them: `NAME=value`, a line each, with `#` for comments and quotes around values. */

/** As Node reads them; a line that is none of these is left out, as there. Later lines win. */
export function variablesIn(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>()
  // Groups: the name, the value in its quotes (which may go over several lines) or up to a comment.
  const lines =
    /^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*("[^"]*"|'[^']*'|`[^`]*`|[^\n#]*)[^\S\n]*(?:#[^\n]*)?$/gm
  for (const [, name = '', value = ''] of text.replace(/\r\n?/g, '\n').matchAll(lines)) {
    variables.set(name, unquoted(value.trim()))
  }
  return variables
}

function unquoted(value: string): string {
  const inner = /^(["'`])([^]*)\1$/.exec(value)
  if (inner === null) return value
  const [, quote, text = ''] = inner
  return quote === '"' ? text.replaceAll('\\n', '\n') : text
}
