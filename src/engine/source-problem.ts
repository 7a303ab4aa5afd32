/** What is wrong with a file whose text cannot be had. */

import * as problems from '../compiler/diagnostics/catalogue/files.ts'
import type { Problem } from '../compiler/diagnostics/diagnostic.ts'
import type { SourceText } from '../runtime/ports/sources.ts'

/** What the path of an import is taken from. */
export const importingFolder = 'the folder of the file that imports it'

/** `name`: the file as shown; `folder`: what its path was taken from, where that helps. */
export function sourceProblem(
  name: string,
  source: Exclude<SourceText, { kind: 'text' }>,
  folder = importingFolder,
): Problem {
  switch (source.kind) {
    case 'missing':
      return problems.fileMissing({ path: name, folder, names: source.names ?? [] })
    case 'folder':
      return problems.fileIsFolder(name)
    case 'unreadable':
      return problems.fileUnreadable(name, source.reason)
    case 'not-utf8':
      return problems.fileNotUtf8(name, source.offset, source.line, source.isUtf16)
    case 'too-large':
      return problems.fileTooLarge(name, source.bytesMax)
  }
}
