/**
 * The tools a server offers: every page, every usable tool.
 *
 * One bad tool, page or cursor must not cost the others. What can be repaired is repaired, what cannot is left out, and
 * each time the user is told, by name.
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import type { ToolServerTool, ToolServerWarning } from '../../runtime/ports/tool-servers.ts'
import { kindOf } from './answer.ts'
import { fieldOf, isDeeperThan, isJsonArray, isJsonObject, jsonText, textField, textLengthOf } from './json-shape.ts'

export interface ToolListSource {
  /** The result of `tools/list` with these parameters. */
  page(params: JsonObject): Promise<JsonObject>
  quote(text: string): string
  warn(warning: ToolServerWarning): void
}

/** More than any server has; a list beyond is a server that never ends its list. */
const PAGES_MAX = 1_000
const TOOLS_MAX = 10_000
/** Characters of all tools together: a hundred times the longest list known, and little beside what a program may hold. */
const LIST_LENGTH_MAX = 64 * 1024 * 1024
/** A cursor is sent back and remembered, and stands for a place in a list: a few hundred characters at most. */
const CURSOR_LENGTH_MAX = 4 * 1024
/** Nobody reads more; the last one says how many are left out. */
const TOOL_WARNINGS_MAX = 20

export async function listTools(source: ToolListSource): Promise<readonly ToolServerTool[]> {
  const list = new ToolList(source)
  const seenCursors = new Set<string>()
  let cursor: string | undefined
  for (let pageCount = 0; pageCount < PAGES_MAX; pageCount += 1) {
    const page = await readPage(source, cursor)
    if (page === undefined) return list.end()
    const problem = list.add(page)
    if (problem !== undefined) return list.end(problem)
    const next = fieldOf(page, 'nextCursor')
    // Absent, null and empty all stand for the end in servers that exist.
    if (next === undefined || next === null || next === '') return list.end()
    if (typeof next !== 'string') return list.end(`the cursor of page ${pageCount + 1} is ${kindOf(next)}`)
    if (next.length > CURSOR_LENGTH_MAX) return list.end(`the cursor of page ${pageCount + 1} is too long`)
    if (seenCursors.has(next)) return list.end(`the cursor of page ${pageCount + 1} was given before`)
    seenCursors.add(next)
    cursor = next
  }
  return list.end(`it has more than ${PAGES_MAX} pages`)
}

/** Undefined when a later page failed, which costs that page and what follows, and is told. The first must be there. */
async function readPage(source: ToolListSource, cursor: string | undefined): Promise<JsonObject | undefined> {
  try {
    return await source.page(cursor === undefined ? {} : { cursor })
  } catch (error) {
    const isAnswer =
      error instanceof ToolServerFailure && (error.kind === 'protocol-error' || error.kind === 'invalid-answer')
    if (cursor === undefined || !isAnswer) throw error
    source.warn({ kind: 'list-incomplete', subject: 'tools/list', detail: `a later page failed: ${error.detail}` })
    return undefined
  }
}

class ToolList {
  readonly #source: ToolListSource
  readonly #tools = new Map<string, ToolServerTool>()
  readonly #toldTwice = new Set<string>()
  #toolWarningCount = 0
  #pageCount = 0
  #length = 0

  constructor(source: ToolListSource) {
    this.#source = source
  }

  /** Takes the tools of one page. The result is why the list cannot go on. */
  add(page: JsonObject): string | undefined {
    this.#pageCount += 1
    const tools = fieldOf(page, 'tools')
    if (!isJsonArray(tools)) return this.#badPage(tools)
    const isRepeated = this.#pageCount > 1 && tools.length > 0 && tools.every((tool) => this.#has(tool))
    if (isRepeated) return `page ${this.#pageCount} repeats tools of earlier pages`
    for (const tool of tools) {
      if (this.#tools.size >= TOOLS_MAX) return `it has more than ${TOOLS_MAX} tools`
      this.#length += textLengthOf(tool)
      if (this.#length > LIST_LENGTH_MAX) return `it is longer than ${LIST_LENGTH_MAX} characters`
      this.#addTool(tool)
    }
    return undefined
  }

  /** The tools; `problem` says why there may be more. */
  end(problem?: string): readonly ToolServerTool[] {
    const hiddenCount = this.#toolWarningCount - TOOL_WARNINGS_MAX
    if (hiddenCount > 0) {
      this.#source.warn({ kind: 'bad-tool', subject: '', detail: `${hiddenCount} more tools have problems` })
    }
    if (problem !== undefined) this.#source.warn({ kind: 'list-incomplete', subject: 'tools/list', detail: problem })
    return [...this.#tools.values()]
  }

  #badPage(tools: Json | undefined): string {
    const problem = `\`tools\` is ${tools === undefined ? 'missing' : kindOf(tools)} instead of an array`
    if (this.#pageCount > 1) return `on page ${this.#pageCount} ${problem}`
    throw new ToolServerFailure({ kind: 'invalid-answer', subject: 'tools/list', detail: problem })
  }

  #has(tool: Json): boolean {
    const name = isJsonObject(tool) ? textField(tool, 'name') : undefined
    return name !== undefined && this.#tools.has(name)
  }

  #addTool(tool: Json): void {
    const name = isJsonObject(tool) ? textField(tool, 'name') : undefined
    if (!isJsonObject(tool) || name === undefined || name === '') {
      this.#warn('bad-tool', jsonText(tool), 'it has no name and was left out')
    } else if (this.#tools.has(name)) {
      if (!this.#toldTwice.has(name)) {
        this.#toldTwice.add(name)
        this.#warn('duplicate-tool', name, 'the server lists it twice; the first is used')
      }
    } else this.#addNamed(name, tool)
  }

  #addNamed(name: string, tool: JsonObject): void {
    const { schema, problem } = usableSchema(fieldOf(tool, 'inputSchema'))
    if (problem !== undefined) this.#warn('bad-tool', name, problem)
    if (schema !== undefined)
      this.#tools.set(name, { name, description: textField(tool, 'description'), inputSchema: schema })
  }

  #warn(kind: 'bad-tool' | 'duplicate-tool', subject: string, detail: string): void {
    this.#toolWarningCount += 1
    if (this.#toolWarningCount > TOOL_WARNINGS_MAX) return
    this.#source.warn({ kind, subject: this.#source.quote(subject), detail: this.#source.quote(detail) })
  }
}

interface SchemaVerdict {
  /** Undefined: the tool cannot be used. */
  readonly schema: JsonObject | undefined
  readonly problem?: string
}

/** Schemas nested deeper than this come from an error or from malice, and overflow whoever walks them. */
const SCHEMA_DEPTH_MAX = 200

/** Arguments are always an object, so the root of a tool's schema must allow one. */
function usableSchema(given: Json | undefined): SchemaVerdict {
  if (!isJsonObject(given)) {
    const shown = given === undefined ? 'missing' : kindOf(given)
    return { schema: { type: 'object' }, problem: `its input schema is ${shown}; it is taken to accept any object` }
  }
  if (isDeeperThan(given, SCHEMA_DEPTH_MAX)) {
    return {
      schema: undefined,
      problem: `its input schema is nested more than ${SCHEMA_DEPTH_MAX} deep; it was left out`,
    }
  }
  const type = fieldOf(given, 'type')
  if (type === 'object') return { schema: given }
  if (type === undefined || type === null || (isJsonArray(type) && type.includes('object'))) {
    return {
      schema: { ...given, type: 'object' },
      problem: 'the root of its input schema does not say `object`; it is taken to',
    }
  }
  return {
    schema: undefined,
    problem: `the root of its input schema is ${JSON.stringify(type)}, not an object; it was left out`,
  }
}
