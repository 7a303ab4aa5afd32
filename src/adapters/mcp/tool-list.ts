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
import { fieldOf, isJsonArray, isJsonObject, jsonText, textField, textLengthOf } from './json-shape.ts'
import { visible, visibleLines } from './quoted-text.ts'
import { createPatternCheck } from './schema-patterns.ts'
import { usableSchema } from './tool-schema.ts'

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

/** A tool as the program knows it, and what the server calls it. */
export interface ListedTool extends ToolServerTool {
  readonly exactName: string
}

export async function listTools(source: ToolListSource): Promise<readonly ListedTool[]> {
  const list = new ToolList(source)
  const seenCursors = new Set<string>()
  let cursor: string | undefined
  for (let pageCount = 0; pageCount < PAGES_MAX; pageCount += 1) {
    const page = await readPage(source, cursor)
    if (page === undefined) return list.end()
    const next = fieldOf(page, 'nextCursor')
    // Absent, null and empty all stand for the end in servers that exist.
    const isLast = next === undefined || next === null || next === ''
    const problem = list.add(page, isLast)
    if (problem !== undefined) return list.end(problem)
    if (isLast) return list.end()
    if (typeof next !== 'string') return list.end(`the cursor of page ${pageCount + 1} is ${kindOf(next)}`)
    if (next.length > CURSOR_LENGTH_MAX) return list.end(`the cursor of page ${pageCount + 1} is too long`)
    if (seenCursors.has(next)) return list.end(`the cursor of page ${pageCount + 1} was given before`)
    seenCursors.add(next)
    cursor = next
  }
  return list.end(`it has more than ${PAGES_MAX} pages`)
}

/** Undefined when a page cannot be had, which costs that page and what follows, and is told. The first must be there. */
async function readPage(source: ToolListSource, cursor: string | undefined): Promise<JsonObject | undefined> {
  try {
    return await source.page(cursor === undefined ? {} : { cursor })
  } catch (error) {
    const detail = error instanceof ToolServerFailure ? pageProblem(error, cursor === undefined) : undefined
    if (detail === undefined) throw error
    source.warn({ kind: 'list-incomplete', subject: 'tools/list', detail })
    return undefined
  }
}

/** Why the list can do without the page; undefined: it cannot. */
function pageProblem({ kind, code, detail }: ToolServerFailure, isFirst: boolean): string | undefined {
  if (isFirst) return kind === 'protocol-error' && code === METHOD_NOT_FOUND ? `it has none: ${detail}` : undefined
  if (kind === 'call-timeout') return 'a later page did not come in time'
  return kind === 'protocol-error' || kind === 'invalid-answer' ? `a later page failed: ${detail}` : undefined
}

/** The error of a server that has no tools. */
const METHOD_NOT_FOUND = -32601

class ToolList {
  readonly #source: ToolListSource
  /** By the name that the program knows. */
  readonly #tools = new Map<string, ListedTool>()
  readonly #toldTwice = new Set<string>()
  readonly #isPattern = createPatternCheck()
  #toolWarningCount = 0
  #pageCount = 0
  #length = 0

  constructor(source: ToolListSource) {
    this.#source = source
  }

  /** Takes the tools of one page. The result is why the list cannot go on. */
  add(page: JsonObject, isLast: boolean): string | undefined {
    this.#pageCount += 1
    // Some languages write an empty list as null.
    const tools = fieldOf(page, 'tools') === null ? [] : fieldOf(page, 'tools')
    if (!isJsonArray(tools)) {
      this.#badPage(tools, isLast)
      return undefined
    }
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
  end(problem?: string): readonly ListedTool[] {
    const hiddenCount = this.#toolWarningCount - TOOL_WARNINGS_MAX
    if (hiddenCount > 0) {
      this.#source.warn({ kind: 'bad-tool', subject: '', detail: `${hiddenCount} more tools have problems` })
    }
    if (problem !== undefined) this.#source.warn({ kind: 'list-incomplete', subject: 'tools/list', detail: problem })
    return [...this.#tools.values()]
  }

  /** A page without tools costs itself, unless there is nothing else. */
  #badPage(tools: Json | undefined, isLast: boolean): void {
    const problem = `\`tools\` is ${tools === undefined ? 'missing' : kindOf(tools)} instead of an array`
    if (this.#pageCount === 1 && isLast)
      throw new ToolServerFailure({ kind: 'invalid-answer', subject: 'tools/list', detail: problem })
    this.#warn('list-incomplete', 'tools/list', `on page ${this.#pageCount} ${problem}`)
  }

  #has(tool: Json): boolean {
    const exactName = isJsonObject(tool) ? textField(tool, 'name') : undefined
    return exactName !== undefined && this.#tools.has(visible(exactName))
  }

  #addTool(tool: Json): void {
    const exactName = isJsonObject(tool) ? textField(tool, 'name') : undefined
    if (!isJsonObject(tool) || exactName === undefined || exactName === '') {
      this.#warn('bad-tool', jsonText(tool), 'it has no name and was left out')
      return
    }
    if (exactName.length > NAME_LENGTH_MAX) {
      this.#warn('bad-tool', exactName, `its name is longer than ${NAME_LENGTH_MAX} characters; it was left out`)
      return
    }
    // A program may print the name, and a terminal must not obey it.
    const name = visible(exactName)
    if (!this.#tools.has(name)) {
      this.#addNamed(name, exactName, tool)
      return
    }
    if (this.#toldTwice.has(name)) return
    this.#toldTwice.add(name)
    this.#warn('duplicate-tool', name, 'the server lists it twice; the first is used')
  }

  #addNamed(name: string, exactName: string, tool: JsonObject): void {
    const { schema, problem } = usableSchema(fieldOf(tool, 'inputSchema'), this.#isPattern)
    if (problem !== undefined) this.#warn('bad-tool', name, problem)
    if (schema === undefined) return
    if (name !== exactName)
      this.#warn('bad-tool', name, 'its name has characters that cannot be seen, which are written out')
    for (const field of ['annotations', 'outputSchema']) {
      const value = fieldOf(tool, field) ?? undefined
      if (value !== undefined && !isJsonObject(value))
        this.#warn('bad-tool', name, `its \`${field}\` is ${kindOf(value)}; it is ignored`)
    }
    const description = this.#description(name, fieldOf(tool, 'description'))
    this.#tools.set(name, { name, exactName, description, inputSchema: schema })
  }

  #description(name: string, given: Json | undefined): string | undefined {
    if (given === undefined || given === null) return undefined
    if (typeof given !== 'string') {
      this.#warn('bad-tool', name, `its description is ${kindOf(given)}; it is ignored`)
      return undefined
    }
    if (given.length <= DESCRIPTION_LENGTH_MAX) return visibleLines(given.toWellFormed())
    this.#warn('bad-tool', name, `its description has ${given.length} characters; it was cut`)
    return `${visibleLines(given.slice(0, DESCRIPTION_LENGTH_MAX).toWellFormed())}…`
  }

  #warn(kind: ToolServerWarning['kind'], subject: string, detail: string): void {
    this.#toolWarningCount += 1
    if (this.#toolWarningCount > TOOL_WARNINGS_MAX) return
    this.#source.warn({ kind, subject: this.#source.quote(subject), detail: this.#source.quote(detail) })
  }
}

/** Ten times what the specification allows. */
const NAME_LENGTH_MAX = 1_280
/** Characters: ten times the longest description known, and as much as a model may be made to read. */
const DESCRIPTION_LENGTH_MAX = 32 * 1024
