/**
 * What a statement looks like before it is known where its lines break.
 *
 * A document is text with places where a line may break, gathered in groups. A group is printed on one line if it fits, else
 * each of its own breaks becomes a line end; groups inside it decide for themselves. (The idea is Oppen's, in the form that
 * Wadler gave it.) Whether something inside forces a break is known when a document is made, so nothing is searched twice.
 */

export type Document =
  | { readonly kind: 'text'; readonly text: string; readonly forcesBreak: false }
  | { readonly kind: 'parts'; readonly parts: readonly Document[]; readonly forcesBreak: boolean }
  /** A space or nothing while its group is on one line, else a line end. */
  | { readonly kind: 'break'; readonly flat: '' | ' '; readonly forcesBreak: boolean }
  | { readonly kind: 'group'; readonly content: Document; readonly forcesBreak: boolean }
  | { readonly kind: 'indented'; readonly content: Document; readonly forcesBreak: boolean }
  /** Text that is there only where the group around it is broken. */
  | { readonly kind: 'if-broken'; readonly text: string; readonly forcesBreak: false }
  /** A comment: stands at the end of the line, whatever follows it in the document. */
  | { readonly kind: 'line-end-comment'; readonly text: string; readonly forcesBreak: true }

export const text = (content: string): Document => ({ kind: 'text', text: content, forcesBreak: false })

export const nothing = text('')

export function join(parts: readonly Document[]): Document {
  return { kind: 'parts', parts, forcesBreak: parts.some(({ forcesBreak }) => forcesBreak) }
}

/** A break that is a space while on one line. */
export const spaceOrBreak: Document = { kind: 'break', flat: ' ', forcesBreak: false }

/** A break that is nothing while on one line. */
export const maybeBreak: Document = { kind: 'break', flat: '', forcesBreak: false }

/** A line end in any case. */
export const lineEnd: Document = { kind: 'break', flat: '', forcesBreak: true }

export const group = (content: Document): Document => ({ kind: 'group', content, forcesBreak: content.forcesBreak })

export const indented = (content: Document): Document => ({
  kind: 'indented',
  content,
  forcesBreak: content.forcesBreak,
})

export const ifBroken = (content: string): Document => ({ kind: 'if-broken', text: content, forcesBreak: false })

export const lineEndComment = (comment: string): Document => ({
  kind: 'line-end-comment',
  text: comment,
  forcesBreak: true,
})
