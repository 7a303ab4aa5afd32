/**
 * The comments of a file, each of which is taken exactly once by whatever prints it.
 *
 * Comments are no part of the tree. While the tree is printed in the order of the text, each part takes the comments that
 * stand before it, or at the end of its line.
 */

import { lineAt } from '../source/positions.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { TokenList } from '../syntax/lexer.ts'
import type { Token } from '../syntax/token.ts'

export interface Comment {
  /** As written, without white space at its end. */
  readonly text: string
  readonly offset: number
  /** The line that it stands in, from 1. */
  readonly line: number
  /** How far it is indented; a tab counts as one. */
  readonly column: number
  /** Whether nothing but white space stands before it in its line. */
  readonly isAlone: boolean
}

export class Comments {
  readonly #file: SourceFile
  readonly #comments: readonly Comment[]
  readonly #tokens: readonly Token[]
  readonly #taken = new Set<Comment>()
  /** All comments before this one are taken. */
  #next = 0

  constructor(file: SourceFile, { tokens, trivia }: TokenList) {
    this.#file = file
    this.#tokens = tokens.filter(({ kind }) => kind !== 'indent' && kind !== 'dedent')
    this.#comments = trivia
      .filter(({ kind }) => kind === 'comment')
      .map(({ text, offsetStart: offset }) => {
        const line = lineAt(file.lineStarts, offset)
        const lineStart = file.lineStarts[line - 1] ?? 0
        const isAlone = file.text.slice(lineStart, offset).trim() === ''
        return { text: text.trimEnd(), offset, line, column: offset - lineStart, isAlone }
      })
  }

  /** Takes the comments before `offset`, as long as `isWanted` says so. */
  takeBefore(offset: number, isWanted: (comment: Comment) => boolean = () => true): readonly Comment[] {
    const taken: Comment[] = []
    for (let index = this.#next; index < this.#comments.length; index += 1) {
      const comment = this.#comments[index]
      if (comment === undefined || comment.offset >= offset) break
      if (!this.#taken.has(comment)) {
        if (!isWanted(comment)) break
        this.#taken.add(comment)
        taken.push(comment)
      }
      this.#next = index + 1
    }
    return taken
  }

  /** Takes the comment at the end of the line of the program in which `offset` lies, which may be several lines of text. */
  takeAtLineEnd(offset: number): Comment | undefined {
    let index = this.#tokenIndexFrom(offset)
    while (index < this.#tokens.length && this.#tokens[index]?.kind !== 'newline') index += 1
    const last = this.#tokens[index - 1]
    if (last === undefined) return undefined
    const comment = this.#firstFrom(last.offsetEnd)
    if (comment === undefined || comment.isAlone || this.#taken.has(comment)) return undefined
    if (comment.line !== lineAt(this.#file.lineStarts, last.offsetEnd)) return undefined
    this.#taken.add(comment)
    return comment
  }

  /** The first token from `offset` on that is more than layout; the last of the file is `end`. */
  tokenFrom(offset: number): Token {
    let index = this.#tokenIndexFrom(offset)
    while (this.#tokens[index]?.kind === 'newline') index += 1
    const token = this.#tokens[index] ?? this.#tokens.at(-1)
    if (token === undefined) throw new Error('a list of tokens has an end')
    return token
  }

  /** The token that ends at `offset` or before it. */
  tokenBefore(offset: number): Token | undefined {
    return this.#tokens[this.#tokenIndexFrom(offset) - 1]
  }

  #tokenIndexFrom(offset: number): number {
    return firstIndex(this.#tokens.length, (index) => (this.#tokens[index]?.offsetStart ?? 0) >= offset)
  }

  #firstFrom(offset: number): Comment | undefined {
    return this.#comments[firstIndex(this.#comments.length, (index) => (this.#comments[index]?.offset ?? 0) >= offset)]
  }
}

/** The first index below `count` for which `isFound` holds, which holds for all indices behind it too; else `count`. */
function firstIndex(count: number, isFound: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isFound(middle)) high = middle
    else low = middle + 1
  }
  return low
}
