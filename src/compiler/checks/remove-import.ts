/** Takes an unused import out of the text. */

import type { Fix } from '../diagnostics/diagnostic.ts'
import { lineAt } from '../source/positions.ts'
import type { SourceFile, Span } from '../source/source-file.ts'
import type { FromImportStatement, ImportStatement } from '../syntax/tree.ts'

/**
 * The change that takes away the import of `name`: the whole line, or one name of several. It is certain only for our own
 * modules: importing a file or a module of another language runs it.
 */
export function removeImport(
  file: SourceFile,
  statement: ImportStatement | FromImportStatement,
  name: string,
): Fix | undefined {
  const isWhole = statement.kind === 'import' || statement.names.length === 1
  const removed = isWhole ? lineOf(file, statement.span) : nameSpan(statement, name)
  if (removed === undefined) return undefined
  return {
    title: `remove the import \`${name}\``,
    edits: [{ span: removed, text: '' }],
    isCertain: statement.host === 'sense',
  }
}

/** The whole line with its end, if nothing else stands in it. */
function lineOf({ text, lineStarts }: SourceFile, { offsetStart, offsetEnd }: Span): Span | undefined {
  const line = lineAt(lineStarts, offsetStart)
  const start = lineStarts[line - 1] ?? 0
  const end = lineStarts[line] ?? text.length
  const isAlone = text.slice(start, offsetStart).trim() === '' && text.slice(offsetEnd, end).trim() === ''
  // A line in a body may be all that the body has.
  return isAlone && start === offsetStart ? { offsetStart: start, offsetEnd: end } : undefined
}

/** The name with the comma behind it, or before it if it is the last. */
function nameSpan({ names }: FromImportStatement, wanted: string): Span | undefined {
  const spans = names.map(({ name, alias }) => ({
    text: (alias ?? name).text,
    offsetStart: name.span.offsetStart,
    offsetEnd: (alias ?? name).span.offsetEnd,
  }))
  const index = spans.findIndex(({ text }) => text === wanted)
  const own = spans[index]
  if (own === undefined) return undefined
  const next = spans[index + 1]
  if (next !== undefined) return { offsetStart: own.offsetStart, offsetEnd: next.offsetStart }
  return { offsetStart: spans[index - 1]?.offsetEnd ?? own.offsetStart, offsetEnd: own.offsetEnd }
}
