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

export type AcceptableSchema =
  | { readonly kind: 'schema'; readonly schema: JsonObject }
  /** It cannot be the schema of an object of arguments, in whatever way it is read. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Schemas inside schemas: far more than a model could make use of. */
const schemasMax = 5_000
const depthMax = 40

export function acceptableSchema(schema: JsonObject, rules: SchemaRules): AcceptableSchema {
  const walk = { root: schema, rules, schemasLeft: schemasMax }
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
}

/** `path`: the schemas that references have led through on the way here, and how deep this one is. */
function cleaned(node: Json | undefined, walk: Walk, path: readonly Json[]): JsonObject {
  if (!isJsonObject(node) || walk.schemasLeft <= 0 || path.length >= depthMax) return {}
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
  const result: Record<string, Json> = { ...acceptableKeywords(node, walk.rules.keepsPatterns) }
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
  const shared = (required[0] ?? []).filter((name) => required.every((names) => names.includes(name)))
  const merged = branches.reduce(withAlternatives, rest)
  const names = [...new Set([...requiredNames(rest), ...shared])]
  const note = combinationsNote(required)
  const own = typeof rest['description'] === 'string' ? rest['description'] : ''
  const text = [own, note].filter((part) => part !== '').join('\n')
  return {
    ...merged,
    ...(names.length === 0 ? {} : { required: names }),
    ...(text === '' ? {} : { description: text }),
  }
}

function requiredNames({ required }: JsonObject): readonly string[] {
  return isJsonArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** Adds the properties of one alternative; one that is there already may be either. */
function withAlternatives(sum: JsonObject, branch: JsonObject): JsonObject {
  // Not an object, where an assignment to `__proto__` would set the prototype.
  const properties = new Map(propertyPairs(sum))
  for (const [name, child] of propertyPairs(branch)) {
    const present = properties.get(name)
    const either = present === undefined ? [child] : distinct([...alternativesOf(present), child].filter(isJsonObject))
    properties.set(name, either.length === 1 ? (either[0] ?? {}) : { anyOf: either })
  }
  return { ...sum, type: sum['type'] ?? branch['type'] ?? 'object', properties: Object.fromEntries(properties) }
}

function propertyPairs({ properties }: JsonObject): readonly [string, Json][] {
  return isJsonObject(properties) ? Object.entries(properties) : []
}

function alternativesOf(schema: Json): readonly Json[] {
  if (!isJsonObject(schema) || Object.keys(schema).length !== 1) return [schema]
  return isJsonArray(schema['anyOf']) ? schema['anyOf'] : [schema]
}

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
