/**
 * Words and symbols of other languages, and what Sense says about them. `habits.ts` decides where they count.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Problem } from '../diagnostics/diagnostic.ts'

/** `rest` is what stands behind the word in its line, if it is short. */
type WordProblem = (word: string, rest?: string) => Problem

/** A word that begins a statement elsewhere. `isHeader` if that statement has a block, so `word:` and `word (x) {` count. */
export interface LeadingWord {
  readonly problem: WordProblem
  readonly isHeader: boolean
}

function entries(list: string, problem: WordProblem, isHeader: boolean): (readonly [string, LeadingWord])[] {
  return list.split(' ').map((word) => [word, { problem, isHeader }] as const)
}

export const leadingWords: ReadonlyMap<string, LeadingWord> = new Map([
  ...entries('elif elsif elseif', words.elif, true),
  ...entries('try except catch finally', words.tryStatement, true),
  ...entries('class interface enum struct trait', words.classDeclaration, true),
  ...entries('with using', words.withStatement, true),
  ...entries('global nonlocal', words.globalStatement, false),
  ...entries('function fn func fun sub proc defn', words.functionWord, true),
  ...entries('const let var val auto int string str float bool double', words.variableWord, false),
  ...entries('switch match case default', words.switchStatement, true),
  ...entries('do repeat until unless loop foreach forever', words.foreignLoop, true),
  ...entries('print assert echo puts printf println say', words.callWithoutParentheses, false),
  ...entries('raise throw', words.raise, false),
  ...entries('yield', words.yieldStatement, false),
  ...entries('await', words.awaitWord, false),
  ...entries('del delete', words.deleteStatement, false),
  ...entries('export public private protected static abstract final override extern', words.modifier, false),
  ...entries('include require use', words.foreignImport, false),
  ...entries('attempt', words.attemptOneLine, true),
  ...entries('failed', words.failedWithoutAttempt, true),
  ...entries('rollback', words.rollbackWithoutAction, true),
])

/** A word that stands before a value elsewhere. */
export const prefixWords: ReadonlyMap<string, WordProblem> = new Map<string, WordProblem>([
  ['lambda', words.lambda],
  ['await', words.awaitWord],
  ['yield', words.yieldStatement],
  ['new', words.newWord],
  ['typeof', words.typeOperator],
  ['function', words.functionWord],
  ['fn', words.functionWord],
  ['func', words.functionWord],
])

/** What is said about a symbol that is none of Sense's. `name` is the name it is meant to change, for the example. */
export function foreignSymbolProblem(symbol: string, name: string): Problem {
  return symbolProblems.get(symbol)?.(symbol, name) ?? words.unknownCharacter(symbol)
}

type SymbolProblem = (symbol: string, name: string) => Problem

const symbolProblems: ReadonlyMap<string, SymbolProblem> = new Map<string, SymbolProblem>([
  ...['&&', '||'].map((symbol) => [symbol, words.logicSymbols] as const),
  ...['===', '!=='].map((symbol) => [symbol, words.strictEquality] as const),
  ...['+=', '-=', '*=', '/=', '%=', '**=', '//=', '&=', '|=', '^='].map(
    (symbol) => [symbol, words.compoundAssignment] as const,
  ),
  ...['&', '|', '^', '~', '<<'].map((symbol) => [symbol, words.bitOperator] as const),
  ...['{', '}'].map((symbol) => [symbol, words.braces] as const),
  ...['??', '?.'].map((symbol) => [symbol, words.nilOperator] as const),
  ['++', words.increment],
  ['**', words.power],
  ['//', words.floorDivision],
  ['=>', words.arrowFunction],
  [':=', words.walrus],
  ['<>', words.diamond],
  ['?', words.conditionalOperator],
  ['...', words.rangeDots],
  ['..', words.rangeDots],
  [';', words.semicolon],
  ['!', words.bang],
  ['\\', words.backslash],
  ['@', words.unknownCharacter],
])
