/**
 * Text from outside, made fit to be shown: secrets replaced, control characters visible, length bounded.
 *
 * What a server writes is data. Shown raw on a terminal it could move the cursor, hide a line or show a password, so
 * every text that leaves this folder in a failure or a warning passes here.
 */

/** Quoting one connection's texts: it knows that connection's secrets. */
export interface Quoting {
  /** The text with every secret replaced by its name. */
  withoutSecrets(text: string): string
  /** No form of a secret is longer: so much behind a cut may be the rest of one. */
  readonly secretLengthMax: number
  /** Without secrets, control characters visible, at most `lengthMax` characters. */
  quote(text: string, lengthMax: number): string
}

export interface Secret {
  readonly name: string
  readonly value: string
}

/** Shorter values are no secrets but switches such as `1` or `on`; replacing them would make nonsense of every text. */
const SECRET_LENGTH_MIN = 4

export function createQuoting(secrets: readonly Secret[]): Quoting {
  const replacements = secrets
    .flatMap(({ name, value }) =>
      partsOf(value)
        .flatMap(formsOf)
        .map((form) => ({ form, shown: `[secret ${name}]` })),
    )
    .sort((a, b) => b.form.length - a.form.length)
  const withoutSecrets = (text: string): string => {
    let clean = text
    // A function, because the name of a variable may hold `$&`, which a text would be searched for.
    for (const { form, shown } of replacements) clean = clean.replaceAll(form, () => shown)
    return clean
  }
  const secretLengthMax = replacements[0]?.form.length ?? 0
  const quotable = (text: string): string => {
    if (text.length <= QUOTE_SOURCE_MAX) return withoutSecrets(text)
    // The cut may have torn a secret, whose beginning would not be found.
    const clean = withoutSecrets(text.slice(0, QUOTE_SOURCE_MAX))
    return clean.slice(0, Math.max(0, clean.length - secretLengthMax))
  }
  return { withoutSecrets, secretLengthMax, quote: (text, lengthMax) => shortened(visible(quotable(text)), lengthMax) }
}

/** Longer texts are cut before anything else is done with them: no quote is nearly as long. */
const QUOTE_SOURCE_MAX = 64 * 1024

/** A secret as a whole, and each of its lines: a server that reads a key from a file trims it or prints it line by line. */
function partsOf(value: string): readonly string[] {
  const parts = [value, value.trim(), ...value.split(/[\r\n]+/).map((line) => line.trim())]
  return [...new Set(parts)].filter((part) => part.length >= SECRET_LENGTH_MIN)
}

/** A text as it is, inside JSON and inside a URL, in the ways that other languages write these. */
function formsOf(text: string): readonly string[] {
  const forms = [text]
  const ways = [(json: string) => json, withoutMarkup, asciiOnly, (json: string) => asciiOnly(withoutMarkup(json))]
  const json = JSON.stringify(text).slice(1, -1)
  for (const form of ways.map((way) => way(json))) forms.push(form, form.replaceAll('/', '\\/'))
  // A lone surrogate has no form in a URL.
  if (text.isWellFormed()) forms.push(...urlForms(text))
  return [...new Set(forms)]
}

/** JSON that is safe inside HTML, as Go and Ruby on Rails write it. */
function withoutMarkup(json: string): string {
  return json.replace(/[<>&]/g, escaped)
}

/** JSON in ASCII, as Python and PHP write it. */
function asciiOnly(json: string): string {
  return json.replace(/[^\0-\x7f]/g, escaped)
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Path and query as JavaScript encodes them, and a form, in which a space is a `+`. */
function urlForms(text: string): readonly string[] {
  const form = new URLSearchParams({ '': text }).toString().slice(1)
  return [encodeURIComponent(text), form, form.replaceAll('+', '%20')]
}

/** Control, formatting and direction characters as `\u{1b}`; line breaks as `\n`; tabs as spaces. */
export function visible(text: string): string {
  return text
    .replace(/\r\n|\n/g, '\\n')
    .replace(/\t/g, '  ')
    .replace(
      /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
}

function shortened(text: string, lengthMax: number): string {
  const characters = Array.from(text.slice(0, lengthMax * 2 + 2))
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax).join('')}…` : characters.join('')
}
