/** What a server says of itself when it is greeted, in the way of its era. */

import type { JsonObject } from '../../runtime/ports/json.ts'
import type { ToolServerFacts } from '../../runtime/ports/tool-servers.ts'
import { fieldOf, isJsonObject, textField } from './json-shape.ts'
import { visibleLines } from './quoted-text.ts'

/** The longest version that is kept; most have ten characters. */
const VERSION_LENGTH_MAX = 200
/** As long as the description of a tool: a model is to read it. */
const INSTRUCTIONS_LENGTH_MAX = 32 * 1024

/** `greeting` is the result of `initialize`, or of `server/discover`. */
export function factsOf(greeting: JsonObject, protocol: string): ToolServerFacts {
  return {
    version: textWithin(textField(objectField(serverInfoOf(greeting), 'serverInfo'), 'version'), VERSION_LENGTH_MAX),
    instructions: textWithin(textField(greeting, 'instructions'), INSTRUCTIONS_LENGTH_MAX),
    protocol,
  }
}

/** Of all capabilities only `tools` matters. A server that declares nothing usable at all is asked for tools anyway. */
export function offersTools(greeting: JsonObject): boolean {
  const declared = fieldOf(greeting, 'capabilities')
  return !isJsonObject(declared) || (fieldOf(declared, 'tools') ?? false) !== false
}

/** In the newer era it is in `_meta`, under a longer name. */
function serverInfoOf(greeting: JsonObject): JsonObject {
  const meta = objectField(greeting, '_meta')
  const modern = fieldOf(meta, 'io.modelcontextprotocol/serverInfo')
  return modern === undefined ? greeting : { serverInfo: modern }
}

function objectField(value: JsonObject, name: string): JsonObject {
  const field = fieldOf(value, name)
  return isJsonObject(field) ? field : {}
}

function textWithin(text: string | undefined, lengthMax: number): string | undefined {
  if (text === undefined || text === '') return undefined
  return text.length <= lengthMax ? visibleLines(text) : `${visibleLines(text.slice(0, lengthMax))}…`
}
