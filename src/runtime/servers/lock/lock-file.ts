/**
 * The text of `sense.lock`: what servers of a program were like when somebody looked at them.
 *
 * People read it in changes of a repository, so it has one line for each thing that can change, in an order that never does. A
 * hash tells whether a tool is still the same; what is written out beside it says what it was. Each server carries a seal over
 * its entry, so that one edited by hand or merged wrongly is not taken for what somebody saw. It is no signature.
 */

import { exactJsonOf, isExactNumber } from '../../ports/exact-json.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import { quotedName } from '../../tools/quoted-name.ts'
import { JsonTextError, parseJson } from '../../values/json.ts'
import { byName, hashOf } from './canonical-json.ts'

/** The name of the file, beside the program. */
export const lockFileName = 'sense.lock'

export interface LockedServer {
  /** The words of its command, or its address; `…` stands for what is not shown, because it may be a secret. */
  readonly start: readonly string[]
  /** The names, never the values, of environment variables or headers that it gets. */
  readonly settings: readonly string[]
  /** Over all of the command or address, secrets replaced by their names. */
  readonly startHash: string
  readonly version: string | undefined
  readonly tools: ReadonlyMap<string, LockedTool>
}

export interface LockedTool {
  /** Over name, description, both schemas and annotations. */
  readonly hash: string
  /** What is shown of it, each part bounded: its description in lines, its parameters, what it gives, what is claimed of it. */
  readonly shown: JsonObject
}

export type Servers = ReadonlyMap<string, LockedServer>

export type LockReading =
  | { readonly kind: 'lock'; readonly servers: Servers }
  /** `fault` completes "the lock cannot be used: ". */
  | { readonly kind: 'faulty'; readonly fault: string }

/** Goes up when an older Sense could misread the file. */
const FORMAT = 1
/** Two hundred times a lock of twenty servers with ten tools each. */
const LENGTH_MAX = 16 * 1024 * 1024

/** The whole text of the file; the same servers give the same text. */
export async function lockText(servers: Servers): Promise<string> {
  const entries: [string, Json][] = []
  for (const [name, server] of [...servers].sort(byName)) {
    const entry = entryOf(server)
    entries.push([name, { ...entry, seal: await hashOf([name, entry]) }])
  }
  return `${JSON.stringify({ lock: FORMAT, servers: Object.fromEntries(entries) }, null, 2)}\n`
}

export async function readLock(text: string): Promise<LockReading> {
  if (text.length > LENGTH_MAX) return faulty(`it has more than ${LENGTH_MAX} characters`)
  const json = jsonIn(text)
  if (json === undefined) return faulty(`it is no JSON${placeOfFault(text)}`)
  const format = isObject(json) ? json['lock'] : undefined
  if (typeof format === 'number' && format > FORMAT) return faulty('a newer version of Sense has written it')
  const servers = isObject(json) ? json['servers'] : undefined
  if (format !== FORMAT || !isObject(servers)) return faulty('it is JSON, but no lock of servers')
  const read = new Map<string, LockedServer>()
  for (const [name, entry] of Object.entries(servers)) {
    const server = isObject(entry) ? serverOf(entry) : undefined
    if (server === undefined) return faulty(`its entry of the server \`${quotedName(name)}\` is not whole`)
    const { seal } = entry as JsonObject
    if (seal !== (await hashOf([name, entryOf(server)])))
      return faulty(`its entry of the server \`${quotedName(name)}\` was edited`)
    read.set(name, server)
  }
  return { kind: 'lock', servers: read }
}

function faulty(fault: string): LockReading {
  return { kind: 'faulty', fault }
}

function jsonIn(text: string): Json | undefined {
  try {
    return exactJsonOf(text)
  } catch {
    return undefined
  }
}

/** JavaScript's own message quotes the text there. */
function placeOfFault(text: string): string {
  try {
    parseJson(text)
    return ''
  } catch (error) {
    return error instanceof JsonTextError ? `: ${error.message} (line ${error.line}, column ${error.column})` : ''
  }
}

function entryOf({ start, settings, startHash, version, tools }: LockedServer): JsonObject {
  return {
    start,
    startHash,
    settings,
    version: version ?? null,
    tools: Object.fromEntries([...tools].sort(byName).map(([name, { hash, shown }]) => [name, { ...shown, hash }])),
  }
}

function serverOf({ start, startHash, settings, version, tools }: JsonObject): LockedServer | undefined {
  if (!isTexts(start) || !isTexts(settings) || typeof startHash !== 'string' || !isObject(tools)) return undefined
  if (version !== null && typeof version !== 'string') return undefined
  const read = new Map<string, LockedTool>()
  for (const [name, tool] of Object.entries(tools)) {
    if (!isObject(tool)) return undefined
    const { hash, ...shown } = tool
    if (typeof hash !== 'string') return undefined
    read.set(name, { hash, shown })
  }
  return { start, settings, startHash, version: version ?? undefined, tools: read }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === 'string')
}
