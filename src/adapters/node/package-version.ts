/** Where this package lies and which version it is, from its `package.json`: the same file in a checkout and in an installed package. */

import { dirname, join } from 'node:path'
import { readFileSync } from './builtin-modules.ts'

/** Such as `1.2.3`. */
export function packageVersion(): string {
  return ownPackage().version
}

/** The folder of the package, which holds `dist` and in a checkout `src`. */
export function packageFolder(): string {
  return ownPackage().folder
}

function ownPackage(): { readonly folder: string; readonly version: string } {
  let folder = import.meta.dirname
  for (;;) {
    const version = versionIn(folder)
    if (version !== undefined) return { folder, version }
    const parent = dirname(folder)
    if (parent === folder) return { folder: import.meta.dirname, version: 'unknown' }
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
