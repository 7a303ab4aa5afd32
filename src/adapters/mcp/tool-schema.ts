/**
 * The input schema of a tool, made fit to be sent to a provider of models.
 *
 * Providers refuse a whole question for one schema that is wrong, and a reference that leads nowhere or round in a circle
 * is wrong for everybody. So whatever breaks the rules of JSON Schema is taken out, which only makes the schema accept
 * more: the server checks the arguments itself. Nothing is ever fetched.
 */

import { isDeeperThan } from '../../runtime/ports/json-depth.ts'
import { plainNumbers } from '../../runtime/ports/exact-json.ts'
import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { kindOf } from './answer.ts'
import { fieldOf, isJsonArray, isJsonObject, textLengthOf } from './json-shape.ts'
import { visibleLines } from './quoted-text.ts'
import { createPatternCheck } from './schema-patterns.ts'
import type { PatternCheck } from './schema-patterns.ts'
import { isSchema, SchemaReferences } from './schema-references.ts'

export interface SchemaVerdict {
  /** Undefined: the tool cannot be used. */
  readonly schema: JsonObject | undefined
  /** What the user should know. */
  readonly problem?: string
}

/** Schemas nested deeper than this come from an error or from malice, and overflow whoever walks them. */
const SCHEMA_DEPTH_MAX = 200
/** Characters: many times the largest schema of a tool that is known, and more than any model reads. */
const SCHEMA_LENGTH_MAX = 512 * 1024
/** Faults of one schema that a warning names. */
const FAULTS_NAMED_MAX = 3

/** Arguments are always an object, so the root of a tool's schema must allow one. `isPattern` is shared by a whole list. */
export function usableSchema(given: Json | undefined, isPattern = createPatternCheck()): SchemaVerdict {
  const flaw = flawOf(given)
  if (flaw !== undefined || !isJsonObject(given)) {
    return { schema: { type: 'object' }, problem: `its input schema is ${flaw}; it is taken to accept any object` }
  }
  const repair = new SchemaRepair(plainNumbers(given) as JsonObject, isPattern)
  const schema = repair.root()
  const type = fieldOf(schema, 'type')
  if (type === 'object') return { schema, ...repair.problem() }
  if (type === undefined || (isJsonArray(type) && type.includes('object'))) {
    const problem = repair.problem().problem ?? 'the root of its input schema does not say `object`; it is taken to'
    return { schema: { ...schema, type: 'object' }, problem }
  }
  const shown = JSON.stringify(type)
  return { schema: undefined, problem: `the root of its input schema is ${shown}, not an object; it was left out` }
}

/** Why the whole of it cannot be used. */
function flawOf(given: Json | undefined): string | undefined {
  if (!isJsonObject(given)) return given === undefined ? 'missing' : kindOf(given)
  if (isDeeperThan(given, SCHEMA_DEPTH_MAX)) return `nested more than ${SCHEMA_DEPTH_MAX} deep`
  return textLengthOf(given) > SCHEMA_LENGTH_MAX ? `longer than ${SCHEMA_LENGTH_MAX} characters` : undefined
}

/** What may stand behind a keyword; all others may have anything. */
type Form =
  | 'schema'
  | 'schemas'
  | 'named schemas'
  | 'items'
  | 'text'
  | 'number'
  | 'pattern'
  | 'reference'
  | 'list'
  | 'names'
  | 'type'

const FORMS = new Map<string, Form>([
  ...keywords('schema', 'additionalProperties', 'additionalItems', 'not', 'if', 'then', 'else', 'contains'),
  ...keywords('schema', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'contentSchema'),
  ...keywords('schemas', 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...keywords('named schemas', 'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'),
  ...keywords('items', 'items'),
  ...keywords('text', 'title', 'description', 'format', '$id', '$schema', '$anchor', '$comment'),
  ...keywords('number', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength'),
  ...keywords('number', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
  ...keywords('pattern', 'pattern'),
  ...keywords('reference', '$ref', '$dynamicRef', '$recursiveRef'),
  ...keywords('list', 'enum', 'examples'),
  ...keywords('names', 'required'),
  ...keywords('type', 'type'),
])

function keywords(form: Form, ...names: readonly string[]): readonly (readonly [string, Form])[] {
  return names.map((name) => [name, form])
}

const TYPES = new Set<Json>(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

class SchemaRepair {
  readonly #root: JsonObject
  readonly #references: SchemaReferences
  readonly #isPattern: PatternCheck
  readonly #faults = new Set<string>()

  /** Its depth and length have been checked. */
  constructor(root: JsonObject, isPattern: PatternCheck) {
    this.#root = root
    this.#references = new SchemaReferences(root)
    this.#isPattern = isPattern
  }

  root(): JsonObject {
    const reference = fieldOf(this.#root, '$ref')
    const target = typeof reference === 'string' ? this.#references.targetOf(reference) : undefined
    // No provider follows a reference at the root. What stands beside it stays.
    const beside = Object.fromEntries(Object.entries(this.#root).filter(([name]) => name !== '$ref'))
    return this.#schema(
      isJsonObject(target) && target !== this.#root ? { ...target, ...beside } : this.#root,
    ) as JsonObject
  }

  problem(): { readonly problem?: string } {
    if (this.#faults.size === 0) return {}
    const named = [...this.#faults].slice(0, FAULTS_NAMED_MAX)
    const more = this.#faults.size > named.length ? [`${this.#faults.size - named.length} more`] : []
    return { problem: `of its input schema was left out: ${[...named, ...more].join('; ')}` }
  }

  #schema(schema: JsonObject | boolean): JsonObject | boolean {
    if (typeof schema === 'boolean') return schema
    const fields = Object.entries(schema).map(([name, value]): readonly [string, Json | undefined] => {
      const form = FORMS.get(name)
      const kept = form === undefined ? value : this.#repaired(form, name, value)
      return [name, kept]
    })
    return Object.fromEntries(fields.filter((field): field is readonly [string, Json] => field[1] !== undefined))
  }

  /** What may stand behind the keyword `name`; undefined: nothing of it. */
  #repaired(form: Form, name: string, value: Json): Json | undefined {
    switch (form) {
      case 'schema':
        return isSchema(value) ? this.#schema(value) : this.#drop(name, value)
      case 'items':
        if (isSchema(value)) return this.#schema(value)
        return isJsonArray(value) ? this.#schemas(name, value) : this.#drop(name, value)
      case 'schemas':
        return isJsonArray(value) ? this.#schemas(name, value) : this.#drop(name, value)
      case 'named schemas':
        return isJsonObject(value) ? this.#namedSchemas(name, value) : this.#drop(name, value)
      case 'text':
        return typeof value === 'string' ? visibleLines(value.toWellFormed()) : this.#drop(name, value)
      case 'number':
        return typeof value === 'number' ? value : this.#drop(name, value)
      case 'pattern':
        return typeof value === 'string' && this.#isPattern(value) ? value : this.#drop(name, value)
      case 'reference':
        return this.#reference(name, value)
      case 'list':
        return isJsonArray(value) && value.length > 0 ? value : this.#drop(name, value)
      case 'names':
        return this.#only(name, value, (element) => typeof element === 'string')
      case 'type':
        return this.#type(name, value)
    }
  }

  #schemas(name: string, values: readonly Json[]): Json | undefined {
    const schemas = values.filter(isSchema)
    if (schemas.length < values.length) this.#faults.add(`elements of \`${name}\` that are no schemas`)
    return schemas.length === 0 ? this.#drop(name, values) : schemas.map((schema) => this.#schema(schema))
  }

  /** A name stays, even where nothing can be said of it. */
  #namedSchemas(name: string, values: JsonObject): JsonObject {
    const fields = Object.entries(values).map(([key, value]): readonly [string, Json] => {
      if (!isSchema(value)) this.#faults.add(`an element of \`${name}\` that is no schema`)
      return [key, isSchema(value) ? this.#schema(value) : {}]
    })
    return Object.fromEntries(fields)
  }

  #type(name: string, value: Json): Json | undefined {
    if (isJsonArray(value)) return this.#only(name, value, (element) => TYPES.has(element))
    const type = typeof value === 'string' ? value.toLowerCase() : value
    return TYPES.has(type) ? type : this.#drop(name, value)
  }

  #only(name: string, value: Json, isGood: (element: Json) => boolean): Json | undefined {
    if (!isJsonArray(value)) return this.#drop(name, value)
    const good = value.filter(isGood)
    if (good.length < value.length) this.#faults.add(`elements of \`${name}\``)
    return name === 'type' && good.length === 0 ? this.#drop(name, value) : good
  }

  #reference(name: string, value: Json): Json | undefined {
    if (typeof value === 'string' && this.#references.targetOf(value) !== undefined) return value
    if (typeof value === 'string') {
      this.#faults.add(`the reference \`${value.slice(0, REFERENCE_SHOWN_MAX)}\`, which leads nowhere in it`)
      return undefined
    }
    return this.#drop(name, value)
  }

  #drop(name: string, value: Json): Json | undefined {
    // Draft 4 has flags where later drafts have numbers; and not every pattern is one in JavaScript.
    const isDialect =
      (name.startsWith('exclusive') && typeof value === 'boolean') || (name === 'pattern' && typeof value === 'string')
    if (!isDialect)
      this.#faults.add(`\`${name}\`, which is ${isJsonArray(value) && value.length === 0 ? 'empty' : kindOf(value)}`)
    return undefined
  }
}

const REFERENCE_SHOWN_MAX = 80
