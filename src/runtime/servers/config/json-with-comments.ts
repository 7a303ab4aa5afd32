/** JSON as editors write it: with comments, and with a comma behind the last element. */

/** The same text as plain JSON; every character keeps its place, so that a position in it is one in `text`. */
export function plainJson(text: string): string {
  const pieces: string[] = []
  // Groups: a string, a comment.
  for (const [piece, string, comment] of text.matchAll(
    /("(?:[^"\\]|\\.)*"?)|(\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$))|[^"/]+|\//g,
  )) {
    pieces.push(string ?? (comment === undefined ? piece : blank(comment)))
  }
  return withoutLastCommas(pieces.join('').replace(/^\ufeff/, ' '))
}

function blank(comment: string): string {
  return comment.replace(/[^\r\n]/g, ' ')
}

/** A comma before a closing bracket, outside of strings. */
function withoutLastCommas(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*"?)|,(\s*[}\]])/g, (whole, string?: string, end?: string) =>
    string === undefined ? ` ${end ?? ''}` : whole,
  )
}
