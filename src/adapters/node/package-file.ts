/** Files of this package: the same in a checkout and in an installed package. */

import { dirname, join } from 'node:path'
import { readFileSync } from './builtin-modules.ts'

/** The text of a file of the package, by its path in it; undefined if it is not there. */
export function readPackageFile(path: string): string | undefined {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const text = readIn(folder, path)
    if (text !== undefined || dirname(folder) === folder) return text
  }
}

/** The package begins at the innermost folder with a description. */
function readIn(folder: string, path: string): string | undefined {
  try {
    readFileSync(join(folder, 'package.json'))
    return readFileSync(join(folder, path), 'utf8')
  } catch {
    return undefined
  }
}
