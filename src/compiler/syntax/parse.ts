/**
 * Reads a program.
 *
 * A parser by recursive descent over tokens, one function per rule of the grammar (spec 01 §2). It never throws, whatever
 * the text, and takes time in proportion to its length. Problems do not end it: a statement that cannot be read is reported
 * and left out of the tree, and reading goes on behind it. Whoever gets problems should not use the tree to run anything.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceFile, Span } from '../source/source-file.ts'
import { tokenize } from './lexer.ts'
import type { TokenList } from './lexer.ts'
import { problemsKeptMax } from './limits.ts'
import { parseStatements } from './parse-statements.ts'
import type { Parser } from './parser.ts'
import type { Program } from './tree.ts'

export interface Parsed {
  readonly program: Program
  /** In order of place: at most 20, then one that counts the others. */
  readonly problems: readonly Diagnostic[]
  readonly tokens: TokenList
}

/** The tree of `file`, what is wrong with it, and the words that it is made of. */
export function parse(file: SourceFile): Parsed {
  const list = tokenize(file)
  const parser: Parser = {
    file,
    tokens: [...list.tokens],
    list,
    problems: [],
    skipped: [],
    openBrackets: [],
    index: 0,
    depth: 0,
    rules: { mayReturn: false, mayBreak: false },
    statementStart: 0,
    reading: '',
    brokenHeader: undefined,
    hasReportedBrace: false,
    bodyMissingAt: -1,
  }
  const statements = parseStatements(parser)
  const program: Program = { statements, span: { offsetStart: 0, offsetEnd: file.text.length } }
  const problems = [...problemsOutside(list.problems, parser.skipped), ...parser.problems]
  return { program, problems: firstProblems(problems.sort(byPlace)), tokens: list }
}

const startOf = (problem: Diagnostic): number => problem.place?.span.offsetStart ?? 0

const byPlace = (left: Diagnostic, right: Diagnostic): number => startOf(left) - startOf(right)

/** The problems that do not lie in text that was passed over. Both lists ascend. */
function problemsOutside(problems: readonly Diagnostic[], skipped: readonly Span[]): readonly Diagnostic[] {
  const kept: Diagnostic[] = []
  let index = 0
  for (const problem of problems) {
    const offset = startOf(problem)
    while ((skipped[index]?.offsetEnd ?? Infinity) <= offset) index += 1
    const span = skipped[index]
    if (span === undefined || offset < span.offsetStart) kept.push(problem)
  }
  return kept
}

function firstProblems(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  if (problems.length <= problemsKeptMax) return problems
  const more = problems.length - problemsKeptMax
  const place = problems[problemsKeptMax]?.place
  const last: Diagnostic = { ...words.moreProblems(more), ...(place !== undefined && { place }) }
  return [...problems.slice(0, problemsKeptMax), last]
}
