/**
 * Text from outside, made fit to be shown: secrets replaced, control characters visible, length bounded.
 *
 * What a server writes is data. Shown raw on a terminal it could move the cursor, hide a line or show a password, so
 * every text that leaves this folder in a failure or a warning passes here. So do the names and descriptions of tools, which
 * programs print to see what there is; and a model, too, should read of them only what a person can see. The result of a
 * call is left as it is: it is what the program asked for, and may be anything.
 */

import { createReplacer } from '../node/secret-forms.ts'
import type { Secret } from '../node/secret-forms.ts'
import { withHiddenWritten } from './suspect-text.ts'

/** Quoting one connection's texts: it knows that connection's secrets. */
export interface Quoting {
  /** The text with every secret replaced by its name. */
  withoutSecrets(text: string): string
  /** No form of a secret is longer: so much behind a cut may be the rest of one. */
  readonly secretLengthMax: number
  /** Without secrets, control characters visible, at most `lengthMax` characters. */
  quote(text: string, lengthMax: number): string
}

export function createQuoting(secrets: readonly Secret[]): Quoting {
  const { replacedIn: withoutSecrets, lengthMax: secretLengthMax } = createReplacer(secrets)
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

/** Control, formatting and direction characters, and others that nobody sees, as `\u{1b}`; line breaks as `\n`; tabs as spaces. */
export function visible(text: string): string {
  const line = text.replace(/\r\n|\n/g, '\\n').replace(/\t/g, '  ')
  return withHiddenWritten(line.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, writtenOut), writtenOut)
}

/** The same for a text that may have lines and tabs, and be written in a script or with signs that need joiners. */
export function visibleLines(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return withHiddenWritten(
    lines.replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, writtenOut),
    writtenOut,
  )
}

function writtenOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

function shortened(text: string, lengthMax: number): string {
  const characters = Array.from(text.slice(0, lengthMax * 2 + 2))
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax).join('')}…` : characters.join('')
}
