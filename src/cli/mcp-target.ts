/** What `sense mcp` is asked about: a command, an address, or servers of a file, as requests to the port. */

import { nodeEnvironment } from '../adapters/node/environment.ts'
import { nodeSources, readProgramFile } from '../adapters/node/source-files.ts'
import { listOfNames, nearNameHint } from '../compiler/diagnostics/catalogue/execution.ts'
import type { ToolServerRequest } from '../runtime/ports/tool-servers.ts'
import { emptyServer } from '../runtime/servers/config/config-file.ts'
import type { ConfigEntry, ServerEntry } from '../runtime/servers/config/config-file.ts'
import { hasUserOrPassword, isReservedHeader, nameOfHeader } from '../runtime/servers/connect-arguments.ts'
import type { ConfigReading } from '../runtime/servers/config/read-config.ts'
import { readConfig } from '../runtime/servers/config/read-config.ts'
import type { UsageProblem } from './arguments.ts'

export interface McpTarget {
  /** Words of a command, behind `--`. */
  readonly command: readonly string[] | undefined
  /** An address, a file, one entry of it as `FILE#NAME`, or a command of one word. */
  readonly word: string
  /** `Name: value`, for an address. */
  readonly headers: readonly string[]
}

/** Who knows the secrets, and who may be asked for what a file needs. */
export type Asked = Pick<ConfigReading, 'secrets' | 'person'>

export type PlainRequest = Omit<ToolServerRequest, 'onWarning'>

export type TargetEntry =
  | { readonly kind: 'server'; readonly name: string; readonly request: PlainRequest }
  | { readonly kind: 'faulty'; readonly name: string; readonly fault: string }
  | { readonly kind: 'disabled'; readonly name: string }

export type FoundTarget =
  | { readonly kind: 'entries'; readonly entries: readonly TargetEntry[] }
  | { readonly kind: 'wrong'; readonly problem: UsageProblem }

/** Somebody waits in front of the terminal. Milliseconds. */
const TIMEOUT_MS = 30_000
const CALL_MS = 120_000

export async function targetOf(
  { command, word, headers }: McpTarget,
  { secrets, person }: Asked,
  timeoutMs = TIMEOUT_MS,
): Promise<FoundTarget> {
  const limits = limitsOf(timeoutMs)
  if (command !== undefined) {
    const [program = '', ...args] = command
    return one({ ...emptyServer(nameOfCommand(command), program), args }, limits)
  }
  if (/^https?:\/\//i.test(word)) {
    if (!URL.canParse(word)) return wrong(`\`${word}\` is no address`, 'write it as in `https://example.com/mcp`')
    if (hasUserOrPassword(word))
      return wrong('the address has a user or a password in it', `give them as a header: ${headerExample}`)
    const headline = headers.map(headerFault).find((fault) => fault !== undefined)
    if (headline !== undefined) return wrong(headline, `write it as in ${headerExample}`)
    return one({ ...emptyServer(new URL(word).hostname, word), headers }, limits)
  }
  const [, path, entryName] = fileForm.exec(word) ?? []
  if (path !== undefined) return await ofFile({ path, entryName }, { secrets, person }, limits)
  return one(emptyServer(nameOfCommand([word]), word), limits)
}

const headerExample = "`--header 'Authorization: Bearer ${KEY}'`"

/** What is wrong with a header. Never shows a value: it is a secret. */
function headerFault(header: string): string | undefined {
  const name = nameOfHeader(header)
  if (name === undefined) return '`--header` needs a name, a colon and a value'
  return isReservedHeader(name) ? `the header \`${name}\` is set by the protocol itself` : undefined
}

/** `FILE` or `FILE#NAME`; both may have a `#` of their own. */
const fileForm = /^(.*?\.jsonc?)(?:#(.*))?$/is

interface FileTarget {
  readonly path: string
  /** Undefined: all entries. */
  readonly entryName: string | undefined
}

async function ofFile(
  { path, entryName }: FileTarget,
  { secrets, person }: Asked,
  limits: ReturnType<typeof limitsOf>,
): Promise<FoundTarget> {
  const source = readProgramFile(path)
  if (source.kind !== 'text')
    return wrong(`\`${path}\` cannot be read`, 'name a file such as `.mcp.json`, or an address')
  const file = await readConfig(source.text, {
    shownPath: path,
    path: nodeSources.resolve(path, undefined),
    environment: nodeEnvironment,
    secrets,
    textOf: (other) => {
      const read = readProgramFile(other)
      return read.kind === 'text' ? read.text : undefined
    },
    person,
  })
  if (file.kind === 'faulty')
    return wrong(`\`${path}\` cannot be used: ${file.fault}`, 'see `sense explain mcp-config-unusable`')
  const entries = file.entries.map((entry) => targetEntry(entry, limits))
  if (entryName === undefined) return { kind: 'entries', entries }
  const found = entries.filter(({ name }) => name === entryName)
  if (found.length > 0) return { kind: 'entries', entries: found }
  const names = entries.map(({ name }) => name)
  const hint = nearNameHint(entryName, names) ?? `it has ${listOfNames(names)}`
  return wrong(`\`${path}\` has no server \`${entryName}\``, hint)
}

function targetEntry(entry: ConfigEntry, limits: ReturnType<typeof limitsOf>): TargetEntry {
  if (entry.kind !== 'server') return entry.kind === 'faulty' ? entry : { kind: 'disabled', name: entry.name }
  return { kind: 'server', name: entry.server.name, request: { ...entry.server, ...limits } }
}

/** The last word that says what is run: `npx -y @scope/files-server .` is `files-server`. */
function nameOfCommand(words: readonly string[]): string {
  const runners = /^(?:npx|uvx|node|python3?|bunx?|deno|docker|pnpm|dlx|run)$/
  const names = words.filter((word) => !word.startsWith('-')).map((word) => word.split(/[/\\]/).at(-1) ?? word)
  return names.find((name) => name !== '' && !runners.test(name)) ?? words[0] ?? ''
}

function one(server: ServerEntry & Pick<PlainRequest, 'headers'>, limits: ReturnType<typeof limitsOf>): FoundTarget {
  return { kind: 'entries', entries: [{ kind: 'server', name: server.name, request: { ...server, ...limits } }] }
}

function limitsOf(startTimeoutMs: number) {
  return {
    startTimeoutMs,
    listTimeoutMs: startTimeoutMs,
    callIdleTimeoutMs: Math.max(CALL_MS, startTimeoutMs),
    callTotalTimeoutMs: Math.max(CALL_MS, startTimeoutMs),
  }
}

function wrong(headline: string, hint: string): FoundTarget {
  return { kind: 'wrong', problem: { headline, hint } }
}
