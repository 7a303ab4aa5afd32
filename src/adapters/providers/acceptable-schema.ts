/**
 * The schema of a tool's arguments as every vendor accepts it.
 *
 * Servers write JSON Schema of all ages and with all keywords. A vendor that stumbles over one refuses the whole request,
 * so one odd tool would take all others with it. The copy that is sent is therefore made of the keywords that all of
 * them read, each checked for the form it must have; what is cut only makes the schema say less. References are put in
 * place, because vendors differ in which they follow; one that leads nowhere or back to itself becomes a schema that
 * accepts everything. Whether arguments fit is decided by the server, with the schema as it is there.
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { isJsonArray, isJsonObject } from './json-shape.ts'
import { withMerged, withMergedAll } from './merged-schema.ts'
import { schemaAt } from './schema-reference.ts'
import { acceptableKeywords } from './schema-keywords.ts'

export interface SchemaRules {
  /** Whether `pattern` is kept: local servers make a grammar of it, and refuse the request if they cannot. */
  readonly keepsPatterns: boolean
}

/** How much longer than they are written the schemas of one request may become, because references are put in place. */
export interface SchemaGrowth {
  readonly schemas: number
  readonly characters: number
}

export type AcceptableSchema =
  | { readonly kind: 'schema'; readonly schema: JsonObject }
  /** It cannot be the schema of an object of arguments, in whatever way it is read. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Schemas inside schemas: far more than a model could make use of. */
const schemasMax = 5_000
const depthMax = 40
/** Of all tools of one request together: a few references that lead through one another can stand for any number. */
const growthMax: SchemaGrowth = { schemas: 20_000, characters: 1_000_000 }

/** What each of so many tools may grow by, so that none takes from the others. */
export function shareOfGrowth(toolCount: number): SchemaGrowth {
  const share = (max: number): number => Math.floor(max / Math.max(1, toolCount))
  return { schemas: share(growthMax.schemas), characters: share(growthMax.characters) }
}

export function acceptableSchema(schema: JsonObject, rules: SchemaRules, growth = shareOfGrowth(1)): AcceptableSchema {
  const written = sizeOf(schema)
  const walk = {
    root: schema,
    rules,
    schemasLeft: Math.min(schemasMax, written.objects + growth.schemas),
    charactersLeft: written.characters + growth.characters,
  }
  const whole = cleaned(schema, walk, [])
  const root = withoutUnions(whole)
  const { type } = root
  const takesObjects = type === undefined || type === 'object' || (isJsonArray(type) && type.includes('object'))
  if (!takesObjects) return { kind: 'refused', reason: `its arguments would be ${JSON.stringify(type)}, no object` }
  const { properties = {}, required, additionalProperties, description } = root
  return {
    kind: 'schema',
    schema: {
      type: 'object',
      ...(description === undefined ? {} : { description }),
      properties,
      ...(required === undefined ? {} : { required }),
      ...(additionalProperties === undefined ? {} : { additionalProperties }),
    },
  }
}

interface Walk {
  readonly root: JsonObject
  readonly rules: SchemaRules
  schemasLeft: number
  charactersLeft: number
}

/** `path`: the schemas that references have led through on the way here, and how deep this one is. */
function cleaned(node: Json | undefined, walk: Walk, path: readonly Json[]): JsonObject {
  if (!isJsonObject(node) || path.length >= depthMax) return {}
  if (walk.schemasLeft <= 0 || walk.charactersLeft <= 0) return {}
  walk.schemasLeft -= 1
  if (path.includes(node)) return openSchema(node)
  const inner = [...path, node]
  const { $ref } = node
  const own = ownKeywords(node, walk, inner)
  if (typeof $ref !== 'string') return own
  return withMerged(own, cleaned(schemaAt(walk.root, $ref), walk, inner))
}

/** What stands for a schema that contains itself. */
function openSchema({ description }: JsonObject): JsonObject {
  return typeof description === 'string' ? { description } : {}
}

function ownKeywords(node: JsonObject, walk: Walk, path: readonly Json[]): JsonObject {
  const inside = (child: Json | undefined): JsonObject => cleaned(child, walk, path)
  const simple = acceptableKeywords(node, walk.rules.keepsPatterns)
  walk.charactersLeft -= sizeOf(simple).characters
  if (walk.charactersLeft < 0) return {}
  const result: Record<string, Json> = { ...simple }
  Object.assign(result, objectKeywords(node, inside), arrayKeywords(node, result['type'], inside))
  const branches = [node['anyOf'], node['oneOf']].find((list) => isJsonArray(list) && list.length > 0)
  if (isJsonArray(branches)) {
    const [first = {}, ...others] = distinct(branches.map(inside))
    if (others.length === 0) return withMergedAll(withMerged(result, first), allOf(node, inside))
    result['anyOf'] = [first, ...others]
  }
  return withMergedAll(result, allOf(node, inside))
}

function allOf(node: JsonObject, inside: (child: Json) => JsonObject): readonly JsonObject[] {
  return isJsonArray(node['allOf']) ? node['allOf'].map(inside) : []
}

function objectKeywords(node: JsonObject, inside: (child: Json | undefined) => JsonObject): JsonObject {
  const result: Record<string, Json> = {}
  const { properties, required, additionalProperties } = node
  if (isJsonObject(properties)) {
    // `false` forbids a property: it is left out. Not an object literal, because a property may be called `__proto__`.
    const allowed = Object.entries(properties).filter(([, child]) => child !== false)
    result['properties'] = Object.fromEntries(allowed.map(([name, child]) => [name, inside(child)]))
    if (isJsonArray(required)) {
      const names = new Set(allowed.map(([name]) => name))
      const present = required.filter((name) => typeof name === 'string' && names.has(name))
      if (present.length > 0) result['required'] = [...new Set(present)]
    }
  }
  // With names by pattern, nothing is known of the names that are not listed.
  if (node['patternProperties'] !== undefined) return result
  if (typeof additionalProperties === 'boolean') result['additionalProperties'] = additionalProperties
  else if (isJsonObject(additionalProperties)) result['additionalProperties'] = inside(additionalProperties)
  return result
}

/** A list of schemas by position, in whichever of its two forms, becomes one schema for any position. */
function arrayKeywords(
  node: JsonObject,
  type: Json | undefined,
  inside: (child: Json | undefined) => JsonObject,
): JsonObject {
  const { items, prefixItems } = node
  const byPosition = isJsonArray(prefixItems) ? prefixItems : items
  if (isJsonArray(byPosition) && byPosition.length > 0) {
    const [first = {}, ...others] = distinct(byPosition.map(inside))
    return { items: others.length === 0 ? first : { anyOf: [first, ...others] } }
  }
  if (isJsonObject(items)) return { items: inside(items) }
  const isArray = type === 'array' || (isJsonArray(type) && type.includes('array'))
  // An Array whose elements are not described is refused by some.
  return isArray ? { items: {} } : {}
}

/**
 * The root without alternatives: vendors refuse them there. An object may have the properties of any of them; needed
 * are those that all of them need. Which belong together is told in words.
 */
function withoutUnions(root: JsonObject): JsonObject {
  const { anyOf, ...rest } = root
  if (!isJsonArray(anyOf)) return root
  const branches = anyOf.filter(isJsonObject)
  const required = branches.map(requiredNames)
  const names = [...new Set([...requiredNames(rest), ...namesInAll(required)])]
  const note = combinationsNote(required)
  const own = typeof rest['description'] === 'string' ? rest['description'] : ''
  const text = [own, note].filter((part) => part !== '').join('\n')
  return {
    ...rest,
    type: rest['type'] ?? branches[0]?.['type'] ?? 'object',
    properties: eitherProperties([rest, ...branches]),
    ...(names.length === 0 ? {} : { required: names }),
    ...(text === '' ? {} : { description: text }),
  }
}

function namesInAll(lists: readonly (readonly string[])[]): readonly string[] {
  const sets = lists.map((names) => new Set(names))
  return (lists[0] ?? []).filter((name) => sets.every((set) => set.has(name)))
}

function requiredNames({ required }: JsonObject): readonly string[] {
  return isJsonArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** The properties of all `schemas`; one that several have may be any of theirs. */
function eitherProperties(schemas: readonly JsonObject[]): JsonObject {
  // Not an object, where an assignment to `__proto__` would set the prototype.
  const found = new Map<string, Json[]>()
  for (const [name, child] of schemas.flatMap(propertyPairs)) {
    const alternatives = found.get(name) ?? []
    found.set(name, alternatives)
    alternatives.push(child)
  }
  return Object.fromEntries(Array.from(found, ([name, children]) => [name, anyOfThem(children)]))
}

function anyOfThem(children: readonly Json[]): Json {
  const [only = {}] = children
  if (children.length < 2) return only
  const alternatives = distinct(children.flatMap(alternativesOf).filter(isJsonObject))
  return alternatives.length === 1 ? (alternatives[0] ?? {}) : { anyOf: alternatives }
}

function propertyPairs({ properties }: JsonObject): readonly [string, Json][] {
  return isJsonObject(properties) ? Object.entries(properties) : []
}

function alternativesOf(schema: Json): readonly Json[] {
  if (!isJsonObject(schema) || Object.keys(schema).length !== 1) return [schema]
  return isJsonArray(schema['anyOf']) ? schema['anyOf'] : [schema]
}

/** How many objects stand in `value`, and about how many characters its text has. */
function sizeOf(value: Json): { readonly objects: number; readonly characters: number } {
  let [objects, characters] = [0, 0]
  const open: Json[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    characters += typeof next === 'string' ? next.length : valueLength
    if (isJsonObject(next)) {
      objects += 1
      for (const name of Object.keys(next)) characters += name.length
    }
    if (isJsonObject(next) || isJsonArray(next)) for (const inner of Object.values(next)) open.push(inner)
  }
  return { objects, characters }
}

/** What a number or a pair of brackets takes at most, more or less. */
const valueLength = 8

/** Sets that are told; more would be longer than the tool's own description. */
const combinationsMax = 6

function combinationsNote(required: readonly (readonly string[])[]): string {
  const sets = [...new Set(required.map((names) => names.join(', ')))].filter((names) => names !== '')
  if (sets.length < 2 || sets.length > combinationsMax) return ''
  return `Give one of these sets of arguments: ${sets.map((names) => `(${names})`).join(', ')}.`
}

function distinct(schemas: readonly JsonObject[]): readonly JsonObject[] {
  const seen = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  return [...seen.values()]
}
