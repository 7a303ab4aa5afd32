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
    .filter((secret) => secret.value.length >= SECRET_LENGTH_MIN)
    .flatMap((secret) => formsOf(secret.value).map((form) => ({ form, shown: `[secret ${secret.name}]` })))
    .sort((a, b) => b.form.length - a.form.length)
  const withoutSecrets = (text: string): string => {
    let clean = text
    for (const { form, shown } of replacements) clean = clean.replaceAll(form, shown)
    return clean
  }
  return {
    withoutSecrets,
    quote: (text, lengthMax) => shortened(visible(withoutSecrets(text.slice(0, QUOTE_SOURCE_MAX))), lengthMax),
  }
}

/** Longer texts are cut before anything else is done with them: no quote is nearly as long. */
const QUOTE_SOURCE_MAX = 64 * 1024

/** A secret as it is, inside JSON and inside a URL. */
function formsOf(value: string): readonly string[] {
  const forms = [value, JSON.stringify(value).slice(1, -1)]
  // A lone surrogate has no form in a URL.
  if (value.isWellFormed()) forms.push(encodeURIComponent(value))
  return [...new Set(forms)]
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
