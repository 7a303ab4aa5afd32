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

/** What a server says it can do, as far as it matters here. */
export interface ServerOffers {
  readonly tools: boolean
  /** Tells when its tools change, if it is asked to. */
  readonly toolChanges: boolean
  /** Calls of tools may be tasks. */
  readonly tasks: boolean
  readonly cancelsTasks: boolean
}

/** The one revision in which calls may be tasks. */
const TASKS_PROTOCOL = '2025-11-25'

/** A server that declares nothing usable at all is asked for tools anyway. */
export function offersOf(greeting: JsonObject, protocol: string): ServerOffers {
  const declared = fieldOf(greeting, 'capabilities')
  const capabilities = isJsonObject(declared) ? declared : {}
  const tasks = protocol === TASKS_PROTOCOL ? objectField(capabilities, 'tasks') : {}
  return {
    tools: !isJsonObject(declared) || isOffered(declared, 'tools'),
    toolChanges: isOffered(objectField(capabilities, 'tools'), 'listChanged'),
    tasks: isOffered(objectField(objectField(tasks, 'requests'), 'tools'), 'call'),
    cancelsTasks: isOffered(tasks, 'cancel'),
  }
}

/** An empty object is a yes. */
function isOffered(capabilities: JsonObject, name: string): boolean {
  return (fieldOf(capabilities, name) ?? false) !== false
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
