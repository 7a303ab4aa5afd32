/**
 * Files that name MCP servers, as other programs have them: `mcpServers` of Claude Desktop, Claude Code and Cursor, `servers`
 * of VS Code.
 *
 * What is wrong with one entry is told with its field and costs that entry alone. Texts may hold variables, in the way of any
 * of these programs.
 */

import { expandedVariables } from '../../ports/expanded-variables.ts'
import { JsonTextError, parseJson } from '../../values/json.ts'
import { hasUserOrPassword, webAddressOf } from '../connect-arguments.ts'
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
  readonly headers: readonly string[]
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

export interface ConfigSurroundings {
  /** The folder of the file, absolute. */
  readonly folder: string
  readonly variable: (name: string) => string | undefined
  /** Told of each variable of the environment whose value was put in. */
  readonly onValue: (name: string, value: string) => void
}

/** Nobody has more; a file with more was made by a program that went wrong. */
const ENTRIES_MAX = 100

type Fields = Readonly<Record<string, unknown>>

export function configFileOf(text: string, surroundings: ConfigSurroundings): ConfigFile {
  const json = plainJson(text)
  let root: unknown
  try {
    root = JSON.parse(json)
  } catch {
    return { kind: 'faulty', fault: `it is no JSON${jsonFault(json)}` }
  }
  const servers = isFields(root) ? (root['mcpServers'] ?? root['servers']) : undefined
  if (!isFields(servers))
    return { kind: 'faulty', fault: 'it has neither an object `mcpServers` nor an object `servers`' }
  const named = Object.entries(servers)
  if (named.length > ENTRIES_MAX) return { kind: 'faulty', fault: `it has more than ${ENTRIES_MAX} servers` }
  return { kind: 'entries', entries: named.map(([name, entry]) => entryOf(name, entry, surroundings)) }
}

/** What is wrong, and where. JavaScript's own message quotes the text there, which may be a key. */
function jsonFault(json: string): string {
  try {
    parseJson(json)
    return ''
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return `: ${error.message} (line ${error.line}, column ${error.column})`
  }
}

/** What is wrong with one field. */
class FieldFault extends Error {}

function entryOf(name: string, entry: unknown, surroundings: ConfigSurroundings): ConfigEntry {
  if (!isFields(entry)) return { kind: 'faulty', name, fault: 'it is no object' }
  if (entry['disabled'] === true) return { kind: 'disabled', name }
  try {
    return { kind: 'server', server: serverOf(name, new EntryReader(entry, surroundings)) }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { kind: 'faulty', name, fault: error.message }
  }
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
    const headers = entry.pairs('headers').map(([header, value]) => `${header}: ${value}`)
    return { name, command: address, args: [], environment: [], headers, folder: undefined }
  }
  if (command === undefined || command === '') throw new FieldFault('it has neither `command` nor `url`')
  if (entry.has('envFile')) throw new FieldFault('`envFile` is not read; write its variables into `env`')
  return {
    name,
    command,
    args: entry.texts('args'),
    environment: entry.pairs('env').map(([variable, value]) => `${variable}=${value}`),
    headers: [],
    folder: entry.text('cwd'),
  }
}

/** The fields of one entry, each checked and with its variables put in. */
class EntryReader {
  readonly #fields: Fields
  readonly #surroundings: ConfigSurroundings

  constructor(fields: Fields, surroundings: ConfigSurroundings) {
    this.#fields = fields
    this.#surroundings = surroundings
  }

  has(field: string): boolean {
    return (this.#fields[field] ?? undefined) !== undefined
  }

  text(field: string): string | undefined {
    const value = this.#fields[field] ?? undefined
    return value === undefined ? undefined : this.#expanded(field, value)
  }

  texts(field: string): readonly string[] {
    const value = this.#fields[field] ?? []
    if (!Array.isArray(value)) throw new FieldFault(`\`${field}\` is no array of strings`)
    return (value as readonly unknown[]).map((element, index) => this.#expanded(`${field}[${index}]`, element))
  }

  pairs(field: string): readonly (readonly [name: string, value: string])[] {
    const value = this.#fields[field] ?? {}
    if (!isFields(value)) throw new FieldFault(`\`${field}\` is no object of strings`)
    return Object.entries(value).map(([name, given]) => {
      if (name === '' || /[=:\0\s]/.test(name)) throw new FieldFault(`\`${field}\` has a name that cannot be one`)
      // Switches and numbers are often written without quotes.
      const text = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given
      return [name, this.#expanded(`${field}.${name}`, text)]
    })
  }

  #expanded(field: string, value: unknown): string {
    if (typeof value !== 'string') throw new FieldFault(`\`${field}\` is no string`)
    if (value.includes('\0')) throw new FieldFault(`\`${field}\` has a NUL character`)
    const { text, missing } = expandedVariables(value, (name) => this.#valueOf(name))
    const [first] = missing
    if (first === undefined) return text
    const isAsked = first.startsWith('input:')
    throw new FieldFault(
      isAsked
        ? `\`${field}\` asks a person for \${${first}}, which is not done here`
        : `\`${field}\` needs the variable \${${first}}, which is not set`,
    )
  }

  #valueOf(name: string): string | undefined {
    const { folder, variable, onValue } = this.#surroundings
    const workspace = folder.replace(/[/\\]\.(?:vscode|cursor|mcp)$/, '')
    if (name === 'workspaceFolder') return workspace
    if (name === 'workspaceFolderBasename') return workspace.split(/[/\\]/).at(-1)
    if (name === 'pathSeparator' || name === '/') return folder.startsWith('/') ? '/' : '\\'
    if (name === 'userHome') return variable('HOME') ?? variable('USERPROFILE')
    const environmentName = name.replace(/^env:/, '')
    if (environmentName.includes(':')) return undefined
    const value = variable(environmentName)
    if (value !== undefined) onValue(environmentName, value)
    return value
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
