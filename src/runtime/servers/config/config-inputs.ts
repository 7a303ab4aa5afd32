/** What a file of VS Code asks a person for: its `inputs`, which entries name as `${input:ID}`. */

import { isJsonObject } from '../../ports/exact-json.ts'
import type { FieldForm, QuestionField } from '../../ports/server-questions.ts'
import type { Fields } from './entry-reader.ts'

export interface ConfigInput {
  readonly id: string
  /** How a person is asked; undefined for what only VS Code itself can do. */
  readonly field: QuestionField | undefined
  /** Whether the answer must not be shown. */
  readonly isPassword: boolean
}

/** More than anybody fills in. */
const INPUTS_MAX = 100

/** Those that the file declares. What is wrong with one is told of the entries that need it. */
export function inputsOf(root: Fields): readonly ConfigInput[] {
  const given = Array.isArray(root['inputs']) ? (root['inputs'] as readonly unknown[]) : []
  return given.slice(0, INPUTS_MAX).filter(isJsonObject).flatMap(inputOf)
}

/** The ids that the texts of an entry need. */
export function neededInputs(entry: unknown): readonly string[] {
  return Array.from(JSON.stringify(entry).matchAll(/\$\{input:([\w.-]+)\}/g), ([, id = '']) => id)
}

function inputOf(given: Fields): readonly ConfigInput[] {
  const { id } = given
  if (typeof id !== 'string') return []
  const isPassword = given['password'] === true
  const form = formOf(given)
  if (form === undefined) return [{ id, field: undefined, isPassword }]
  // A default is shown with the question, so that of a password is not offered.
  const preset = isPassword ? undefined : textIn(given['default'])
  const field = { name: id, title: undefined, description: textIn(given['description']), isRequired: true }
  return [{ id, field: { ...field, form, preset: preset === '' ? undefined : preset }, isPassword }]
}

function formOf(given: Fields): FieldForm | undefined {
  if (given['type'] === 'promptString') return { kind: 'text', format: undefined, min: 0, max: Infinity }
  if (given['type'] !== 'pickString' || !Array.isArray(given['options'])) return undefined
  const choices = (given['options'] as readonly unknown[]).flatMap((option) => {
    const value = isJsonObject(option) ? option['value'] : option
    const title = isJsonObject(option) ? (textIn(option['label']) ?? value) : value
    return typeof value === 'string' && typeof title === 'string' ? [{ value, title }] : []
  })
  return choices.length === 0 ? undefined : { kind: 'choice', choices }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
