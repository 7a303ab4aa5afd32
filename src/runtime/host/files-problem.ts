/** What is said when the outside does not let a function of `files` have its way. */

import * as problems from '../../compiler/diagnostics/catalogue/own-files.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import type { FilesFault } from '../ports/files.ts'

export function filesProblem(functionName: string, path: string, fault: FilesFault): Problem {
  switch (fault.kind) {
    case 'missing':
      return problems.pathMissing(functionName, path, fault.folder)
    case 'folder':
      return problems.pathIsFolder(functionName, path)
    case 'no-folder':
      return problems.pathNotFolder(functionName, path)
    case 'special':
      return problems.pathSpecial(functionName, path)
    case 'not-empty':
      return problems.folderNotEmpty(functionName, path)
    case 'not-utf8':
      return problems.pathNotUtf8(functionName, path, fault.offset, fault.line, fault.isUtf16)
    case 'too-large':
      return problems.pathTooLarge(functionName, path)
    case 'refused':
      return problems.pathRefused(functionName, path, fault.reason)
  }
}
