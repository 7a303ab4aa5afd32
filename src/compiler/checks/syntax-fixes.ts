/**
 * Exact changes for syntax errors, most of them habits from other languages.
 *
 * They are made from a report and the text around its place, so the parser need not know of them. What is certain here means
 * the same as what was written; whoever applies it reads the result again and keeps it only if it has become no worse.
 */

import type { Diagnostic, Edit, Fix } from '../diagnostics/diagnostic.ts'
import { lineAt } from '../source/positions.ts'
import type { SourceFile, Span } from '../source/source-file.ts'
import { tokenize } from '../syntax/lexer.ts'

/** The report with the change that mends it, if there is one. */
export function withFix(diagnostic: Diagnostic): Diagnostic {
  const { place, code } = diagnostic
  if (place === undefined) return diagnostic
  const { file, span } = place
  const found = replacements.get(code)
  if (found === undefined) return diagnostic
  const text = file.text.slice(span.offsetStart, span.offsetEnd)
  const fix = found({ file, span, text })
  return fix === undefined ? diagnostic : { ...diagnostic, fix }
}

interface Problem {
  readonly file: SourceFile
  readonly span: Span
  /** What is marked. */
  readonly text: string
}

type Mending = (problem: Problem) => Fix | undefined

const replacements: ReadonlyMap<string, Mending> = new Map<string, Mending>([
  ['bang', ({ span }) => replace(span, 'not ', 'write `not`')],
  ['compensate', ({ span }) => replace(span, 'rollback', 'write `rollback`')],
  ['compound-assignment', compoundAssignment],
  ['def-with-returns', ({ span }) => replace(span, '->', 'write `->`')],
  ['diamond', ({ span }) => replace(span, '!=', 'write `!=`')],
  ['elif', ({ span }) => replace(span, 'else if', 'write `else if`')],
  ['exponent', exponent],
  ['foreign-comment', ({ span, text }) => (text === '//' ? replace(span, '#', 'write `#`') : undefined)],
  ['function-word', ({ span }) => replace(span, 'def', 'write `def`')],
  ['increment', increment],
  ['inference-needs-model', ({ span }) => insert(span.offsetStart, 'model ', 'declare it with `model`')],
  [
    'leading-dot',
    ({ span, file }) => (isAt(file, span, '.') ? insert(span.offsetStart, '0', 'write `0` first') : undefined),
  ],
  ['logic-symbols', logicSymbol],
  ['missing-colon', ({ span }) => insert(span.offsetStart, ':', 'add the `:`')],
  ['missing-def', ({ span }) => insert(span.offsetStart, 'def ', 'declare it with `def`')],
  ['semicolon', semicolon],
  ['single-quotes', otherQuotes],
  ['smart-quotes', otherQuotes],
  ['strict-equality', ({ span, text }) => replace(span, text.slice(0, 2), `write \`${text.slice(0, 2)}\``)],
  ['tab-indentation', tabs],
  ['tool-with-arrow', ({ span }) => replace(span, 'returns', 'write `returns`')],
  ['trailing-dot', ({ span }) => insert(span.offsetEnd, '0', 'write `0` behind it')],
  ['underscore-in-number', ({ span, text }) => replace(span, text.replaceAll('_', ''), 'leave out the `_`')],
  ['walrus', ({ span }) => replace(span, '=', 'write `=`')],
])

function replace(span: Span, text: string, title: string): Fix {
  return { title, edits: [{ span, text }], isCertain: true }
}

function insert(offset: number, text: string, title: string): Fix {
  return replace({ offsetStart: offset, offsetEnd: offset }, text, title)
}

const isAt = ({ text }: SourceFile, { offsetStart }: Span, wanted: string): boolean =>
  text.startsWith(wanted, offsetStart)

function logicSymbol({ file, span, text }: Problem): Fix | undefined {
  const word = { '&&': 'and', '||': 'or' }[text]
  if (word === undefined) return undefined
  const before = /\s/.test(file.text[span.offsetStart - 1] ?? '') ? '' : ' '
  const after = /\s/.test(file.text[span.offsetEnd] ?? '') ? '' : ' '
  return replace(span, `${before}${word}${after}`, `write \`${word}\``)
}

/** Only one that ends a line: another one stands between two statements. */
function semicolon({ file, span }: Problem): Fix | undefined {
  return endsLine(file, span) ? replace(span, '', 'remove the `;`') : undefined
}

/** `x += value` as a statement of its own; the value in parentheses unless it is a single one. */
function compoundAssignment({ file, span, text }: Problem): Fix | undefined {
  const name = nameBefore(file, span)
  const rest = /^[ \t]*([^#";\r\n]*?)[ \t]*(?:;?[ \t]*|[ \t]#.*)$/.exec(restOfLine(file, span.offsetEnd))
  const value = rest?.[1] ?? ''
  const operator = text.slice(0, 1)
  if (name === undefined || value === '' || value.includes('//') || !'+-*/%'.includes(operator)) return undefined
  const valueStart = file.text.indexOf(value, span.offsetEnd)
  const isSingle = /^[\p{L}\p{Nd}_.]+$/u.test(value)
  const edits: Edit[] = [{ span, text: `= ${name} ${operator}` }]
  if (!isSingle) {
    edits.push({ span: { offsetStart: valueStart, offsetEnd: valueStart }, text: '(' })
    const end = valueStart + value.length
    edits.push({ span: { offsetStart: end, offsetEnd: end }, text: ')' })
  }
  return { title: `write \`${name} = ${name} ${operator} ...\``, edits, isCertain: true }
}

/** `n++` as a statement of its own. */
function increment({ file, span, text }: Problem): Fix | undefined {
  const name = nameBefore(file, span)
  if (name === undefined || !endsLine(file, span)) return undefined
  return replace(span, ` = ${name} ${text.slice(0, 1)} 1`, `write \`${name} = ${name} ${text.slice(0, 1)} 1\``)
}

/** A short whole number of digits in front, so that nothing is rounded. */
function exponent({ span, text }: Problem): Fix | undefined {
  const [, digits = '', power = ''] = /^(\d{1,15})[eE](\d{1,2})$/.exec(text) ?? []
  if (digits === '' || Number(power) > 20) return undefined
  const plain = `${digits}${'0'.repeat(Number(power))}.0`
  return replace(span, plain, `write \`${plain}\``)
}

/** What is between the quotes must mean the same between ours. */
function otherQuotes({ span, text }: Problem): Fix | undefined {
  const inner = text.slice(1, -1)
  if (text.length < 2 || /["'\\\r\n\u2018-\u201d]/.test(inner)) return undefined
  return replace(span, `"${inner}"`, 'write it in double quotes')
}

/** All tabs at once, if every line that is indented is indented by tabs alone. */
function tabs({ file }: Problem): Fix | undefined {
  const inStrings = lineStartsInStrings(file)
  const edits: Edit[] = []
  for (const offsetStart of file.lineStarts) {
    if (inStrings.has(offsetStart)) continue
    const leading = /^[ \t]*/.exec(file.text.slice(offsetStart, offsetStart + 400))?.[0] ?? ''
    if (leading.includes(' ')) return undefined
    const span = { offsetStart, offsetEnd: offsetStart + leading.length }
    if (leading !== '') edits.push({ span, text: '    '.repeat(leading.length) })
  }
  return { title: 'indent by four spaces for each tab', edits, isCertain: true }
}

/** Where the lines start that begin inside a String. */
function lineStartsInStrings(file: SourceFile): ReadonlySet<number> {
  const { lineStarts } = file
  const strings = tokenize(file).tokens.filter(({ kind }) => kind === 'string')
  return new Set(
    strings.flatMap(({ offsetStart, offsetEnd }) =>
      lineStarts.slice(lineAt(lineStarts, offsetStart), lineAt(lineStarts, offsetEnd - 1)),
    ),
  )
}

/** The name before the place, if it is all that stands before it in its line. */
function nameBefore({ text, lineStarts }: SourceFile, { offsetStart }: Span): string | undefined {
  const startOfLine = text.slice(lineStarts[lineAt(lineStarts, offsetStart) - 1], offsetStart)
  return /^[ \t]*([\p{L}_][\p{L}\p{Nd}_]*)[ \t]*$/u.exec(startOfLine)?.[1]
}

/** Whether nothing but a comment follows the place in its line. */
function endsLine(file: SourceFile, { offsetEnd }: Span): boolean {
  return /^[ \t]*(?:#.*)?$/.test(restOfLine(file, offsetEnd))
}

function restOfLine({ text }: SourceFile, offset: number): string {
  return /^[^\r\n]*/.exec(text.slice(offset, offset + 10_000))?.[0] ?? ''
}
