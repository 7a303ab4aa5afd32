/**
 * The words a program is made of, and what lies between them.
 *
 * Tokens are what the parser reads; trivia are comments, white space and line ends that mean nothing. Both are pieces of
 * the text: put in order of their offsets and joined they give the text back exactly, for any input.
 */

import type { Span } from '../source/source-file.ts'

/**
 * `symbol` is an operator or punctuation of Sense; `foreign` is anything else that a program cannot contain, such as
 * `&&` or `@`: the grammar accepts it nowhere. `indent`, `dedent` and `end` are empty.
 */
export type TokenKind =
  'name' | 'keyword' | 'int' | 'float' | 'string' | 'symbol' | 'foreign' | 'newline' | 'indent' | 'dedent' | 'end'

export interface Token extends Span {
  readonly kind: TokenKind
  /** The text as written; of a layout token it may be empty. */
  readonly text: string
}

export type TriviaKind = 'space' | 'comment' | 'line-end'

export interface Trivia extends Span {
  readonly kind: TriviaKind
  readonly text: string
}

/** The keywords of spec 01 §1. Words that are special only in one place are not among them. */
export const keywords: ReadonlySet<string> = new Set(
  (
    'def return returns if else while for in break continue true false nil import from python as ' +
    'set local and or not session agent action reversible irreversible requires policy allow deny approval ' +
    'test tool memory async persistent model'
  ).split(' '),
)

const namePattern = /^[\p{L}_][\p{L}\p{Nd}_]*$/u

/** Whether `text` may be the name of a variable: an identifier that is no keyword. */
export function isName(text: string): boolean {
  return namePattern.test(text) && !keywords.has(text)
}
