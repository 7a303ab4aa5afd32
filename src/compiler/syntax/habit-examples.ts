/**
 * What was written in the manner of another language, as Sense writes it: for hints that show the user's own names.
 *
 * Only what is short and plain is shown; whoever wrote more gets the general example.
 */

import type { Parser } from './parser.ts'
import type { Token } from './token.ts'
import { isName } from './token.ts'

/** Code points of a name or a value in an example. */
const textLengthMax = 20

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
