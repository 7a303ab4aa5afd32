/** The JSON of files that people write by hand or merge. */

import { exactJsonOf } from '../ports/exact-json.ts'
import { DEPTH_MAX, isTooDeep } from '../ports/json-depth.ts'
import type { Json } from '../ports/json.ts'
import { JsonTextError, parseJson } from '../values/json.ts'

/** What `text` holds, never nested too deep to be walked; or a `fault` that completes "the file cannot be used: ". */
export function jsonOfFile(text: string): { readonly json: Json } | { readonly fault: string } {
  let json: Json
  try {
    json = exactJsonOf(text)
  } catch {
    return { fault: `it is no JSON${placeOfFault(text)}` }
  }
  return isTooDeep(json) ? { fault: `it is JSON nested more than ${DEPTH_MAX} deep` } : { json }
}

/** What is wrong, and where. JavaScript's own message quotes the text there, which may be a key. */
function placeOfFault(text: string): string {
  try {
    parseJson(text)
    return ''
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return `: ${error.message} (line ${error.line}, column ${error.column})`
  }
}
