/**
 * Recognises habits from other languages at the place where a statement fails.
 *
 * The words and symbols looked for stay ordinary wherever the grammar accepts them: these rules are asked only when a line
 * does not parse, and their words replace the general ones. The tables say what, the functions say where.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Problem } from '../diagnostics/diagnostic.ts'
import { comparisonAt, entryAt, exampleName, joinedParts, argumentText } from './habit-examples.ts'
import { foreignSymbolProblem, leadingWords, prefixWords } from './habit-tables.ts'
import type { Parser } from './parser.ts'
import type { Finding } from './report-failure.ts'
import type { Token } from './token.ts'

/** What the rules look at: the token that fails, its neighbours and the start of its statement. */
interface Scene {
  readonly parser: Parser
  readonly token: Token
  readonly before: Token | undefined
  readonly after: Token | undefined
  readonly first: Token
  readonly second: Token | undefined
  /** Whether the failing token is the first, second, ... of its statement, from 0. */
  readonly position: number
}

/** A better explanation of why the statement fails at `token`. */
export function findHabit(parser: Parser, token: Token): Finding | undefined {
  if (parser.tokens[parser.index] !== token) return undefined
  const { tokens, index, statementStart } = parser
  const scene: Scene = {
    parser,
    token,
    before: index > statementStart ? tokens[index - 1] : undefined,
    after: tokens[index + 1],
    first: tokens[statementStart] ?? token,
    second: tokens[statementStart + 1],
    position: index - statementStart,
  }
  return (
    findLeadingWord(scene) ??
    findForeignToken(scene) ??
    findPrefixWord(scene) ??
    findString(scene) ??
    findMissingDef(scene) ??
    findKeyword(scene) ??
    findNumber(scene) ??
    findSymbol(scene) ??
    findSecondStatement(scene)
  )
}

const at = (problem: Problem, span: Token): Finding => ({ problem, span })

/** Whether a value may end with this token. */
function endsValue(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (token.kind === 'keyword') return ['true', 'false', 'nil'].includes(token.text)
  if (token.kind === 'symbol') return token.text === ')' || token.text === ']'
  return ['name', 'int', 'float', 'string'].includes(token.kind)
}

function beginsValue(token: Token): boolean {
  if (token.kind === 'keyword') return ['true', 'false', 'nil', 'not'].includes(token.text)
  return ['name', 'int', 'float', 'string'].includes(token.kind)
}

const touches = (left: Token | undefined, right: Token | undefined): boolean =>
  left !== undefined && right !== undefined && left.offsetEnd === right.offsetStart

// ---- Words

/** A word at the start of the statement that begins a statement in another language. */
function findLeadingWord({ parser, token, first, second, position }: Scene): Finding | undefined {
  if (first.kind !== 'name') return undefined
  if (first.text === 'skill' && position === 1 && token.kind === 'name')
    return at(words.skillBlock(exampleName(token.text, 's')), first)
  const entry = leadingWords.get(first.text)
  if (entry === undefined) return undefined
  const isBeforeWord = position === 1 && (beginsValue(token) || token.kind === 'keyword')
  const isBeforeBrace = position === 1 && token.text === '{'
  const isHeader = entry.isHeader && (token.text === ':' || token.text === '{')
  const isBeforeColon = entry.isHeader && second?.text === ':' && position >= 2
  if (isBeforeWord || isBeforeBrace || isHeader || isBeforeColon)
    return at(entry.problem(first.text, argumentText(parser.file, first)), first)
  return undefined
}

/** A word that other languages put before a value, such as `new`. */
function findPrefixWord({ token, before, parser }: Scene): Finding | undefined {
  if (token.kind === 'name') {
    if (token.text === 'is' && endsValue(before)) return at(words.identity(comparisonAt(parser)), token)
    if (/^(?:elif|elsif|elseif)$/.test(token.text) && endsValue(before)) return at(words.elif(token.text), token)
    if (token.text === 'then' && endsValue(before)) return at(words.thenWord(), token)
    if (token.text === 'instanceof' && endsValue(before)) return at(words.typeOperator(token.text), token)
  }
  if (before?.kind !== 'name') return undefined
  const problem = prefixWords.get(before.text)
  if (problem === undefined || !(beginsValue(token) || token.text === ':')) return undefined
  return at(problem(before.text), before)
}

function findString({ parser, token, before, first, position }: Scene): Finding | undefined {
  if (token.kind !== 'string' || before === undefined) return undefined
  if (before.kind === 'string') return at(words.adjacentStrings(), token)
  const isPrefix = before.kind === 'name' && touches(before, token) && /^[fFrRbBuU]{1,2}$/.test(before.text)
  const isCall = position === 1 && first.kind === 'name'
  if (!isPrefix)
    return isCall ? at(words.callWithoutParentheses(first.text, argumentText(parser.file, first)), first) : undefined
  const problem = /f/i.test(before.text)
    ? words.formattedString(joinedParts(token.text))
    : words.stringPrefix(before.text)
  return at(problem, before)
}

/** `f(x):`, `f(x) returns T:`, `f(x) -> T:` without `def`. */
function findMissingDef({ token, first, second, before }: Scene): Finding | undefined {
  const isCall = first.kind === 'name' && second?.text === '(' && before?.text === ')'
  const isHeader = [':', 'returns', '->', '{'].includes(token.text) && token.kind !== 'string'
  return isCall && isHeader ? at(words.missingDef(first.text), first) : undefined
}

function findKeyword({ parser, token, before, after }: Scene): Finding | undefined {
  if (token.kind !== 'keyword') return undefined
  const isBehindValue = endsValue(before)
  switch (token.text) {
    case 'if':
      return isBehindValue || before?.text === '=' ? at(words.conditionalExpression(), token) : undefined
    case 'else':
      return at(words.elseOnSameLine(), token)
    case 'in':
      return isBehindValue ? at(words.membership(), token) : undefined
    case 'not':
      return isBehindValue && after?.text === 'in' ? at(words.membership(), token) : undefined
    case 'for':
      return parser.openBrackets.length > 0 ? at(words.comprehension(), token) : undefined
    default:
      return isBehindValue ? undefined : keywordInPlaceOfValue(token)
  }
}

const nouns: ReadonlySet<string> = new Set(
  'session agent action policy approval test tool memory model set local import from as python requires returns'.split(
    ' ',
  ),
)

function keywordInPlaceOfValue(token: Token): Finding | undefined {
  return nouns.has(token.text) ? at(words.keywordAsName(token.text), token) : undefined
}

// ---- Symbols

function findForeignToken(scene: Scene): Finding | undefined {
  const { token, before, parser, position } = scene
  if (token.kind !== 'foreign') return undefined
  const isType = isTypeBefore(parser)
  if ((token.text === '|' || token.text === '?') && isType) return at(words.unionType(token.text), token)
  if (token.text === '<>' && isType) return at(words.emptyType(), token)
  if (token.text === '@' && position === 0) return at(words.decorator(), token)
  if (token.text === '{' && before !== undefined && !endsValue(before))
    return at(words.recordBraces(entryAt(parser)), token)
  if (token.text === '**' && !endsValue(before)) return spreadAt(scene)
  if (token.text === '...' && !endsValue(before)) return spreadAt(scene)
  return at(foreignSymbolProblem(token.text, assignedName(scene)), token)
}

/** The name that `x += 1` and `x++` mean to change; `n` if it is no plain name, or too long for an example. */
function assignedName({ parser, first }: Scene): string {
  const isPlain = first.kind === 'name' && first === parser.tokens[parser.index - 1]
  return isPlain ? exampleName(first.text, 'n') : 'n'
}

function isTypeBefore(parser: Parser): boolean {
  const beforeName = parser.tokens[parser.index - 2]
  const isName = parser.tokens[parser.index - 1]?.kind === 'name'
  return isName && beforeName?.kind === 'symbol' && [':', '->', '<'].includes(beforeName.text)
}

function spreadAt({ parser, token }: Scene): Finding {
  const isParameter = parser.reading.startsWith('the parameters')
  return at(isParameter ? words.variadicParameter() : words.spread(token.text), token)
}

function findNumber({ token, before, after, parser }: Scene): Finding | undefined {
  if (token.text === '.' && after?.kind === 'int' && touches(token, after))
    return at(words.leadingDot(after.text), token)
  const number = parser.tokens[parser.index - 2]
  if (before?.text === '.' && number?.kind === 'int' && touches(number, before))
    return at(words.trailingDot(number.text), before)
  return undefined
}

function findSymbol(scene: Scene): Finding | undefined {
  const { token, before, parser } = scene
  if (token.kind === 'newline' || token.text === ')') {
    const other = parser.tokens[parser.index - 2]
    if (before?.text === '-' && other?.text === '-' && touches(other, before))
      return at(words.increment('--', 'n'), before)
  }
  if (token.kind !== 'symbol') return undefined
  switch (token.text) {
    case '(':
      return before?.text === 'for' ? at(words.forParentheses(), token) : undefined
    case ')':
    case ']':
      return parser.openBrackets.length === 0 ? at(words.extraBracket(token.text), token) : undefined
    case '+':
      return endsValue(before) ? undefined : at(words.unaryPlus(), token)
    case '*':
      return endsValue(before) || before?.kind === 'keyword' ? undefined : spreadAt(scene)
    case '->':
      return at(words.arrow(), token)
    case ',':
      return endsValue(before) ? findComma(scene) : undefined
    default:
      return undefined
  }
}

/** A comma behind a value: several targets if a `=` follows in the line, else several values. */
function findComma({ parser, token, first, second }: Scene): Finding | undefined {
  const opener = parser.openBrackets.at(-1)
  if (opener?.text === '(' && isArrowBehind(parser)) return at(words.arrowFunction(), opener)
  if (opener !== undefined) return opener.text === '(' ? at(words.severalValues(), token) : undefined
  if (first.kind !== 'name' || second?.text === '=') return at(words.severalValues(), token)
  for (let ahead = parser.index; ; ahead += 1) {
    const next = parser.tokens[ahead]
    if (next === undefined || next.kind === 'newline' || next.kind === 'end') return at(words.severalValues(), token)
    if (next.text === '=') return at(words.severalTargets(), token)
  }
}

/** Whether the brackets that are open here are the parameters of a `(a, b) => ...`. */
function isArrowBehind(parser: Parser): boolean {
  let ahead = parser.index
  while (['name', 'symbol'].includes(parser.tokens[ahead]?.kind ?? '') && parser.tokens[ahead]?.text !== ')') ahead += 1
  return parser.tokens[ahead]?.text === ')' && parser.tokens[ahead + 1]?.text === '=>'
}

/** Two values side by side where the line should end. */
function findSecondStatement({ token, before, parser, first, position }: Scene): Finding | undefined {
  const begins = beginsValue(token) || token.kind === 'keyword'
  if (parser.openBrackets.length > 0 || !begins || !endsValue(before) || first.kind === 'keyword') return undefined
  const shown = token.kind === 'string' ? 'a String' : `\`${token.text.slice(0, 40)}\``
  return position === 1 && first.kind === 'name' && token.kind !== 'name' && token.kind !== 'keyword'
    ? at(words.callWithoutParentheses(first.text, argumentText(parser.file, first)), first)
    : at(words.secondStatement(shown), token)
}
