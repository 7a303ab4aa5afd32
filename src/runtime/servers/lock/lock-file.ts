/**
 * The text of `sense.lock`: what servers of a program were like when somebody looked at them.
 *
 * People read it in changes of a repository, so it has one line for each thing that can change, in an order that never does. A
 * hash tells whether a tool is still the same; what is written out beside it says what it was. Each server carries a seal over
 * its entry, so that one edited by hand or merged wrongly is not taken for what somebody saw. It is no signature.
 */

import { isJsonObject } from '../../ports/exact-json.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import { quotedName } from '../../tools/quoted-name.ts'
import { jsonOfFile } from '../json-of-file.ts'
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
  const read = jsonOfFile(text)
  if ('fault' in read) return faulty(read.fault)
  const { json } = read
  const format = isJsonObject(json) ? json['lock'] : undefined
  if (typeof format === 'number' && format > FORMAT) return faulty('a newer version of Sense has written it')
  const servers = isJsonObject(json) ? json['servers'] : undefined
  if (format !== FORMAT || !isJsonObject(servers)) return faulty('it is JSON, but no lock of servers')
  const known = new Map<string, LockedServer>()
  for (const [name, entry] of Object.entries(servers)) {
    const server = isJsonObject(entry) ? serverOf(entry) : undefined
    if (server === undefined) return faulty(`its entry of the server \`${quotedName(name)}\` is not whole`)
    const { seal } = entry as JsonObject
    if (seal !== (await hashOf([name, entryOf(server)])))
      return faulty(`its entry of the server \`${quotedName(name)}\` was edited`)
    known.set(name, server)
  }
  return { kind: 'lock', servers: known }
}

function faulty(fault: string): LockReading {
  return { kind: 'faulty', fault }
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
  if (!isTexts(start) || !isTexts(settings) || typeof startHash !== 'string' || !isJsonObject(tools)) return undefined
  if (version !== null && typeof version !== 'string') return undefined
  const read = new Map<string, LockedTool>()
  for (const [name, tool] of Object.entries(tools)) {
    if (!isJsonObject(tool)) return undefined
    const { hash, ...shown } = tool
    if (typeof hash !== 'string') return undefined
    read.set(name, { hash, shown })
  }
  return { start, settings, startHash, version: version ?? undefined, tools: read }
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === 'string')
}
