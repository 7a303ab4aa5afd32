/** The prompts of a server: texts that it writes for a model, with places for arguments. */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'
import type { PromptMessage, PromptParameter, ServerPrompt } from '../../runtime/ports/tool-servers.ts'
import { fieldOf, isJsonObject, textField } from './json-shape.ts'
import { describingField, listField, namedList, nameField } from './named-list.ts'
import type { PageOf } from './resources.ts'
import { blocksOf, partsOf } from './tool-result.ts'

export async function listPrompts(
  pageOf: PageOf,
  incomplete: (method: string, why: string) => void,
): Promise<readonly ServerPrompt[]> {
  return await namedList({
    pageOf: (params) => pageOf('prompts/list', params),
    field: 'prompts',
    keyOf: (prompt: ServerPrompt) => prompt.name,
    read: promptOf,
    incomplete: (why) => incomplete('prompts/list', why),
  })
}

function promptOf(given: JsonObject): ServerPrompt | undefined {
  const name = nameField(given, 'name')
  if (name === undefined) return undefined
  return {
    name,
    title: describingField(given, 'title'),
    description: describingField(given, 'description'),
    parameters: listField(given, 'arguments').flatMap(parametersOf),
  }
}

function parametersOf(given: Json): readonly PromptParameter[] {
  const name = isJsonObject(given) ? nameField(given, 'name') : undefined
  if (!isJsonObject(given) || name === undefined) return []
  return [{ name, description: describingField(given, 'description'), isRequired: fieldOf(given, 'required') === true }]
}

/** More than any prompt has. */
const MESSAGES_MAX = 1_000

/** The messages in the result of `prompts/get`; in words what is wrong with them. */
export function promptMessagesOf(
  result: JsonObject,
  quote: (text: string) => string,
): readonly PromptMessage[] | string {
  const given = listField(result, 'messages')
  if (given.length > MESSAGES_MAX) return `it has more than ${MESSAGES_MAX} messages`
  return given.filter(isJsonObject).map((message) => ({
    role: quote(textField(message, 'role') ?? 'user'),
    parts: partsOf(blocksOf(fieldOf(message, 'content')), quote),
  }))
}
