/** The secrets of one run: the keys that its environment holds, and what is read later. */

import type { SecretsPort } from '../../runtime/ports/secrets.ts'
import { createReplacer } from './secret-forms.ts'
import type { SecretReplacer } from './secret-forms.ts'
import { isKey } from './secret-value.ts'

/**
 * A shorter value is replaced only in the words of the server that got it. Replaced everywhere it would do harm: `true`,
 * `production` and the like stand in every second text.
 */
const valueLengthMin = 8

/** Words of letters alone are keys only when they are long. */
const wordLengthMin = 20

/**
 * `environment`: whatever can read it, the program itself, Python, a module of JavaScript or a server, may quote a key of it
 * in an error. So the variables whose names say that they are keys are registered before anything runs.
 */
export function createSecrets(environment: Readonly<Record<string, string | undefined>> = {}): SecretsPort {
  const values = new Map<string, string>()
  for (const [name, value = ''] of Object.entries(environment)) {
    if (isKey(name, value) && isSecret(value)) values.set(shownName(name), value)
  }
  let replacer: SecretReplacer | undefined
  return {
    add(name, value) {
      const shown = shownName(name)
      if (!isSecret(value) || values.get(shown) === value) return
      values.set(shown, value)
      replacer = undefined
    },
    replacedIn(text) {
      replacer ??= createReplacer(Array.from(values, ([name, value]) => ({ name, value })))
      return replacer.replacedIn(text)
    },
  }
}

/** The name takes the place of the secret, also inside JSON. */
function shownName(name: string): string {
  return name.replace(/[^\w.-]/gu, '_')
}

function isSecret(value: string): boolean {
  const { length } = value.trim()
  return length >= (/^[A-Za-z]+$/.test(value.trim()) ? wordLengthMin : valueLengthMin)
}
