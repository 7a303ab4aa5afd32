/**
 * Names of tools as providers of models accept them.
 *
 * In Sense a tool is called `server.tool`, with the server's own spelling, or by its declared name. Providers take
 * `[A-Za-z0-9_-]`, 64 at most. A name is made of the canonical one alone, whatever else is offered, so that it stays the
 * same when a server is added: `server__tool` where nothing is lost by that, and else a readable beginning and a hash.
 * Wire names are never taken apart again: the registry of a question knows which tool each means.
 */

import { sha256Hex } from './sha256.ts'

export interface QualifiedName {
  /** The name that the program gave the connection; undefined for a declared tool. */
  readonly server: string | undefined
  readonly tool: string
}

/** The longest name that every provider takes. */
const wireLengthMax = 64

/** How much of the hash is used: more only where two names would still be the same. */
const hashLengths = [8, 16, 32, 56] as const

export function canonicalNameOf({ server, tool }: QualifiedName): string {
  return server === undefined ? tool : `${server}.${tool}`
}

/**
 * A wire name for each of `names`, in the same order, no two the same. The canonical names must differ. Declared tools
 * keep their plain names, then tools of servers do; the rest gets a hash.
 */
export function assignWireNames(names: readonly QualifiedName[]): readonly string[] {
  const taken = new Map<string, QualifiedName>()
  const wireNames = new Map<QualifiedName, string>()
  const assign = (name: QualifiedName, wireName: string | undefined): void => {
    if (wireName === undefined || taken.has(wireName) || wireNames.has(name)) return
    taken.set(wireName, name)
    wireNames.set(name, wireName)
  }
  for (const name of names) if (name.server === undefined) assign(name, plainWireName(name))
  for (const name of names) assign(name, plainWireName(name))
  // In an order of their own, so that the names do not depend on the order of the tools.
  for (const name of names.filter((name) => !wireNames.has(name)).toSorted(byCanonicalName)) {
    for (const hashLength of hashLengths) assign(name, hashedWireName(name, hashLength))
  }
  return names.map((name) => wireNames.get(name) ?? hashedWireName(name, hashLengths[0]))
}

/** The wire name without a hash, or undefined where it could also come from another canonical name. */
export function plainWireName({ server, tool }: QualifiedName): string | undefined {
  if (server === undefined) return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(tool) && !isTreacherous(tool) ? tool : undefined
  const wireName = `${server}__${tool}`
  const isClean = cleaned(wireName) === wireName && /^[A-Za-z]/.test(wireName)
  // The first `__` must be the one in the middle.
  const splitsOnce = !server.includes('__') && !server.endsWith('_')
  return isClean && splitsOnce && wireName.length <= wireLengthMax ? wireName : undefined
}

/** Any text as something that providers accept as a name; it need not be the name of a tool. */
export function acceptableName(text: string): string {
  const name = cleaned(text.slice(0, wireLengthMax)) || '_'
  return isTreacherous(name) ? `${name}_` : name
}

/** The packages of providers look names up in plain objects, where these are found without having been put there. */
function isTreacherous(name: string): boolean {
  return name in Object.prototype
}

function hashedWireName(name: QualifiedName, hashLength: number): string {
  const readable = cleaned(name.server === undefined ? name.tool : `${name.server}__${name.tool}`)
  const start = /^[A-Za-z]/.test(readable) ? readable : `x_${readable}`
  const hash = sha256Hex(hashInput(canonicalNameOf(name))).slice(0, hashLength)
  return `${start.slice(0, wireLengthMax - 1 - hashLength)}_${hash}`
}

function cleaned(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, '_')
}

/** Halves of code points have no UTF-8 form of their own; written as escapes they still tell two names apart. */
function hashInput(canonicalName: string): string {
  return canonicalName.isWellFormed() ? canonicalName : JSON.stringify(canonicalName)
}

function byCanonicalName(a: QualifiedName, b: QualifiedName): number {
  const [left, right] = [canonicalNameOf(a), canonicalNameOf(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}
