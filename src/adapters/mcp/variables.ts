/** Variables of the environment inside a text: `${NAME}`, and `${NAME:-text}` with a text for when it is not set. */

import type { Secret } from '../node/secret-forms.ts'
import type { Environment } from './child-environment.ts'

export interface ExpandedText {
  readonly text: string
  /** The variables that were put in. */
  readonly values: readonly Secret[]
  /** Names that are not set and have no text of their own; their places are left empty. */
  readonly missing: readonly string[]
}

/** `prefix` stands before the name: `env:` in the files of some programs. */
export function expandedVariables(text: string, environment: Environment, prefix = ''): ExpandedText {
  const values: Secret[] = []
  const missing: string[] = []
  // Groups: what stands in the braces before `:-`, what stands behind it.
  const expanded = text.replace(/\$\{([^{}]*?)(?::-([^{}]*))?\}/g, (whole, inside: string, otherwise?: string) => {
    const name = inside.startsWith(prefix) ? inside.slice(prefix.length) : ''
    if (!/^[A-Za-z_]\w*$/.test(name)) return whole
    const value = environment[name]
    if (value !== undefined && (value !== '' || otherwise === undefined)) {
      values.push({ name, value })
      return value
    }
    if (otherwise === undefined) missing.push(name)
    return otherwise ?? ''
  })
  return { text: expanded, values, missing }
}
