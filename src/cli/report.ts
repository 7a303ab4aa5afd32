/**
 * How problems are shown on standard error: laid out for people, one line each, or one JSON object each.
 *
 * A wrong command line is no problem of a program and has no place in one. In JSON it is an object with the same fields,
 * of class `UsageError` and code `usage`.
 */

import { styleText } from '../adapters/node/builtin-modules.ts'
import { errorColumns, isErrorTerminal } from '../adapters/node/console.ts'
import { nodeEnvironment } from '../adapters/node/environment.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { renderJson } from '../compiler/diagnostics/render-json.ts'
import { renderLine } from '../compiler/diagnostics/render-line.ts'
import { renderTerminal } from '../compiler/diagnostics/render-terminal.ts'
import { visibleText } from '../compiler/diagnostics/visible-text.ts'
import type { Style } from '../compiler/diagnostics/style.ts'
import { plainStyle } from '../compiler/diagnostics/style.ts'
import type { UsageProblem } from './arguments.ts'

export type ErrorFormat = 'terminal' | 'line' | 'json'

const errorFormats: readonly ErrorFormat[] = ['terminal', 'line', 'json']

/** The format that the command line or else the environment asks for; a word that is no format is a usage problem. */
export function chooseErrorFormat(fromCommandLine: string | undefined): ErrorFormat | UsageProblem {
  const fromEnvironment = nodeEnvironment.get('SENSE_ERROR_FORMAT')
  if (fromCommandLine !== undefined) return errorFormatOf(fromCommandLine, '--error-format')
  return fromEnvironment ? errorFormatOf(fromEnvironment, 'SENSE_ERROR_FORMAT') : 'terminal'
}

/** The text of some problems, in their order, with line ends; empty if there are none. */
export function reportText(diagnostics: readonly Diagnostic[], format: ErrorFormat): string {
  const shown = format === 'json' ? diagnostics : diagnostics.slice(0, shownMax)
  const texts = shown.map((diagnostic) => `${problemText(diagnostic, format)}\n`)
  const leftOut = diagnostics.length - shown.length
  if (leftOut > 0) texts.push(`and ${leftOut} more ${leftOut === 1 ? 'problem' : 'problems'}\n`)
  return texts.join(format === 'terminal' ? '\n' : '')
}

/** Nobody reads more at once, and mending the first ones often mends the others. */
const shownMax = 20

function problemText(diagnostic: Diagnostic, format: ErrorFormat): string {
  switch (format) {
    case 'terminal':
      return renderTerminal(diagnostic, styleHere())
    case 'line':
      return renderLine(diagnostic)
    case 'json':
      return renderJson(diagnostic)
  }
}

/** The text of a usage problem, with a line end. */
export function usageText(problem: UsageProblem, format: ErrorFormat): string {
  const headline = visibleText(problem.headline)
  const hint = visibleText(problem.hint)
  switch (format) {
    case 'terminal':
      return `sense: ${headline}\nhint: ${hint}\n`
    case 'line':
      return `sense: ${headline}\n`
    case 'json':
      return `${JSON.stringify({ ...usageRecord, headline, hint })}\n`
  }
}

/** The fields of a problem in JSON, in the same order. */
const usageRecord = {
  class: 'UsageError',
  code: 'usage',
  severity: 'error',
  headline: '',
  ...{ file: null, line: null, column: null, endLine: null, endColumn: null },
  ...{ label: null, detail: null, hint: '' },
  ...{ related: [], fix: null, stack: [], evidence: null },
}

function errorFormatOf(word: string, source: string): ErrorFormat | UsageProblem {
  const format = errorFormats.find((candidate) => candidate === word)
  return (
    format ?? { headline: `\`${source}\` knows no format \`${word}\``, hint: 'the formats are terminal, line and json' }
  )
}

/** In a narrow terminal lines are broken and cut to its width, so that marks stay under what they mark. */
function styleHere(): Style {
  const columns = errorColumns()
  const style = hasColor() ? colours : plainStyle
  if (columns === undefined) return style
  const headlineWidth = Math.max(narrowestWidth, columns)
  return { ...style, width: Math.min(style.width, headlineWidth), headlineWidth }
}

/** With less a frame would have no room for code. */
const narrowestWidth = 30

/** NO_COLOR wins, because whoever sets it needs plain text; FORCE_COLOR is for logs that keep colours. */
function hasColor(): boolean {
  if (nodeEnvironment.get('NO_COLOR')) return false
  const forced = nodeEnvironment.get('FORCE_COLOR')
  if (forced !== undefined) return forced !== '' && forced !== '0'
  return isErrorTerminal() && nodeEnvironment.get('TERM') !== 'dumb'
}

const colours: Style = {
  ...plainStyle,
  red: colour('red'),
  yellow: colour('yellow'),
  cyan: colour('cyan'),
  dim: colour('dim'),
  bold: colour('bold'),
}

/** Whether there is colour at all is decided above, not by Node. */
function colour(name: Exclude<keyof Style, 'width' | 'headlineWidth'>): (text: string) => string {
  return (text) => styleText(name, text, { validateStream: false })
}
