/** The version of this package, from its `package.json`: the same file in a checkout and in an installed package. */

import { dirname, join } from 'node:path'
import { readFileSync } from './builtin-modules.ts'

/** Such as `1.2.3`. */
export function packageVersion(): string {
  let folder = import.meta.dirname
  for (;;) {
    const version = versionIn(folder)
    if (version !== undefined) return version
    const parent = dirname(folder)
    if (parent === folder) return 'unknown'
    folder = parent
  }
}

function versionIn(folder: string): string | undefined {
  try {
    const description: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (typeof description !== 'object' || description === null || !('version' in description)) return undefined
    return String(description.version)
  } catch {
    return undefined
  }
}
