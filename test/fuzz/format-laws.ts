/**
 * What formatting promises: the same JavaScript, the same comments, the same literals; and formatting twice changes nothing.
 *
 * Well laid out programs would test little, so each is also laid out badly at random: odd gaps, line ends in brackets,
 * comments wherever one may stand, needless parentheses, bodies on the line of their header.
 */

import { analyzeFile } from '../../src/compiler/analysis/analyze.ts'
import { analyzeProgram } from '../../src/compiler/analysis/suspensions.ts'
import { generate } from '../../src/compiler/codegen/generate.ts'
import { format } from '../../src/compiler/format/format.ts'
import type { SourceFile } from '../../src/compiler/source/source-file.ts'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import { tokenize } from '../../src/compiler/syntax/lexer.ts'
import { parse } from '../../src/compiler/syntax/parse.ts'
import type { Token } from '../../src/compiler/syntax/token.ts'
import { builtinSignatures } from '../../src/language/builtins.ts'
import type { Random } from './random.ts'

/** What is wrong with the formatting of `text`; undefined if nothing is. A text with syntax errors is wrong. */
export function findFormatFault(text: string): string | undefined {
  const file = sourceFileOf('program.sns', text)
  const formatted = format(file)
  if (formatted.kind === 'syntax-errors') return `it is no program: ${formatted.problems[0]?.headline ?? ''}`
  const written = sourceFileOf('program.sns', formatted.text)
  const again = format(written)
  if (again.kind === 'syntax-errors') return `it has a syntax error then: ${again.problems[0]?.headline ?? ''}`
  if (again.text !== formatted.text) return `formatting it twice changes it:\n${formatted.text}----\n${again.text}`
  if (javaScriptOf(file) !== javaScriptOf(written)) return `it compiles to other JavaScript:\n${formatted.text}`
  if (!isSame(comments(file), comments(written))) return `its comments change:\n${formatted.text}`
  if (!isSame(literals(file), literals(written))) return `its literals change:\n${formatted.text}`
  if (/[ \t]\n/.test(withoutStrings(written))) return `lines end in spaces:\n${formatted.text}`
  if (/\n\n\n/.test(withoutStrings(written))) return `blank lines follow each other:\n${formatted.text}`
  return undefined
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right)

function javaScriptOf(file: SourceFile): string {
  const { program } = parse(file)
  const analysis = analyzeFile({
    program,
    builtins: builtinSignatures,
    pathOf: ({ host, reference }) => (host === undefined ? reference.text : undefined),
  })
  const programAnalysis = analyzeProgram(new Map([['program.sns', analysis]]))
  const generated = generate({ file, path: 'program.sns', programAnalysis, builtins: builtinSignatures, firstSite: 0 })
  // Where a declaration stands may change with the layout; what it means may not.
  const withoutPlaces = (key: string, value: unknown): unknown =>
    key.toLowerCase().endsWith('place') ? undefined : value
  return JSON.stringify([generated.code, generated.types, generated.declarations], withoutPlaces)
}

/** Their order may change: one inside an expression moves above its statement. */
const comments = (file: SourceFile): readonly string[] =>
  tokenize(file)
    .trivia.filter(({ kind }) => kind === 'comment')
    .map(({ text }) => text.trimEnd())
    .sort()

const literals = (file: SourceFile): readonly string[] =>
  tokenize(file)
    .tokens.filter(({ kind }) => kind === 'int' || kind === 'float' || kind === 'string')
    .map(({ text }) => text)

const withoutStrings = (file: SourceFile): string =>
  tokenize(file)
    .tokens.filter(({ kind }) => kind === 'string')
    .reduceRight(
      (text, { offsetStart, offsetEnd }) => `${text.slice(0, offsetStart)}""${text.slice(offsetEnd)}`,
      file.text,
    )

/** The same program, laid out badly. The text must be free of syntax errors. */
export function layOutBadly(text: string, random: Random): string {
  const { tokens, trivia } = tokenize(sourceFileOf('program.sns', text))
  const layout = new BadLayout(random)
  const old = trivia.filter(({ kind }) => kind === 'comment')
  for (const [index, token] of tokens.entries()) {
    while (old[0] !== undefined && old[0].offsetStart < token.offsetStart) layout.note(old.shift()?.text ?? '')
    layout.add(token, tokens[index + 1])
  }
  return layout.text
}

class BadLayout {
  text = ''
  readonly #random: Random
  #depth = 0
  readonly #widths = [0]
  #isLineStart = true
  #waiting: string[] = []
  #count = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** A comment of the program, to be written at the next place for one. */
  note(comment: string): void {
    this.#waiting.push(comment)
  }

  add(token: Token, next: Token | undefined): void {
    switch (token.kind) {
      case 'indent':
        this.#widths.push((this.#widths.at(-1) ?? 0) + 1 + this.#random.below(5))
        return
      case 'dedent':
        this.#widths.pop()
        return
      case 'newline':
        this.#endLine()
        return
      case 'end':
        this.#commentLines()
        return
      case 'name':
      case 'keyword':
      case 'int':
      case 'float':
      case 'string':
      case 'symbol':
      case 'foreign':
        this.#addWord(token, next)
    }
  }

  #addWord(token: Token, next: Token | undefined): void {
    if (this.#isLineStart) {
      this.#commentLines()
      this.text += ' '.repeat(this.#widths.at(-1) ?? 0)
      this.#isLineStart = false
    }
    if (/^[)\]]$/.test(token.text)) this.#depth -= 1
    const mayBeWrapped = token.kind === 'int' && next?.text !== '.'
    this.text += mayBeWrapped && this.#random.below(6) === 0 ? `(${token.text})` : token.text
    if (/^[([]$/.test(token.text)) this.#depth += 1
    if (next !== undefined && next.kind !== 'newline') this.text += this.#gap(token, next)
  }

  #gap(token: Token, next: Token): string {
    const roll = this.#random.below(12)
    if (this.#depth > 0 && roll === 0) return `\n${' '.repeat(this.#random.below(9))}`
    if (this.#depth > 0 && roll === 1) return ` ${this.#comment()}\n`
    if (this.#depth > 0 && roll === 2) return `\n\n  ${this.#comment()}\n\t`
    if (roll === 3) return '   '
    const isTight =
      token.kind === 'symbol' && next.kind === 'symbol' ? '([,'.includes(token.text) : mayTouch(token, next)
    return roll < 8 && isTight ? '' : ' '
  }

  #endLine(): void {
    const roll = this.#random.below(5)
    if (roll === 0 || this.#waiting.length > 0) this.text += `  ${this.#comment()}`
    if (roll === 1) this.text += '   '
    this.text += '\n'
    this.#isLineStart = true
  }

  #commentLines(): void {
    while (this.#waiting.length > 0) this.text += `${' '.repeat(this.#random.below(7))}${this.#comment()}\n`
    for (let roll = this.#random.below(9); roll < 3; roll += 1) {
      this.text += roll === 0 ? `${' '.repeat(this.#random.below(9))}${this.#comment()}\n` : '  \n'
    }
  }

  #comment(): string {
    this.#count += 1
    return this.#waiting.shift() ?? `# note ${this.#count}`
  }
}

/** Words would become one, and so might symbols; what follows a number must be clear. */
function mayTouch(token: Token, next: Token): boolean {
  const isWord = ({ kind }: Token): boolean => kind !== 'symbol' && kind !== 'foreign'
  return isWord(token) !== isWord(next) && token.kind !== 'string' && next.kind !== 'string' && next.text !== '.'
}
