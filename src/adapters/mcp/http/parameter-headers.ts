/**
 * Arguments of a call that are repeated as headers, so that what stands between can route by them (revision 2026-07-28).
 *
 * A schema names the header in `x-mcp-header`, at a property of a plain type that is reached through `properties` alone. A tool
 * that names one in any other way must not be used.
 */

import type { Json, JsonObject } from '../../../runtime/ports/json.ts'
import { isExactNumber } from '../../../runtime/ports/exact-json.ts'
import { fieldOf, isJsonArray, isJsonObject, textField } from '../json-shape.ts'

const KEYWORD = 'x-mcp-header'
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
const PLAIN_TYPES = ['string', 'integer', 'boolean']
/** No schema is looked into further; what is below is not reached by a chain that anybody writes. */
const DEPTH_MAX = 100

interface Declared {
  readonly header: string
  readonly path: readonly string[]
}

class Misdeclared extends Error {}

export class ParameterHeaders {
  readonly #declared = new Map<string, readonly Declared[]>()
  readonly #onBadTool: (name: string, reason: string) => void

  constructor(onBadTool: (name: string, reason: string) => void) {
    this.#onBadTool = onBadTool
  }

  /** The answer to `tools/list` without the tools that must not be used. */
  withUsableTools(answer: JsonObject): JsonObject {
    const result = fieldOf(answer, 'result')
    const tools = isJsonObject(result) ? fieldOf(result, 'tools') : undefined
    if (!isJsonObject(result) || !isJsonArray(tools)) return answer
    const usable = tools.filter((tool) => this.#isUsable(tool))
    return usable.length === tools.length ? answer : { ...answer, result: { ...result, tools: usable } }
  }

  /** Of a `tools/call`; none for all else. */
  headersFor(message: JsonObject): Readonly<Record<string, string>> {
    const params = fieldOf(message, 'params')
    if (textField(message, 'method') !== 'tools/call' || !isJsonObject(params)) return {}
    const declared = this.#declared.get(textField(params, 'name') ?? '') ?? []
    const args = fieldOf(params, 'arguments')
    const headers: Record<string, string> = {}
    for (const { header, path } of declared) {
      const text = valueText(valueAt(args, path))
      if (text !== undefined) headers[`Mcp-Param-${header}`] = text
    }
    return headers
  }

  #isUsable(tool: Json): boolean {
    const name = isJsonObject(tool) ? textField(tool, 'name') : undefined
    if (!isJsonObject(tool) || name === undefined) return true
    try {
      const declared = declaredIn(fieldOf(tool, 'inputSchema'))
      if (declared.length > 0) this.#declared.set(name, declared)
      // It may have been listed before.
      else this.#declared.delete(name)
      return true
    } catch (error) {
      if (!(error instanceof Misdeclared)) throw error
      this.#onBadTool(name, `${error.message}; it was left out`)
      return false
    }
  }
}

function declaredIn(schema: Json | undefined): readonly Declared[] {
  const found: Declared[] = []
  visit(schema, [], true, found)
  const names = found.map(({ header }) => header.toLowerCase())
  if (new Set(names).size < names.length) throw new Misdeclared(`two of its parameters have one \`${KEYWORD}\``)
  return found
}

function visit(schema: Json | undefined, path: readonly string[], isReached: boolean, found: Declared[]): void {
  if (path.length > DEPTH_MAX) return
  if (isJsonArray(schema)) for (const part of schema) visit(part, [...path, ''], false, found)
  if (!isJsonObject(schema)) return
  declare(schema, path, isReached, found)
  for (const [keyword, part] of Object.entries(schema)) {
    if (keyword === 'properties' && isJsonObject(part)) {
      for (const [name, property] of Object.entries(part)) visit(property, [...path, name], isReached, found)
    } else if (!DATA_KEYWORDS.has(keyword)) visit(part, [...path, ''], false, found)
  }
}

/** What stands there is a value, not a schema. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples', KEYWORD])

function declare(schema: JsonObject, path: readonly string[], isReached: boolean, found: Declared[]): void {
  const header = fieldOf(schema, KEYWORD)
  // A property may well be called so.
  if (header === undefined || isJsonObject(header)) return
  if (typeof header !== 'string' || !TOKEN.test(header))
    throw new Misdeclared(`its \`${KEYWORD}\` is no name of a header`)
  if (!isReached || path.length === 0) throw new Misdeclared(`its \`${KEYWORD}\` is where no parameter is`)
  const type = textField(schema, 'type')
  if (type === undefined || !PLAIN_TYPES.includes(type)) {
    throw new Misdeclared(`its \`${KEYWORD}\` is at a parameter that is no string, integer or boolean`)
  }
  found.push({ header, path })
}

function valueAt(args: Json | undefined, path: readonly string[]): Json | undefined {
  let value = args
  for (const name of path) value = isJsonObject(value) ? fieldOf(value, name) : undefined
  return value
}

function valueText(value: Json | undefined): string | undefined {
  if (isExactNumber(value)) return value.rawJSON
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  return typeof value === 'string' ? fieldValue(value) : undefined
}

/** What HTTP cannot carry as it is goes as base64 between marks; so does what looks like that. */
function fieldValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/i.test(text)
  return isPlain ? text : `=?base64?${Buffer.from(text.toWellFormed(), 'utf8').toString('base64')}?=`
}
