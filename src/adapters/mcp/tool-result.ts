/**
 * The result of a tool call in plain parts.
 *
 * Blocks of a kind nobody knows, and broken ones, become a note instead of an error: what the tool did is done, and the
 * rest of its result may be all the caller needs.
 */

import { isTooDeep } from '../../runtime/ports/json-depth.ts'
import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import type { ResultPart, ToolCallResult } from '../../runtime/ports/tool-servers.ts'
import { kindOf } from './answer.ts'
import { fieldOf, isJsonArray, isJsonObject, jsonText, textField, withTexts } from './json-shape.ts'

/** A result as parts, or why it is none that this client asked for. */
export type ResultReading = { readonly result: ToolCallResult } | { readonly refusal: string }

/** The texts of an error pass through `quoting`, because errors are audited; a success is given as it is. */
export function readToolResult(result: JsonObject, quoting: ResultQuoting): ResultReading {
  const { quote } = quoting
  const refusal = refusalOf(result, quote)
  if (refusal !== undefined) return { refusal }
  const content = fieldOf(result, 'content')
  // The oldest revision of MCP had `toolResult`, any JSON, instead of content.
  const structuredContent = fieldOf(result, 'structuredContent') ?? fieldOf(result, 'toolResult')
  if (structuredContent !== undefined && isTooDeep(structuredContent))
    return { refusal: 'its structured content is nested too deep' }
  const parts = partsOf(blocksOf(content), quote)
  if (!saysError(fieldOf(result, 'isError'))) return { result: { isError: false, parts, structuredContent } }
  return { result: errorWithoutSecrets(parts, structuredContent, quoting) }
}

export interface ResultQuoting {
  /** Fit to be shown and short. */
  readonly quote: (text: string) => string
  /** As it is, but for secrets. */
  readonly withoutSecrets: (text: string) => string
}

/** Some servers write the flag as text or as a number. */
function saysError(flag: Json | undefined): boolean {
  return flag === true || flag === 1 || (typeof flag === 'string' && flag.toLowerCase() === 'true')
}

function errorWithoutSecrets(
  parts: readonly ResultPart[],
  structuredContent: Json | undefined,
  { withoutSecrets }: ResultQuoting,
): ToolCallResult {
  return {
    isError: true,
    parts: parts.map((part) => partWithoutSecrets(part, withoutSecrets)),
    structuredContent: structuredContent === undefined ? undefined : withTexts(structuredContent, withoutSecrets),
  }
}

/** Images and sounds are left as they are: no report shows their bytes. */
function partWithoutSecrets(part: ResultPart, withoutSecrets: (text: string) => string): ResultPart {
  const maybe = (text: string | undefined) => (text === undefined ? undefined : withoutSecrets(text))
  switch (part.kind) {
    case 'text':
      return { ...part, text: withoutSecrets(part.text) }
    case 'image':
    case 'audio':
      return { ...part, mediaType: withoutSecrets(part.mediaType) }
    case 'link':
      return { ...part, uri: withoutSecrets(part.uri), name: maybe(part.name) }
    case 'resource':
      return { ...part, uri: withoutSecrets(part.uri), mediaType: maybe(part.mediaType), text: maybe(part.text) }
    case 'unknown':
      return { ...part, note: withoutSecrets(part.note) }
  }
}

/** Why a result is none that was asked for: some kinds may be given only to a client that said it can handle them. */
export function refusalOf(result: JsonObject, quote: (text: string) => string): string | undefined {
  const type = textField(result, 'resultType') ?? 'complete'
  const isTask = type === 'task' || (!Object.hasOwn(result, 'content') && isJsonObject(fieldOf(result, 'task')))
  if (isTask) return 'the server answered with a task to be polled, which was not asked for'
  if (type === 'input_required') return 'the server asks for more input, which this client does not give'
  if (type !== 'complete') return `the server answered with a result of the unknown type "${quote(type)}"`
  return undefined
}

/** The blocks of a result or a message; some servers give one alone. */
export function blocksOf(content: Json | undefined): readonly Json[] {
  if (content === undefined || content === null) return []
  return isJsonArray(content) ? content : [content]
}

/** More than anybody reads; each costs some hundred bytes. */
const BLOCKS_MAX = 100_000

export function partsOf(blocks: readonly Json[], quote: (text: string) => string): readonly ResultPart[] {
  const parts = blocks.slice(0, BLOCKS_MAX).map((block) => partOf(block, quote))
  if (blocks.length <= BLOCKS_MAX) return parts
  return [...parts, { kind: 'unknown', note: `${blocks.length - BLOCKS_MAX} more blocks` }]
}

function partOf(block: Json, quote: (text: string) => string): ResultPart {
  if (typeof block === 'string') return { kind: 'text', text: block.toWellFormed() }
  if (!isJsonObject(block)) return { kind: 'unknown', note: `a block that is ${kindOf(block)}` }
  const given = fieldOf(block, 'type') ?? undefined
  const type = typeof given === 'string' ? given.toLowerCase() : given
  if (type !== undefined && typeof type !== 'string')
    return { kind: 'unknown', note: `a block whose type is ${kindOf(type)}` }
  switch (type) {
    case 'text':
      return textPart(block)
    case 'image':
    case 'audio':
      return mediaPart(type, block)
    case 'resource_link':
      return linkPart(block)
    case 'resource':
      return resourcePart(block)
    case undefined:
      return textOrNote(block, 'a block without a type')
    default:
      return textOrNote(block, `a block of the unknown type "${quote(type)}"`)
  }
}

/** What has a text is text, whatever it calls itself. */
function textOrNote(block: JsonObject, note: string): ResultPart {
  return textField(block, 'text') === undefined ? { kind: 'unknown', note } : textPart(block)
}

/** Halves of code points, which no provider accepts, become the sign for a character that is lost. */
function textPart(block: JsonObject): ResultPart {
  const text = writtenText(block)
  return text === undefined ? { kind: 'unknown', note: 'a text block without text' } : { kind: 'text', text }
}

/** The field `text`, also where it is a number or other JSON. */
function writtenText(source: JsonObject): string | undefined {
  const text = fieldOf(source, 'text') ?? undefined
  if (text === undefined) return undefined
  return typeof text === 'string' ? text.toWellFormed() : jsonText(text)
}

function mediaPart(kind: 'image' | 'audio', block: JsonObject): ResultPart {
  const data = textField(block, 'data')
  // Some servers give the address that a web page would have.
  const address =
    data === undefined ? null : /^data:([\w.+/-]+)(?:;[\w=.-]+)*;base64,/.exec(data.slice(0, DATA_ADDRESS_LENGTH_MAX))
  const base64 = plainBase64(data?.slice(address?.[0].length ?? 0))
  if (base64 === undefined || base64 === '')
    return { kind: 'unknown', note: `an ${kind} block whose data is not base64` }
  const mediaType = textField(block, 'mimeType') ?? address?.[1] ?? mediaTypeOf(base64)
  if (mediaType === undefined) return { kind: 'unknown', note: `an ${kind} block without a media type` }
  return { kind, mediaType, base64 }
}

const DATA_ADDRESS_LENGTH_MAX = 200

/** The kind of image, from its first bytes. */
function mediaTypeOf(base64: string): string | undefined {
  return IMAGE_BEGINNINGS.find(([beginning]) => base64.startsWith(beginning))?.[1]
}

const IMAGE_BEGINNINGS = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const

function linkPart(block: JsonObject): ResultPart {
  const uri = textField(block, 'uri')
  const name = textField(block, 'name')
  if (uri !== undefined) return { kind: 'link', uri: uri.toWellFormed(), name: name?.toWellFormed() }
  return {
    kind: 'unknown',
    note: `a link${name === undefined ? '' : ` to "${name.slice(0, NAME_SHOWN_MAX)}"`} without an address`,
  }
}

const NAME_SHOWN_MAX = 200

function resourcePart(block: JsonObject): ResultPart {
  // Some servers write the fields of the resource into the block itself.
  const resource = fieldOf(block, 'resource') ?? block
  if (!isJsonObject(resource)) return { kind: 'unknown', note: `an embedded resource that is ${kindOf(resource)}` }
  const [uri, text, blob] = [textField(resource, 'uri'), writtenText(resource), textField(resource, 'blob')]
  if (uri === undefined && text === undefined && blob === undefined)
    return { kind: 'unknown', note: 'an embedded resource without an address' }
  const base64 = plainBase64(blob)
  if (text === undefined && blob !== undefined && base64 === undefined)
    return { kind: 'unknown', note: 'an embedded resource whose data is not base64' }
  return {
    kind: 'resource',
    uri: uri?.toWellFormed() ?? 'no address',
    mediaType: textField(resource, 'mimeType'),
    text,
    byteCount: base64 === undefined ? undefined : Buffer.byteLength(base64, 'base64'),
  }
}

/** Base64 in its usual alphabet without line breaks, which some servers put in; undefined when it is none. */
export function plainBase64(data: string | undefined): string | undefined {
  if (data === undefined) return undefined
  const plain = /[\s\-_]/.test(data) ? data.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/') : data
  const isBase64 = /^(?:[A-Za-z0-9+/]+={0,2})?$/.test(plain) && plain.replace(/=+$/, '').length % 4 !== 1
  return isBase64 ? plain : undefined
}
