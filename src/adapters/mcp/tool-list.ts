/**
 * The tools a server offers: every page, every usable tool.
 *
 * One bad tool, page or cursor must not cost the others. What can be repaired is repaired, what cannot is left out, and
 * each time the user is told, by name.
 */

import { isDeeperThan, isTooDeep } from '../../runtime/ports/json-depth.ts'
import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import type { ToolServerRequest, ToolServerTool, ToolServerWarning } from '../../runtime/ports/tool-servers.ts'
import { kindOf } from './answer.ts'
import { clampedTimeoutMs } from './call-limit.ts'
import { fieldOf, isJsonArray, isJsonObject, jsonText, objectWithTexts, textField, textLengthOf } from './json-shape.ts'
import { isMethodMissing, walkPages } from './list-pages.ts'
import type { McpSession } from './mcp-session.ts'
import { visible, visibleLines } from './quoted-text.ts'
import type { Quoting } from './quoted-text.ts'
import { createPatternCheck } from './schema-patterns.ts'
import { suspicionOfJson, suspicionOfName, suspicionOfText } from './suspect-text.ts'
import { usableSchema } from './tool-schema.ts'

export interface ToolListSource {
  /** The result of `tools/list` with these parameters. */
  page(params: JsonObject): Promise<JsonObject>
  quote(text: string): string
  warn(warning: ToolServerWarning): void
}

/** More than any server has. */
const TOOLS_MAX = 10_000
/** Characters of all tools together: a hundred times the longest list known, and little beside what a program may hold. */
const LIST_LENGTH_MAX = 64 * 1024 * 1024
/** Nobody reads more; the last one says how many are left out. */
const TOOL_WARNINGS_MAX = 20

/** A tool as the program knows it, and what the server calls it. */
export interface ListedTool extends ToolServerTool {
  readonly exactName: string
  /** Calls of it may be tasks, or have to be. */
  readonly isTask: boolean
}

/** The tools of a connected server: all pages together within the limit of a list. */
export async function listToolsOf({ session, request, quoting }: ListedServer, signal: AbortSignal) {
  if (!session.offers.tools) return []
  const endsAt = performance.now() + clampedTimeoutMs(request.listTimeoutMs)
  return await listTools({
    page: (params) =>
      session.request('tools/list', params, { totalMs: Math.max(0, endsAt - performance.now()), signal }),
    quote: (text) => quoting.quote(text, QUOTE_LENGTH_MAX),
    warn: request.onWarning,
  })
}

export interface ListedServer {
  readonly session: McpSession
  readonly request: Pick<ToolServerRequest, 'listTimeoutMs' | 'onWarning'>
  readonly quoting: Quoting
}

export async function listTools(source: ToolListSource): Promise<readonly ListedTool[]> {
  const list = new ToolList(source)
  try {
    const problem = await walkPages(
      (params) => source.page(params),
      (page, isLast) => list.add(page, isLast),
    )
    return list.end(problem)
  } catch (error) {
    if (!isMethodMissing(error)) throw error
    return list.end(`it has none: ${error.detail}`)
  }
}

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
    this.#warnOfDeceit(name, exactName, tool)
    this.#tools.set(name, {
      name,
      exactName,
      description: this.#description(name, fieldOf(tool, 'description')),
      inputSchema: schema,
      outputSchema: this.#outputSchema(name, tool),
      annotations: this.#annotations(name, tool),
      isTask: mayBeTask(tool),
    })
  }

  /** What of it a person sees in another way than a model does. It stays usable, with what is hidden written out. */
  #warnOfDeceit(name: string, exactName: string, tool: JsonObject): void {
    const description = textField(tool, 'description')
    const suspicions = [
      suspicionOfName(exactName),
      description === undefined ? undefined : suspicionOfText(description, 'its description'),
      this.#suspicionOf(tool, 'inputSchema', 'its input schema'),
      this.#suspicionOf(tool, 'annotations', 'its annotations'),
    ].filter((suspicion) => suspicion !== undefined)
    if (suspicions.length > 0) this.#warn('suspect-text', name, suspicions.join('; '))
  }

  #suspicionOf(tool: JsonObject, field: string, place: string): string | undefined {
    const value = fieldOf(tool, field) ?? null
    return isTooDeep(value) ? undefined : suspicionOfJson(value, place)
  }

  #outputSchema(name: string, tool: JsonObject): JsonObject | undefined {
    const schema = this.#objectField(name, tool, 'outputSchema')
    return schema === undefined || isTooDeep(schema) ? undefined : schema
  }

  #objectField(name: string, tool: JsonObject, field: string): JsonObject | undefined {
    const value = fieldOf(tool, field) ?? undefined
    if (value === undefined) return undefined
    if (isJsonObject(value)) return value
    this.#warn('bad-tool', name, `its \`${field}\` is ${kindOf(value)}; it is ignored`)
    return undefined
  }

  #annotations(name: string, tool: JsonObject): JsonObject {
    const annotations = this.#objectField(name, tool, 'annotations') ?? {}
    if (!isDeeperThan(annotations, ANNOTATIONS_DEPTH_MAX)) return objectWithTexts(annotations, visibleLines)
    this.#warn('bad-tool', name, 'its `annotations` are nested too deep; they are ignored')
    return {}
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

function mayBeTask(tool: JsonObject): boolean {
  const execution = fieldOf(tool, 'execution')
  const support = isJsonObject(execution) ? textField(execution, 'taskSupport') : undefined
  return support === 'required' || support === 'optional'
}

/** For quotes in warnings. */
const QUOTE_LENGTH_MAX = 200
/** Ten times what the specification allows. */
const NAME_LENGTH_MAX = 1_280
/** Annotations are a flat object. */
const ANNOTATIONS_DEPTH_MAX = 100
/** Characters: ten times the longest description known, and as much as a model may be made to read. */
const DESCRIPTION_LENGTH_MAX = 32 * 1024
