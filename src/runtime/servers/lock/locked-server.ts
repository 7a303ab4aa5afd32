/**
 * What a lock says of a server, made from a connection.
 *
 * A lock lies in a repository. So of the command only words that are plainly no secrets are written down, of settings only
 * names; a hash over the rest, in which secrets that are known are replaced by their names, tells whether it is the same. Paths
 * below the program's folder and the user's home are written relative to these, so that a lock holds on other machines.
 */

import { isJsonObject } from '../../ports/exact-json.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import type { ToolServerConnection, ToolServerRequest, ToolServerTool } from '../../ports/tool-servers.ts'
import { oneLine } from '../../safety/one-line.ts'
import { webAddressOf } from '../connect-arguments.ts'
import { byName, canonicalJson, hashOf } from './canonical-json.ts'
import type { LockedServer, LockedTool } from './lock-file.ts'

export interface LockSurroundings {
  /** The folder of the lock, absolute. */
  readonly folder: string
  /** The user's home, where it is known. */
  readonly home: string | undefined
  readonly withoutSecrets: (text: string) => string
}

export async function lockedServer(
  request: ToolServerRequest,
  { facts, tools }: Pick<ToolServerConnection, 'facts' | 'tools'>,
  surroundings: LockSurroundings,
): Promise<LockedServer> {
  const portable = (text: string): string => portableText(text, surroundings)
  const command = portable(request.command)
  const args = request.args.map(portable)
  const settings = [...request.environment.map(nameOfVariable), ...(request.headers ?? []).map(nameOfHeader)].sort()
  const { folder } = request
  return {
    start: shownStart(command, args),
    settings,
    startHash: await hashOf({ command, args, settings, folder: folder === undefined ? null : portable(folder) }),
    version: facts.version === undefined ? undefined : oneLine(facts.version, versionLengthMax),
    tools: new Map(
      await Promise.all(tools.map(async (tool): Promise<[string, LockedTool]> => [tool.name, await lockedTool(tool)])),
    ),
  }
}

const versionLengthMax = 200

function portableText(text: string, { folder, home, withoutSecrets }: LockSurroundings): string {
  const here = withinFolder(withoutSecrets(text), folder, '.')
  return home === undefined ? here : withinFolder(here, home, '~')
}

/** `path` itself, or with what lies in it. `/` lies in everything. */
function withinFolder(text: string, path: string, name: string): string {
  if (path.length < 2) return text
  return text === path ? name : text.replaceAll(`${path}/`, `${name}/`)
}

function nameOfVariable(addition: string): string {
  return addition.split('=')[0] ?? ''
}

function nameOfHeader(header: string): string {
  return (header.split(':')[0] ?? '').toLowerCase()
}

// ---- What is shown of a command

/** A word of which nothing is shown. */
const hidden = '…'
const wordsShownMax = 20

function shownStart(command: string, args: readonly string[]): readonly string[] {
  const address = webAddressOf(command)
  if (address !== undefined) return [address.replace(/[^/]{20,}/g, (part) => (isHostOrWords(part) ? part : hidden))]
  const shown = args.slice(0, wordsShownMax).map((word) => (isPlainWord(word) ? word : hidden))
  return [oneLine(command, versionLengthMax), ...shown, ...(args.length > wordsShownMax ? [hidden] : [])]
}

/** Some services put a key into the path of an address: a long part with digits in it. */
function isHostOrWords(part: string): boolean {
  return part.includes('.') || !/\d/.test(part)
}

/** The name of an option, and that of a package with its scope or version. Anything else might be a password. */
function isPlainWord(word: string): boolean {
  if (word.length > 100) return false
  return (
    /^(?:-[a-z]|--[a-z]+(?:-[a-z]+)*)$/i.test(word) ||
    /^(?:@[\w.-]+\/)?[a-z][\w.-]*@[\w.-]+$|^@[\w.-]+\/[\w.-]+$/i.test(word)
  )
}

// ---- What is shown of a tool

/** Characters and lines of a description, and characters of each other part, that are written out. */
const descriptionLengthMax = 2_000
const linesMax = 60
const partLengthMax = 600
const parametersMax = 60

async function lockedTool(tool: ToolServerTool): Promise<LockedTool> {
  const { name, description = null, inputSchema, outputSchema = null, annotations } = tool
  return {
    hash: await hashOf({ name, description, inputSchema, outputSchema, annotations }),
    shown: {
      description: description === null ? null : shownLines(description),
      ...shownSchema('parameters', inputSchema),
      ...(outputSchema === null ? {} : { gives: shownJson(outputSchema) }),
      annotations: shownJson(annotations),
    },
  }
}

function shownLines(text: string): readonly string[] {
  const isCut = text.length > descriptionLengthMax
  const lines = text.slice(0, descriptionLengthMax).toWellFormed().split('\n')
  return [...lines.slice(0, linesMax), ...(isCut || lines.length > linesMax ? [hidden] : [])]
}

/** Each parameter for itself: it is one line of a difference. */
function shownSchema(name: string, schema: JsonObject): JsonObject {
  const { properties, required } = schema
  const entries = isJsonObject(properties) ? Object.entries(properties).sort(byName).slice(0, parametersMax) : []
  const shown = entries.map(([parameter, of]): [string, Json] => [oneLine(parameter, partLengthMax), shownJson(of)])
  return {
    [name]: Object.fromEntries(shown),
    required: Array.isArray(required) ? shownJson(required as readonly Json[]) : [],
  }
}

/** The value itself, or the beginning of its text where that is long. */
function shownJson(value: Json): Json {
  const text = canonicalJson(value)
  return text.length <= partLengthMax
    ? (JSON.parse(text) as Json)
    : `${text.slice(0, partLengthMax).toWellFormed()}${hidden}`
}
