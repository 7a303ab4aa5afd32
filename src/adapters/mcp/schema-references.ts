/**
 * Where the references of one schema lead.
 *
 * A schema may hold thousands of references that lead through one another, and thousands of anchors. So each reference is
 * followed once, the names that schemas give themselves are gathered once, and all of it costs no more than reading the
 * schema.
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { fieldOf, isJsonArray, isJsonObject, textField } from './json-shape.ts'

export function isSchema(value: Json | undefined): value is JsonObject | boolean {
  return typeof value === 'boolean' || isJsonObject(value)
}

export class SchemaReferences {
  readonly #root: JsonObject
  readonly #id: string
  readonly #targets = new Map<string, Json | undefined>()
  #anchors: ReadonlyMap<string, JsonObject> | undefined

  constructor(root: JsonObject) {
    this.#root = root
    this.#id = textField(root, '$id') ?? ''
  }

  /** The schema that a reference means in the end, if it stands in this one. References that only lead to each other mean nothing. */
  targetOf(reference: string): Json | undefined {
    const way = new Set<string>()
    let next = reference
    let target: Json | undefined
    while (!way.has(next)) {
      if (this.#targets.has(next)) {
        target = this.#targets.get(next)
        break
      }
      way.add(next)
      const found = this.#lookUp(next)
      const further = isJsonObject(found) ? textField(found, '$ref') : undefined
      if (further === undefined) {
        target = isSchema(found) ? found : undefined
        break
      }
      next = further
    }
    for (const passed of way) this.#targets.set(passed, target)
    return target
  }

  /** The value that stands where the reference says. */
  #lookUp(reference: string): Json | undefined {
    const isOwn = this.#id !== '' && reference.startsWith(this.#id)
    const local = isOwn ? reference.slice(this.#id.length) : reference
    if (local === '#' || (local === '' && reference !== '')) return this.#root
    if (!local.startsWith('#')) return undefined
    if (local.startsWith('#/')) return pointedAt(this.#root, local.slice(2))
    this.#anchors ??= anchorsIn(this.#root)
    return this.#anchors.get(local.slice(1))
  }
}

/** What a JSON pointer without its first `/` leads to. */
function pointedAt(root: Json, pointer: string): Json | undefined {
  let target: Json | undefined = root
  for (const part of pointer.split('/')) {
    if (target === undefined) return undefined
    const name = unescaped(part)
    if (isJsonArray(target)) target = target[Number(name)]
    else target = isJsonObject(target) ? fieldOf(target, name) : undefined
  }
  return target
}

function unescaped(part: string): string {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The schemas that give themselves a name, by that name. */
function anchorsIn(root: JsonObject): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>()
  const open: Json[] = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isJsonObject(next)) {
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const name = textField(next, keyword)
        if (name !== undefined && !anchors.has(name)) anchors.set(name, next)
      }
    }
    if (isJsonObject(next) || isJsonArray(next)) for (const inner of Object.values(next)) open.push(inner)
  }
  return anchors
}
