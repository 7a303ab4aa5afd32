/**
 * The pages of a list that a server gives: of tools, of resources, of prompts.
 *
 * A server may never end its list, give a cursor twice, or fail on a later page. Each costs what comes after it and no
 * more; why is said in words, for a warning.
 */

import type { JsonObject } from '../../runtime/ports/json.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import { kindOf } from './answer.ts'
import { fieldOf } from './json-shape.ts'
import { METHOD_NOT_FOUND } from './rpc-peer.ts'

/** More than any server has; a list beyond is a server that never ends its list. */
const PAGES_MAX = 1_000
/** A cursor is sent back and remembered, and stands for a place in a list: a few hundred characters at most. */
const CURSOR_LENGTH_MAX = 4 * 1024

/** Takes one page. The result is why the list cannot go on. */
export type PageTaker = (page: JsonObject, isLast: boolean) => string | undefined

/**
 * Asks for page after page until the list ends. The result says why there may be more; undefined where it is whole.
 * Rejects where the first page cannot be had.
 */
export async function walkPages(
  pageOf: (params: JsonObject) => Promise<JsonObject>,
  take: PageTaker,
): Promise<string | undefined> {
  const seenCursors = new Set<string>()
  let cursor: string | undefined
  for (let pageCount = 0; pageCount < PAGES_MAX; pageCount += 1) {
    const page = await readPage(pageOf, cursor)
    if (typeof page === 'string') return page
    const next = fieldOf(page, 'nextCursor')
    // Absent, null and empty all stand for the end in servers that exist.
    const isLast = next === undefined || next === null || next === ''
    const problem = take(page, isLast)
    if (problem !== undefined || isLast) return problem
    if (typeof next !== 'string') return `the cursor of page ${pageCount + 1} is ${kindOf(next)}`
    if (next.length > CURSOR_LENGTH_MAX) return `the cursor of page ${pageCount + 1} is too long`
    if (seenCursors.has(next)) return `the cursor of page ${pageCount + 1} was given before`
    seenCursors.add(next)
    cursor = next
  }
  return `it has more than ${PAGES_MAX} pages`
}

/** The page, or why it cannot be had, which costs it and what follows. The first must be there. */
async function readPage(
  pageOf: (params: JsonObject) => Promise<JsonObject>,
  cursor: string | undefined,
): Promise<JsonObject | string> {
  if (cursor === undefined) return await pageOf({})
  try {
    return await pageOf({ cursor })
  } catch (error) {
    const problem = error instanceof ToolServerFailure ? pageProblem(error) : undefined
    if (problem === undefined) throw error
    return problem
  }
}

/** Why the list can do without a later page; undefined: it cannot. */
function pageProblem({ kind, detail }: ToolServerFailure): string | undefined {
  if (kind === 'call-timeout') return 'a later page did not come in time'
  return kind === 'protocol-error' || kind === 'invalid-answer' ? `a later page failed: ${detail}` : undefined
}

/** Whether the server knows no such request, so that it has none of what was asked for. */
export function isMethodMissing(error: unknown): error is ToolServerFailure {
  return error instanceof ToolServerFailure && error.kind === 'protocol-error' && error.code === METHOD_NOT_FOUND
}
