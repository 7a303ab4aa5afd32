/**
 * Names of arguments as a vendor accepts them.
 *
 * Anthropic takes `[A-Za-z0-9_.-]`, 64 at most, for the arguments of a tool, and refuses the request otherwise. Other names
 * are replaced in the schema that is sent, and put back in the arguments of a call.
 */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import { isJsonArray, isJsonObject, jsonObjectIn } from './json-shape.ts'

const lengthMax = 64

export interface RenamedSchema {
  readonly schema: JsonObject
  /** From the names that were sent to the tool's own; empty where nothing had to be replaced. */
  readonly ownNames: ReadonlyMap<string, string>
}

/** Renames the arguments at the root; those inside are not looked at by the vendor. */
export function withAcceptableNames(schema: JsonObject): RenamedSchema {
  const { properties, required } = schema
  const ownNames = new Map<string, string>()
  if (!isJsonObject(properties)) return { schema, ownNames }
  const own = Object.keys(properties)
  const freeName = freeNames(own.filter(isAcceptable))
  const sentNames = new Map<string, string>()
  for (const name of own) {
    if (isAcceptable(name)) continue
    const sent = freeName(name)
    sentNames.set(name, sent)
    ownNames.set(sent, name)
  }
  if (ownNames.size === 0) return { schema, ownNames }
  const sentName = (name: string): string => sentNames.get(name) ?? name
  const pairs = Object.entries(properties).map(([name, child]): readonly [string, Json] => [
    sentName(name),
    titled(child, name, sentNames),
  ])
  const names = isJsonArray(required) ? required.map((name) => (typeof name === 'string' ? sentName(name) : name)) : []
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(pairs),
      ...(names.length === 0 ? {} : { required: names }),
    },
    ownNames,
  }
}

/** The arguments of a call with the tool's own names. What is no JSON object is left for the check that reports it. */
export function withOwnNames(argumentsText: string, ownNames: ReadonlyMap<string, string>): string {
  if (ownNames.size === 0) return argumentsText
  const args = jsonObjectIn(argumentsText)
  if (args === undefined) return argumentsText
  const pairs = Object.entries(args).map(([name, value]) => [ownNames.get(name) ?? name, value] as const)
  return JSON.stringify(Object.fromEntries(pairs))
}

/** The model is told the name that the tool's own description uses. */
function titled(child: Json, name: string, sentNames: ReadonlyMap<string, string>): Json {
  return sentNames.has(name) && isJsonObject(child) ? { title: name, ...child } : child
}

function isAcceptable(name: string): boolean {
  return /^[A-Za-z0-9_.-]{1,64}$/.test(name)
}

/** What `_` and a count take at most. */
const countLengthMax = 8

/** Gives for a name one that is acceptable and reads like it, none twice and none of `others`. */
function freeNames(others: readonly string[]): (name: string) => string {
  const taken = new Set(others)
  // Counting up from one for each of many names that read alike would cost the square of their number.
  const counts = new Map<string, number>()
  return (name) => {
    const readable = name.replace(/[^A-Za-z0-9_.-]/gu, '_').slice(0, lengthMax) || '_'
    const beginning = readable.slice(0, lengthMax - countLengthMax)
    let count = counts.get(beginning) ?? 1
    let sent = readable
    while (taken.has(sent)) {
      count += 1
      const ending = `_${count}`
      sent = readable.slice(0, lengthMax - ending.length) + ending
    }
    counts.set(beginning, count)
    taken.add(sent)
    return sent
  }
}
