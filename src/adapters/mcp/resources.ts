/** The resources of a server: what it has to read, and how it is read. */

import type { JsonObject } from '../../runtime/ports/json.ts'
import type { ResourceContent, ServerResource } from '../../runtime/ports/tool-servers.ts'
import { isJsonObject, textField } from './json-shape.ts'
import { countField, describingField, listField, namedList, nameField } from './named-list.ts'
import { plainBase64 } from './tool-result.ts'

/** Asks for one page of the list `method`. */
export type PageOf = (method: string, params: JsonObject) => Promise<JsonObject>

/** Resources first, then templates of addresses, each in the server's order. */
export async function listResources(
  pageOf: PageOf,
  incomplete: (method: string, why: string) => void,
): Promise<readonly ServerResource[]> {
  const listed = async (method: string, field: string, addressField: string) =>
    await namedList({
      pageOf: (params) => pageOf(method, params),
      field,
      keyOf: (resource: ServerResource) => resource.uri,
      read: (given) => resourceOf(given, addressField),
      incomplete: (why) => incomplete(method, why),
    })
  const resources = await listed('resources/list', 'resources', 'uri')
  return [...resources, ...(await listed('resources/templates/list', 'resourceTemplates', 'uriTemplate'))]
}

function resourceOf(given: JsonObject, addressField: string): ServerResource | undefined {
  const uri = nameField(given, addressField)
  if (uri === undefined) return undefined
  return {
    uri,
    isTemplate: addressField === 'uriTemplate',
    name: nameField(given, 'name') ?? uri,
    title: describingField(given, 'title'),
    description: describingField(given, 'description'),
    mediaType: nameField(given, 'mimeType'),
    size: countField(given, 'size'),
  }
}

/** The contents in the result of `resources/read`; in words what is wrong with them. */
export function resourceContentsOf(result: JsonObject): readonly ResourceContent[] | string {
  const contents: ResourceContent[] = []
  for (const [index, given] of listField(result, 'contents').entries()) {
    const content = isJsonObject(given) ? contentOf(given) : undefined
    if (content === undefined) return `its content ${index + 1} has neither a text nor data in base64`
    contents.push(content)
  }
  return contents.length === 0 ? 'it has no contents' : contents
}

function contentOf(given: JsonObject): ResourceContent | undefined {
  const data = dataOf(given)
  if (data === undefined) return undefined
  return { uri: textField(given, 'uri')?.toWellFormed() ?? '', mediaType: nameField(given, 'mimeType'), data }
}

function dataOf(given: JsonObject): ResourceContent['data'] | undefined {
  const text = textField(given, 'text')
  if (text !== undefined) return { kind: 'text', text: text.toWellFormed() }
  const base64 = plainBase64(textField(given, 'blob'))
  return base64 === undefined ? undefined : { kind: 'bytes', bytes: Buffer.from(base64, 'base64') }
}
