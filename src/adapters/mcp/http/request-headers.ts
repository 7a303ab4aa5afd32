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

/**
 * `written` may name variables, in `plain` nothing is put in. Throws a `ToolServerFailure` where a variable is missing or a
 * value cannot be sent.
 */
export function requestHeadersOf(
  environment: Environment,
  written: readonly string[],
  plain: readonly string[],
): RequestHeaders {
  const variables: Secret[] = []
  const secrets: Secret[] = []
  const headers = [...written.map(expanded), ...plain.map(splitHeader)].map(({ name, value }) => {
    if (!isFieldValue(value)) throw new ToolServerFailure({ kind: 'header-invalid', subject: name })
    if (isSecretValue(name, value)) secrets.push(...secretParts(name, value))
    return [name, value] as const
  })
  return { headers, secrets: [...variables, ...secrets], variables }

  function expanded(header: string): Header {
    const { name, value } = splitHeader(header)
    const { text, values, missing } = expandedVariables(value, (variable) => environment[variable])
    const [first] = missing
    if (first !== undefined) throw new ToolServerFailure({ kind: 'environment-missing', subject: first })
    variables.push(...values.filter((variable) => isSecretValue(variable.name, variable.value)))
    return { name, value: text.trim() }
  }
}

interface Header {
  readonly name: string
  readonly value: string
}

function splitHeader(header: string): Header {
  const colon = header.indexOf(':')
  return { name: header.slice(0, colon).trim(), value: header.slice(colon + 1).trim() }
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
