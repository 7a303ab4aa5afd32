/** When what was typed so far is a whole text, and what the end of a line can be completed to. */

import { sourceFileOf } from '../compiler/source/source-file.ts'
import { tokenize } from '../compiler/syntax/lexer.ts'
import { keywords } from '../compiler/syntax/token.ts'
import type { Session } from '../engine/session.ts'

/**
 * Whether more lines belong to the text: a bracket or a `"""` is open, or a line has opened a block and no blank line has
 * closed it.
 */
export function needsMore(lines: readonly string[]): boolean {
  const text = lines.join('\n')
  const { tokens, unclosedBrackets, problems } = tokenize(sourceFileOf('', text))
  if (unclosedBrackets.size > 0) return true
  const isInString = problems.some(
    ({ code, place }) => code === 'unterminated-string' && text.startsWith('"""', place?.span.offsetStart),
  )
  if (isInString) return true
  const opensBlock = tokens.some(({ text: word }, index) => word === ':' && tokens[index + 1]?.kind === 'newline')
  return opensBlock && lines.at(-1)?.trim() !== ''
}

/**
 * What a first line asks of the prompt itself: `exit`, or a word with a colon such as `:help`. `help`, `exit()` and their like,
 * as other prompts have them, are understood too, unless the program has such a name.
 */
export function commandIn(line: string, session: Pick<Session, 'names'>): string | undefined {
  const text = line.trim()
  if (text.startsWith(':')) return text === ':exit' || text === ':quit' ? 'exit' : text
  const [, word = ''] = /^(exit|quit|help)(?:\(\))?$/.exec(text) ?? []
  if (word === '' || (text !== 'exit' && text !== 'quit' && session.names.includes(word))) return undefined
  return word === 'help' ? ':help' : 'exit'
}

const lastWords = /(?:([\p{L}_][\p{L}\p{Nd}_]*)\.)?([\p{L}_][\p{L}\p{Nd}_]*|)$/u

/** Names behind nothing, members behind a name and a dot; at the beginning of a line four spaces. */
export function completionsOf(line: string, session: Pick<Session, 'names' | 'membersOf'>): [string[], string] {
  if (line.trim() === '') return [['    '], '']
  const [, owner, part = ''] = lastWords.exec(line) ?? []
  if (owner === undefined && part === '') return [[], '']
  const candidates = owner === undefined ? [...session.names, ...keywords] : session.membersOf(owner)
  return [[...new Set(candidates)].filter((name) => name.startsWith(part)).sort(), part]
}
