/** The secrets of one run, gathered as they are read. */

import type { SecretsPort } from '../../runtime/ports/secrets.ts'
import { createReplacer } from './secret-forms.ts'
import type { SecretReplacer } from './secret-forms.ts'

/**
 * A shorter value is replaced only in the words of the server that got it. Replaced everywhere it would do harm: `true`,
 * `production` and the like stand in every second text.
 */
const valueLengthMin = 8

/** Words of letters alone are keys only when they are long. */
const wordLengthMin = 20

export function createSecrets(): SecretsPort {
  const values = new Map<string, string>()
  let replacer: SecretReplacer | undefined
  return {
    add(name, value) {
      // The name takes the place of the secret, also inside JSON.
      const shown = name.replace(/[^\w.-]/gu, '_')
      if (!isSecret(value) || values.get(shown) === value) return
      values.set(shown, value)
      replacer = createReplacer(Array.from(values, ([name, value]) => ({ name, value })))
    },
    replacedIn: (text) => replacer?.replacedIn(text) ?? text,
  }
}

function isSecret(value: string): boolean {
  const { length } = value.trim()
  return length >= (/^[A-Za-z]+$/.test(value.trim()) ? wordLengthMin : valueLengthMin)
}
