/**
 * How statements with bodies are read without recursion.
 *
 * Blocks nest a thousand levels deep, more than Node's default stack would allow for functions that call each other. So a
 * statement's function reads only the first line and returns what is to be done when the body is complete; the loop in
 * `parse-statements.ts` keeps the open bodies in a list.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import { advance, failExpecting, isAt, isAtSymbol, maybeParseSymbol, peek, previous, report } from './parser.ts'
import type { BodyRules, Parser } from './parser.ts'
import type { Token } from './token.ts'
import type { Block, Statement } from './tree.ts'

/** A statement whose body is to be read next. */
export interface OpenBody {
  readonly kind: 'open-body'
  /** What the body belongs to, in plain words: "`if`". */
  readonly owner: string
  readonly rules: BodyRules
  /** Makes the statement of its body, or opens a further one, as `else` does. */
  readonly finish: (body: Block) => Parsed
}

/** A statement, one whose body comes next, or nothing if what was read belongs to no statement. */
export type Parsed = Statement | OpenBody | undefined

export function openBody(owner: string, rules: BodyRules, finish: (body: Block) => Parsed): OpenBody {
  return { kind: 'open-body', owner, rules, finish }
}

/** What a header ends in. */
export type BodyForm = 'indented' | 'one-line' | 'missing'

/** Reads `:` and, of an indented body, the line end and the indentation. A missing colon or body is reported. */
export function parseBodyStart(parser: Parser, owner: string): BodyForm {
  const hasColon = parseColon(parser, owner)
  if (!isAt(parser, 'newline')) return 'one-line'
  const header = previous(parser)
  advance(parser)
  if (isAt(parser, 'indent')) {
    advance(parser)
    return 'indented'
  }
  if (hasColon) reportMissingBody(parser, owner, header)
  return 'missing'
}

/** Reports, at the line that should have been indented, that it is not. */
export function reportMissingBody(parser: Parser, owner: string, header: Token): void {
  let ahead = 0
  while (isAt(parser, 'dedent', undefined, ahead)) ahead += 1
  parser.bodyMissingAt = parser.index + ahead
  const related = { span: header, label: `the body of ${owner} belongs below this line` }
  report(parser, words.missingBody(owner), peek(parser, ahead), related)
}

/** Whether `:` and the end of the line follow: an indented body. */
export function isAtIndentedBody(parser: Parser): boolean {
  return isAtSymbol(parser, ':') && isAt(parser, 'newline', undefined, 1)
}

/** The end of a simple statement. */
export function parseEndOfLine(parser: Parser): void {
  if (isAt(parser, 'newline')) advance(parser)
  else if (!isAt(parser, 'end') && !isAt(parser, 'dedent')) failExpecting(parser, 'the end of the line')
}

/** Reads the `:` of a header. A missing one at the end of the line, or `{` in its place, is reported and passed over. */
function parseColon(parser: Parser, owner: string): boolean {
  if (maybeParseSymbol(parser, ':') !== undefined) return true
  const found = peek(parser)
  if (found.kind === 'foreign' && found.text === '{' && isAt(parser, 'newline', undefined, 1)) {
    report(parser, words.braces('{'), found)
    parser.hasReportedBrace = true
    advance(parser)
    return false
  }
  if (found.kind !== 'newline') return failExpecting(parser, '`:`')
  const { offsetEnd } = previous(parser)
  report(parser, words.missingColon(owner), { offsetStart: offsetEnd, offsetEnd })
  return false
}
