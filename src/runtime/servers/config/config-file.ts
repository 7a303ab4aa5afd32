/**
 * Files that name MCP servers, as other programs have them: `mcpServers` of Claude Desktop, Claude Code and Cursor, `servers`
 * of VS Code.
 *
 * What is wrong with one entry is told with its field and costs that entry alone. Texts may hold variables, in the way of any
 * of these programs.
 */

import { isJsonObject } from '../../ports/exact-json.ts'
import { hasUserOrPassword, isReservedHeader, nameOfHeader, webAddressOf } from '../connect-arguments.ts'
import { jsonOfFile } from '../json-of-file.ts'
import type { ConfigInput } from './config-inputs.ts'
import { inputsOf, neededInputs } from './config-inputs.ts'
import type { ConfigSurroundings, Fields } from './entry-reader.ts'
import { EntryReader, FieldFault } from './entry-reader.ts'
import { plainJson } from './json-with-comments.ts'

/** What an entry says of its server, with all variables put in. */
export interface ServerEntry {
  readonly name: string
  /** A program, or an address. */
  readonly command: string
  readonly args: readonly string[]
  /** `NAME=value` */
  readonly environment: readonly string[]
  /** `Name: value` */
  readonly plainHeaders: readonly string[]
  readonly folder: string | undefined
}

export type ConfigEntry =
  | { readonly kind: 'server'; readonly server: ServerEntry }
  /** `fault` completes "the entry cannot be used: ". */
  | { readonly kind: 'faulty'; readonly name: string; readonly fault: string }
  /** Switched off in the file. */
  | { readonly kind: 'disabled'; readonly name: string }

export type ConfigFile =
  | { readonly kind: 'entries'; readonly entries: readonly ConfigEntry[] }
  /** `fault` completes "the file cannot be used: ". */
  | { readonly kind: 'faulty'; readonly fault: string }

/** Nobody has more; a file with more was made by a program that went wrong. */
const ENTRIES_MAX = 100

type Surroundings = Omit<ConfigSurroundings, 'inputs'>

export function configFileOf(text: string, surroundings: Surroundings): ConfigFile {
  const read = entriesIn(text)
  if ('fault' in read) return { kind: 'faulty', fault: read.fault }
  const all = { ...surroundings, inputs: inputsOf(read.root) }
  return { kind: 'entries', entries: read.named.map(([name, entry]) => entryOf(name, entry, all)) }
}

/** What a person has to be asked for before the file can be used, each once. */
export function inputsNeededBy(text: string): readonly ConfigInput[] {
  const read = entriesIn(text)
  if ('fault' in read) return []
  const needed = new Set(
    read.named.filter(([, entry]) => !isDisabled(entry)).flatMap(([, entry]) => neededInputs(entry)),
  )
  return inputsOf(read.root).filter(({ id }) => needed.delete(id))
}

type ReadEntries =
  | { readonly root: Fields; readonly named: readonly (readonly [name: string, entry: unknown])[] }
  | { readonly fault: string }

function entriesIn(text: string): ReadEntries {
  const read = jsonOfFile(plainJson(text))
  if ('fault' in read) return read
  const { json: root } = read
  const servers = isJsonObject(root) ? (root['mcpServers'] ?? root['servers']) : undefined
  if (!isJsonObject(root) || !isJsonObject(servers))
    return { fault: 'it has neither an object `mcpServers` nor an object `servers`' }
  const named = Object.entries(servers)
  return named.length > ENTRIES_MAX ? { fault: `it has more than ${ENTRIES_MAX} servers` } : { root, named }
}

function entryOf(name: string, entry: unknown, surroundings: ConfigSurroundings): ConfigEntry {
  if (!isJsonObject(entry)) return { kind: 'faulty', name, fault: 'it is no object' }
  if (isDisabled(entry)) return { kind: 'disabled', name }
  try {
    return { kind: 'server', server: serverOf(name, new EntryReader(entry, surroundings)) }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { kind: 'faulty', name, fault: error.message }
  }
}

function isDisabled(entry: unknown): boolean {
  return isJsonObject(entry) && entry['disabled'] === true
}

function serverOf(name: string, entry: EntryReader): ServerEntry {
  if (name === '') throw new FieldFault('its name is empty')
  const address = entry.text('url') ?? entry.text('serverUrl')
  const command = entry.text('command')
  if (address !== undefined && command !== undefined) throw new FieldFault('it has both `command` and `url`')
  if (address !== undefined) {
    if (webAddressOf(address) === undefined) throw new FieldFault('`url` is no address of the web')
    if (hasUserOrPassword(address))
      throw new FieldFault('`url` has a user or a password in it, which belong into `headers`')
    return { ...emptyServer(name, address), plainHeaders: headersOf(entry) }
  }
  if (command === undefined || command === '') throw new FieldFault('it has neither `command` nor `url`')
  return {
    ...emptyServer(name, command),
    args: entry.texts('args'),
    environment: environmentOf(entry),
    folder: entry.text('cwd'),
  }
}

export function emptyServer(name: string, command: string): ServerEntry {
  return { name, command, args: [], environment: [], plainHeaders: [], folder: undefined }
}

function headersOf(entry: EntryReader): readonly string[] {
  return entry.pairs('headers').map(([header, value]) => {
    const written = `${header}: ${value}`
    if (nameOfHeader(written) === undefined) throw new FieldFault('`headers` has a name that cannot be one')
    if (isReservedHeader(header)) throw new FieldFault(`\`headers\` has \`${header}\`, which the protocol sets itself`)
    return written
  })
}

/** Those of the file of variables, and over them those of the entry itself. */
function environmentOf(entry: EntryReader): readonly string[] {
  const variables = new Map([...entry.variables('envFile'), ...entry.pairs('env')])
  return Array.from(variables, ([variable, value]) => `${variable}=${value}`)
}
