/**
 * The text that takes the place of a match, with `$1` and its like, by the rules of JavaScript's `replace`.
 *
 * It is not left to `replace` itself because the result must stay within the limit of Strings while it grows: a short
 * template can write the whole text again for each match.
 *
 *     $$ a dollar sign      $& the match      $1 to $99 a group      $<name> a named group, if the pattern has any
 *     $` what comes before the match          $' what comes after it
 *
 * A group that took no part in the match gives nothing. Anything else after `$`, such as the number of a group that there
 * is not, stands for itself.
 */

import type { TextBuilder } from '../values/text-builder.ts'

export type TemplatePiece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'match' | 'before' | 'after' }
  | { readonly kind: 'group'; readonly number: number }
  | { readonly kind: 'name'; readonly name: string }

/** Its groups: the digits after `$`, or the name in `$<name>`. */
const reference = /\$(?:[$&`']|(\d\d?)|<([^>]*)>)/g
const referenceWithoutNames = /\$(?:[$&`']|(\d\d?))/g

/** The pieces of `template` for the pattern that made `match`; they serve for its other matches too. */
export function templateFor(template: string, match: RegExpExecArray): readonly TemplatePiece[] {
  const groupCount = match.length - 1
  const pieces: TemplatePiece[] = []
  let start = 0
  for (const found of template.matchAll(match.groups === undefined ? referenceWithoutNames : reference)) {
    pieces.push({ kind: 'literal', text: template.slice(start, found.index) })
    pieces.push(...referencePieces(found, groupCount))
    start = found.index + found[0].length
  }
  pieces.push({ kind: 'literal', text: template.slice(start) })
  return pieces.filter((piece) => piece.kind !== 'literal' || piece.text !== '')
}

/** Adds what `pieces` say for one match. */
export function addReplacement(builder: TextBuilder, pieces: readonly TemplatePiece[], match: RegExpExecArray): void {
  for (const piece of pieces) builder.add(pieceText(piece, match))
}

function referencePieces(found: RegExpExecArray, groupCount: number): readonly TemplatePiece[] {
  const [spelling, digits, name] = found
  if (digits !== undefined) return numberPieces(digits, groupCount)
  if (name !== undefined) return [{ kind: 'name', name }]
  switch (spelling) {
    case '$&':
      return [{ kind: 'match' }]
    case '$`':
      return [{ kind: 'before' }]
    case "$'":
      return [{ kind: 'after' }]
    default:
      return [{ kind: 'literal', text: '$' }]
  }
}

/** Of two digits only the first counts if there are not so many groups. */
function numberPieces(digits: string, groupCount: number): readonly TemplatePiece[] {
  const isOneDigit = digits.length === 2 && Number(digits) > groupCount
  const used = isOneDigit ? digits.slice(0, 1) : digits
  const number = Number(used)
  if (number < 1 || number > groupCount) return [{ kind: 'literal', text: `$${digits}` }]
  return [
    { kind: 'group', number },
    { kind: 'literal', text: digits.slice(used.length) },
  ]
}

function pieceText(piece: TemplatePiece, match: RegExpExecArray): string {
  switch (piece.kind) {
    case 'literal':
      return piece.text
    case 'match':
      return match[0]
    case 'before':
      return match.input.slice(0, match.index)
    case 'after':
      return match.input.slice(match.index + match[0].length)
    case 'group':
      return match[piece.number] ?? ''
    case 'name':
      return match.groups?.[piece.name] ?? ''
  }
}
