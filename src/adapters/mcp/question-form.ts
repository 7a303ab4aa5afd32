/** The form in a server's question, from the part of JSON Schema that the protocol allows there: flat, with plain fields. */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { fitsField } from '../../runtime/ports/field-values.ts'
import type { FieldChoice, FieldForm, QuestionField } from '../../runtime/ports/server-questions.ts'
import { fieldOf, isJsonArray, isJsonObject, numberOf, textField } from './json-shape.ts'

/** More than anybody fills in. */
const FIELDS_MAX = 100
const CHOICES_MAX = 200

/** The fields in the server's order; in words what is wrong with the schema. */
export function fieldsOf(schema: Json | undefined): readonly QuestionField[] | string {
  const properties = isJsonObject(schema) ? (fieldOf(schema, 'properties') ?? {}) : undefined
  if (!isJsonObject(schema) || !isJsonObject(properties)) return 'its `requestedSchema` is no schema of an object'
  const names = Object.keys(properties)
  if (names.length > FIELDS_MAX) return `it asks for more than ${FIELDS_MAX} fields`
  const required = textsOf(fieldOf(schema, 'required'))
  const fields: QuestionField[] = []
  for (const name of names) {
    const given = fieldOf(properties, name)
    const form = isJsonObject(given) ? formOf(given) : undefined
    if (!isJsonObject(given) || form === undefined) return `its field ${fields.length + 1} is of no kind that is known`
    fields.push({
      name,
      title: textField(given, 'title'),
      description: textField(given, 'description'),
      isRequired: required.includes(name),
      form,
      preset: presetOf(fieldOf(given, 'default'), form),
    })
  }
  return fields
}

function formOf(given: JsonObject): FieldForm | undefined {
  const choices = choicesOf(given)
  switch (textField(given, 'type')) {
    case 'boolean':
      return { kind: 'yes or no' }
    case 'integer':
    case 'number': {
      const isInteger = textField(given, 'type') === 'integer'
      return { kind: 'number', isInteger, ...limitsOf(given, 'minimum', 'maximum', -Infinity) }
    }
    case 'array': {
      const items = fieldOf(given, 'items')
      const several = isJsonObject(items) ? choicesOf(items) : undefined
      if (several === undefined) return undefined
      return { kind: 'choices', choices: several, ...limitsOf(given, 'minItems', 'maxItems', 0) }
    }
    case 'string':
    case undefined:
      if (choices !== undefined) return { kind: 'choice', choices }
      return { kind: 'text', format: textField(given, 'format'), ...limitsOf(given, 'minLength', 'maxLength', 0) }
    default:
      return undefined
  }
}

function limitsOf(given: JsonObject, least: string, most: string, floor: number): { min: number; max: number } {
  const [min, max] = [numberOf(fieldOf(given, least)), numberOf(fieldOf(given, most))]
  return { min: Number.isNaN(min) ? floor : min, max: Number.isNaN(max) ? Infinity : max }
}

/** `enum`, with titles beside it in older revisions; or `oneOf` and `anyOf` of constants with titles. */
function choicesOf(given: JsonObject): readonly FieldChoice[] | undefined {
  const values = fieldOf(given, 'enum')
  const titles = textsOf(fieldOf(given, 'enumNames'))
  const listed = isJsonArray(values)
    ? textsOf(values).map((value, index) => ({ value, title: titles[index] ?? value }))
    : titledChoices(fieldOf(given, 'oneOf') ?? fieldOf(given, 'anyOf'))
  return listed === undefined || listed.length === 0 || listed.length > CHOICES_MAX ? undefined : listed
}

function titledChoices(given: Json | undefined): readonly FieldChoice[] | undefined {
  if (!isJsonArray(given)) return undefined
  return given.filter(isJsonObject).flatMap((choice) => {
    const value = textField(choice, 'const')
    return value === undefined ? [] : [{ value, title: textField(choice, 'title') ?? value }]
  })
}

/** A default that does not fit its own field is none: it would be sent where the person leaves the field empty. */
function presetOf(given: Json | undefined, form: FieldForm): Json | undefined {
  return given !== undefined && fitsField(form, given) ? given : undefined
}

function textsOf(given: Json | undefined): readonly string[] {
  return isJsonArray(given) ? given.filter((value) => typeof value === 'string') : []
}
