/** The headers that a program gives a server over HTTP: `Name: value`, with variables of our environment in the value. */

import type { Secret } from '../../node/secret-forms.ts'
import { expandedVariables } from '../../../runtime/ports/expanded-variables.ts'
import { ToolServerFailure } from '../../../runtime/ports/tool-servers.ts'
import type { Environment } from '../child-environment.ts'
import { isSecretValue } from '../../node/secret-value.ts'
import type { HeaderList } from './guarded-fetch.ts'

export interface RequestHeaders {
  readonly headers: HeaderList
  /** What must not be shown: values that stand in the program, and those of variables. */
  readonly secrets: readonly Secret[]
  /** Those of variables alone. */
  readonly variables: readonly Secret[]
}

/** Throws a `ToolServerFailure` where a variable is missing or a value cannot be sent. */
export function requestHeadersOf(environment: Environment, written: readonly string[]): RequestHeaders {
  const variables: Secret[] = []
  const secrets: Secret[] = []
  const headers = written.map((header): readonly [string, string] => {
    const colon = header.indexOf(':')
    const name = header.slice(0, colon).trim()
    const { text, values, missing } = expandedVariables(header.slice(colon + 1), (variable) => environment[variable])
    const [first] = missing
    if (first !== undefined) throw new ToolServerFailure({ kind: 'environment-missing', subject: first })
    const value = text.trim()
    if (!isFieldValue(value)) throw new ToolServerFailure({ kind: 'header-invalid', subject: name })
    variables.push(...values.filter((variable) => isSecretValue(variable.name, variable.value)))
    if (isSecretValue(name, value)) secrets.push(...secretParts(name, value))
    return [name, value]
  })
  return { headers, secrets: [...variables, ...secrets], variables }
}

/** Of `Bearer abc` the server may echo only the last word. */
function secretParts(name: string, value: string): readonly Secret[] {
  const token = /^\S+ +(\S+)$/.exec(value)?.[1]
  return [{ name, value }, ...(token === undefined ? [] : [{ name, value: token }])]
}

/** What may stand behind the colon: no line break, no control character, nothing beyond Latin-1. */
function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}
