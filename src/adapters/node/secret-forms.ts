/** Finding secrets in text, in all the forms in which programs write them. */

export interface Secret {
  readonly name: string
  readonly value: string
}

/** Replaces a fixed set of secrets. */
export interface SecretReplacer {
  /** The text with every secret replaced by its name. */
  readonly replacedIn: (text: string) => string
  /** No form of a secret is longer: so much behind a cut may be the rest of one. */
  readonly lengthMax: number
}

/** Shorter values are no secrets but switches such as `1` or `on`; replacing them would make nonsense of every text. */
const secretLengthMin = 4

export function createReplacer(secrets: readonly Secret[]): SecretReplacer {
  const replacements = secrets
    .flatMap(({ name, value }) =>
      partsOf(value)
        .flatMap(formsOf)
        .map((form) => ({ form, shown: `[secret ${name}]` })),
    )
    .sort((a, b) => b.form.length - a.form.length)
  return {
    lengthMax: replacements[0]?.form.length ?? 0,
    replacedIn: (text) => {
      let clean = text
      // A function, because the name of a variable may hold `$&`, which a text would be searched for.
      for (const { form, shown } of replacements) clean = clean.replaceAll(form, () => shown)
      return clean
    },
  }
}

/** A secret as a whole, and each of its lines: a server that reads a key from a file trims it or prints it line by line. */
function partsOf(value: string): readonly string[] {
  const parts = [value, value.trim(), ...value.split(/[\r\n]+/).map((line) => line.trim())]
  return [...new Set(parts)].filter((part) => part.length >= secretLengthMin)
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
