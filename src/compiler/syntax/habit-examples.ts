/**
 * What was written in the manner of another language, as Sense writes it: for hints that show the user's own names.
 *
 * Only what is short and plain is shown; whoever wrote more gets the general example.
 */

import type { SourceFile } from '../source/source-file.ts'
import type { Parser } from './parser.ts'
import type { Token } from './token.ts'
import { isName } from './token.ts'

/** UTF-16 units of a name or a value in an example. */
const textLengthMax = 20

/** UTF-16 units of a longer piece of the program that an example repeats. */
const pieceLengthMax = 48

const valueWords: ReadonlyMap<string, string> = new Map([
  ...['None', 'null', 'undefined', 'nil'].map((word) => [word, 'nil'] as const),
  ...['True', 'true'].map((word) => [word, 'true'] as const),
  ...['False', 'false'].map((word) => [word, 'false'] as const),
])

/** The comparison around the `is` that the parser stands at: `x == nil` for `x is None`. */
export function comparisonAt({ tokens, index }: Parser): string | undefined {
  const isNegated = tokens[index + 1]?.text === 'not'
  const rightIndex = isNegated ? index + 2 : index + 1
  const left = tokens[index - 1]
  if (left?.kind !== 'name' || tokens[index - 2]?.text === '.' || left.text.length > textLengthMax) return undefined
  const right = plainValue(tokens[rightIndex])
  if (right === undefined || ['.', '(', '['].includes(tokens[rightIndex + 1]?.text ?? '')) return undefined
  return `${left.text} ${isNegated ? '!=' : '=='} ${right}`
}

/** The first entry behind the `{` that the parser stands at as a labelled argument: `Ada: 36` for `{"Ada": 36}`. */
export function entryAt({ tokens, index }: Parser): string | undefined {
  const [key, colon, value, end] = tokens.slice(index + 1, index + 5)
  if (key?.text === '}') return ''
  const label = labelOf(key)
  const shown = plainValue(value)
  if (label === undefined || colon?.text !== ':' || shown === undefined) return undefined
  return end?.text === '}' || end?.text === ',' ? `${label}: ${shown}` : undefined
}

/** The rest of the line behind `first`; undefined where it is too long, or more than the arguments of a call. */
export function argumentText({ text }: SourceFile, first: Token): string | undefined {
  const [line = ''] = text.slice(first.offsetEnd, first.offsetEnd + 2 * pieceLengthMax).split(/[\n\r]/)
  const rest = line.trim()
  return rest === '' || rest.length > pieceLengthMax || /[#`;]|[:{]$/.test(rest) ? undefined : rest
}

/** `"a {b} c"`, as other languages fill it in, as a sum; undefined where that is not plain. */
export function joinedParts(literal: string): string | undefined {
  if (literal.length > pieceLengthMax || !/^"[^"\\`]*"$/.test(literal)) return undefined
  // The group: an expression. `{x=}`, which shows the name as well, stays in the text, and so do braces around nothing.
  const pieces = literal.slice(1, -1).split(/\{([^{}:!]*[^{}:!=\s]\s*)\}/)
  if (pieces.length === 1 || pieces.some((piece, index) => index % 2 === 0 && /[{}]/.test(piece))) return undefined
  const parts = pieces.map((piece, index) => (index % 2 === 1 ? `str(${piece.trim()})` : `"${piece}"`))
  return parts.filter((part) => part !== '""').join(' + ')
}

/** `name`, or `otherwise` where it is too long for an example: cut, it would be another name. */
export function exampleName(name: string, otherwise: string): string {
  return name.length <= textLengthMax ? name : otherwise
}

function labelOf(key: Token | undefined): string | undefined {
  if (key?.kind !== 'name' && key?.kind !== 'string') return undefined
  const name = key.text.replace(/^"(.*)"$/, '$1')
  return isName(name) && name.length <= textLengthMax ? name : undefined
}

function plainValue(token: Token | undefined): string | undefined {
  if (token === undefined || token.text.length > textLengthMax || token.text.includes('\n')) return undefined
  const isPlain = ['name', 'int', 'float', 'string'].includes(token.kind)
  return valueWords.get(token.text) ?? (isPlain ? token.text : undefined)
}
