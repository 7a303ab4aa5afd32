/**
 * Lists in brackets: arguments, parameters, elements.
 *
 * A list is on one line if it fits, else each item has a line of its own and a comma behind it. Whoever writes that last comma
 * over several lines wants it so, and it stays. A comment stays with the item it stands at; one inside an item, where it cannot
 * stand, moves above it.
 */

import { lineAt } from '../source/positions.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Comment, Comments } from './comments.ts'
import type { Document } from './document.ts'
import {
  group,
  ifBroken,
  indented,
  join,
  lineEnd,
  lineEndComment,
  maybeBreak,
  nothing,
  spaceOrBreak,
  text,
} from './document.ts'

/** What the printing of one statement has at hand. */
export interface StatementContext {
  readonly file: SourceFile
  readonly comments: Comments
  /** Comments inside an expression that must stand above the item or statement which is being printed. */
  strays: Comment[]
  /** How deep what is printed now is nested. */
  depth: number
}

export interface ListItem {
  readonly offsetStart: number
  readonly offsetEnd: number
  readonly print: () => Document
  /** Whether it may follow its opener at once where it is the only item: breaking around it would gain nothing. */
  readonly isHuggable: boolean
}

export interface List {
  readonly opener: string
  readonly closer: string
  readonly openerOffset: number
  readonly closerOffset: number
  readonly items: readonly ListItem[]
}

export function printList(context: StatementContext, list: List): Document {
  const { comments } = context
  context.strays.push(...comments.takeBefore(list.openerOffset))
  // What stands behind the opener and behind each item in its line.
  const ends: (Comment | undefined)[] = [undefined]
  const items: Document[] = []
  let isCommented = false
  for (const item of list.items) {
    const before = splitOff(comments.takeBefore(item.offsetStart), ends)
    const { document, strays } = printItem(context, item)
    const above = [...before, ...strays]
    isCommented ||= above.length > 0
    items.push(join([...above.flatMap(onItsOwnLine), document]))
    ends.push(undefined)
  }
  const last = splitOff(comments.takeBefore(list.closerOffset), ends)
  isCommented ||= last.length > 0 || ends.some((end) => end !== undefined)
  if (items.length === 0 && !isCommented) return text(list.opener + list.closer)
  const [only] = items
  const isHuggable = items.length === 1 && list.items[0]?.isHuggable === true
  if (only !== undefined && isHuggable && !isCommented && !isSpread(context, list)) {
    return join([text(list.opener), only, text(list.closer)])
  }
  const open = join([text(list.opener), endOf(ends[0])])
  const content = items.flatMap((item, index) => {
    const isLast = index === items.length - 1
    return [item, isLast ? ifBroken(',') : text(','), endOf(ends[index + 1]), isLast ? nothing : spaceOrBreak]
  })
  const dangling = last.flatMap(({ text: comment }, index) => [
    index === 0 && items.length === 0 ? nothing : lineEnd,
    text(comment),
  ])
  if (content.length + dangling.length === 0) return group(join([open, lineEnd, text(list.closer)]))
  const first = isCommented || isSpread(context, list) ? lineEnd : maybeBreak
  return group(join([open, indented(join([first, ...content, ...dangling])), maybeBreak, text(list.closer)]))
}

function printItem(context: StatementContext, item: ListItem): { document: Document; strays: readonly Comment[] } {
  const around = context.strays
  const strays: Comment[] = []
  context.strays = strays
  const document = item.print()
  strays.push(...context.comments.takeBefore(item.offsetEnd))
  context.strays = around
  return { document, strays }
}

/** The comments that need lines of their own; a first one behind something else in its line becomes the last of `ends`. */
function splitOff(comments: readonly Comment[], ends: (Comment | undefined)[]): readonly Comment[] {
  const [first, ...others] = comments
  if (first === undefined || first.isAlone) return comments
  ends[ends.length - 1] = first
  return others
}

const endOf = (comment: Comment | undefined): Document =>
  comment === undefined ? nothing : lineEndComment(comment.text)

const onItsOwnLine = ({ text: comment }: Comment): readonly Document[] => [text(comment), lineEnd]

/** Whether the list is written over several lines with a comma behind its last item. */
function isSpread({ file, comments }: StatementContext, { openerOffset, closerOffset, items }: List): boolean {
  if (items.length === 0 || comments.tokenBefore(closerOffset)?.text !== ',') return false
  return lineAt(file.lineStarts, openerOffset) !== lineAt(file.lineStarts, closerOffset)
}
