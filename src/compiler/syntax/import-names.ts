/**
 * The name that an `import` without `as` binds.
 */

import { isName } from './token.ts'
import type { ImportHost, ImportReference } from './tree.ts'

/**
 * The last part of a bare path; of a quoted one the file's name without its extension, of a Python module its last part.
 * Nothing if that is no identifier: then `as` is required (spec 01 §7).
 */
export function importedModuleName(reference: ImportReference, host: ImportHost | undefined): string | undefined {
  const { text } = reference
  const isDotted = !reference.isQuoted || host === 'python'
  const last = isDotted ? text.slice(text.lastIndexOf('.') + 1) : fileStem(text)
  return isName(last) ? last : undefined
}

function fileStem(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const dot = file.lastIndexOf('.')
  return dot > 0 ? file.slice(0, dot) : file
}
