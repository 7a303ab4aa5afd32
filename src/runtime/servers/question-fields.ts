/** The fields of a server's form: how each is asked for, and what a typed line means in it. */

import { fitsField } from '../ports/field-values.ts'
import type { Json } from '../ports/json.ts'
import type { FieldChoice, FieldForm, QuestionField } from '../ports/server-questions.ts'
import { oneLine } from '../safety/one-line.ts'

const textLengthMax = 300
const choicesShownMax = 50

/** `age (a whole number from 0; empty for 30): how old you are`. */
export function fieldPrompt(field: QuestionField): string {
  const { name, title, description, form } = field
  const label = oneLine(title ?? name, textLengthMax)
  const more = description === undefined ? '' : `: ${oneLine(description, textLengthMax)}`
  return `${label} (${formText(form)}${emptyText(field)})${more}`
}

/** What an empty line means. */
function emptyText({ preset, isRequired }: QuestionField): string {
  if (preset !== undefined) return `; empty for ${shownPreset(preset)}`
  return isRequired ? '' : '; may be empty'
}

/** The value of a typed line, undefined where it is left out; or what is wrong with it. */
export function readField(
  field: QuestionField,
  typed: string,
): { readonly value: Json | undefined } | { readonly fault: string } {
  if (typed === '') {
    if (field.preset !== undefined) return { value: field.preset }
    return field.isRequired ? { fault: 'an answer is needed' } : { value: undefined }
  }
  const value = valueIn(field.form, typed)
  return value !== undefined && fitsField(field.form, value)
    ? { value }
    : { fault: `it must be ${formText(field.form)}` }
}

/** What is meant, which need not fit yet. */
function valueIn(form: FieldForm, typed: string): Json | undefined {
  switch (form.kind) {
    case 'text':
      return typed
    case 'number':
      return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(typed) ? Number(typed) : undefined
    case 'yes or no':
      if (/^(?:y|yes|true)$/i.test(typed)) return true
      return /^(?:n|no|false)$/i.test(typed) ? false : undefined
    case 'choice':
      return choiceFor(form.choices, typed)
    case 'choices': {
      const chosen = typed.split(',').map((part) => choiceFor(form.choices, part.trim()))
      const known = new Set(chosen.filter((value) => value !== undefined))
      return chosen.includes(undefined) ? undefined : [...known]
    }
  }
}

/** By its value, its title or its number, whichever fits first. */
function choiceFor(choices: readonly FieldChoice[], typed: string): string | undefined {
  const named = choices.find(({ value }) => value === typed) ?? choices.find(({ title }) => title === typed)
  return (named ?? choices[Number(typed) - 1])?.value
}

function formText(form: FieldForm): string {
  switch (form.kind) {
    case 'text':
      return `${formatText(form.format)}${rangeText(form.min === 0 ? -Infinity : form.min, form.max, ' characters')}`
    case 'number':
      return `${form.isInteger ? 'a whole number' : 'a number'}${rangeText(form.min, form.max, '')}`
    case 'yes or no':
      return 'yes or no'
    case 'choice':
      return `one of ${choicesText(form.choices)}`
    case 'choices':
      return `some of ${choicesText(form.choices)}, with commas between${rangeText(form.min === 0 ? -Infinity : form.min, form.max, '')}`
  }
}

function formatText(format: string | undefined): string {
  const known: Readonly<Record<string, string>> = {
    email: 'an email address',
    uri: 'an address such as https://example.org',
    date: 'a date such as 2026-12-01',
    'date-time': 'a time such as 2026-12-01T12:00:00Z',
  }
  return (format !== undefined && Object.hasOwn(known, format) ? known[format] : undefined) ?? 'a text'
}

function rangeText(min: number, max: number, unit: string): string {
  const [from, to] = [min === -Infinity ? '' : ` from ${min}`, max === Infinity ? '' : ` up to ${max}`]
  return from + to === '' ? '' : `${from}${to}${unit}`
}

function choicesText(choices: readonly FieldChoice[]): string {
  const shown = choices.slice(0, choicesShownMax).map(({ value, title }, index) => {
    const label = title === value ? value : `${title} [${value}]`
    return `${index + 1} ${oneLine(label, textLengthMax)}`
  })
  return choices.length > choicesShownMax ? [...shown, '...'].join(', ') : shown.join(', ')
}

function shownPreset(preset: Json): string {
  if (typeof preset === 'boolean') return preset ? 'yes' : 'no'
  return oneLine(typeof preset === 'string' ? preset : JSON.stringify(preset), textLengthMax)
}
