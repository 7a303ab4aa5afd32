/** What vendors refuse in the schema of a tool's arguments. */

import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from '../../src/runtime/ports/json.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Complaints, none if the schema is accepted. */
export function schemaComplaints(schema: unknown, where: string): readonly string[] {
  if (!isObject(schema)) return [`${where} is no object`]
  const complaints: string[] = []
  if (schema['type'] !== 'object') complaints.push(`${where} must be of type object`)
  for (const keyword of ['oneOf', 'anyOf', 'allOf', 'enum', 'not']) {
    if (schema[keyword] !== undefined) complaints.push(`${where} does not support ${keyword} at the top level`)
  }
  if (ajv.validateSchema(schema) !== true) complaints.push(`${where} is no JSON Schema of draft 2020-12`)
  for (const inner of schemasIn(schema)) complaints.push(...innerComplaints(inner, schema, where))
  return complaints
}

function innerComplaints(inner: JsonObject, root: JsonObject, where: string): readonly string[] {
  const complaints: string[] = []
  const types = [inner['type']].flat()
  if (types.includes('array') && inner['items'] === undefined) complaints.push(`${where}: array schema missing items`)
  if (inner['items'] !== undefined && !isObject(inner['items'])) complaints.push(`${where}: items is not an object`)
  const reference = inner['$ref']
  if (typeof reference === 'string' && !leadsSomewhere(root, reference)) {
    complaints.push(`${where}: reference ${reference} leads nowhere`)
  }
  return complaints
}

/** All schemas in `schema`, itself included. */
function schemasIn(schema: JsonObject): readonly JsonObject[] {
  const maps = ['properties', '$defs', 'definitions'].flatMap((name) => {
    const map = schema[name]
    return isObject(map) ? Object.values(map) : []
  })
  const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((name) => {
    const list = schema[name]
    return Array.isArray(list) ? (list as readonly Json[]) : []
  })
  const single = ['items', 'additionalProperties', 'not'].map((name) => schema[name])
  return [schema, ...[...maps, ...lists, ...single].filter(isObject).flatMap(schemasIn)]
}

function leadsSomewhere(root: JsonObject, reference: string): boolean {
  let place: unknown = root
  for (const step of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    place = isObject(place) ? place[step] : undefined
  }
  return place !== undefined
}

/** Whether a schema anywhere in `schema` has the keyword. */
export function hasKeyword(schema: unknown, keyword: string): boolean {
  return isObject(schema) && schemasIn(schema).some((inner) => inner[keyword] !== undefined)
}
