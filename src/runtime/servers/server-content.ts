/** What a server gives of its resources and prompts, as values. What it leaves out is nil. */

import { resourceTooLarge } from '../../compiler/diagnostics/catalogue/servers.ts'
import type { PromptMessage, ResourceContent, ServerPrompt, ServerResource } from '../ports/tool-servers.ts'
import { quotedName } from '../tools/quoted-name.ts'
import { resultForModel } from '../tools/result-text.ts'
import { SenseRecord } from '../values/record.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'

export function resourceRecord(resource: ServerResource): SenseRecord {
  return new SenseRecord([
    ['uri', resource.uri],
    ['name', resource.name],
    ['title', resource.title ?? null],
    ['description', resource.description ?? null],
    ['mime_type', resource.mediaType ?? null],
    ['size', resource.size ?? null],
    ['is_template', resource.isTemplate],
  ])
}

export function promptRecord(prompt: ServerPrompt): SenseRecord {
  const parameters = prompt.parameters.map(
    ({ name, description, isRequired }) =>
      new SenseRecord([
        ['name', name],
        ['description', description ?? null],
        ['required', isRequired],
      ]),
  )
  return new SenseRecord([
    ['name', prompt.name],
    ['title', prompt.title ?? null],
    ['description', prompt.description ?? null],
    ['arguments', parameters],
  ])
}

/** An Array holds eight bytes for each; more is better left to a server that writes files. */
const bytesMax = 16 * 1024 * 1024

/**
 * Text as a String, and what is none as an Array of Ints from 0 to 255. Of several contents the texts are joined, and
 * others are described, as it is done with the result of a tool.
 */
export function resourceValue(contents: readonly ResourceContent[], site: SiteId): Value {
  const [first, ...others] = contents
  if (first !== undefined && others.length === 0) {
    const { uri, data } = first
    if (data.kind === 'text') return data.text
    if (data.bytes.length > bytesMax) throw new SenseError(resourceTooLarge(quotedName(uri), bytesMax), site)
    return Array.from(data.bytes)
  }
  const parts = contents.map(({ uri, mediaType, data }) =>
    data.kind === 'text'
      ? ({ kind: 'text', text: data.text } as const)
      : ({ kind: 'resource', uri, mediaType, text: undefined, byteCount: data.bytes.length } as const),
  )
  return wholeText(parts)
}

/** What can be asked of a model: the text of one message, or of several, each after a line that says whose it is. */
export function promptText(messages: readonly PromptMessage[]): Value {
  const [first, ...others] = messages
  if (first === undefined) return ''
  if (others.length === 0) return wholeText(first.parts)
  return messages.map(({ role, parts }) => `${role}:\n${wholeText(parts)}`).join('\n\n')
}

function wholeText(parts: PromptMessage['parts']): string {
  const result = { isError: true, parts, structuredContent: undefined }
  return resultForModel(result, { imageRules: undefined, lengthMax: Infinity }).text
}
