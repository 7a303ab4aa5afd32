/** The path that an import of a Sense file has in mind. */

import type { ImportStatement } from './tree.ts'

/** As it is written; a bare `pkg.mod` means `pkg/mod.sns` (spec 01 §2). */
export function pathIn({ text, isQuoted }: ImportStatement['reference']): string {
  return isQuoted ? text : `${text.replaceAll('.', '/')}.sns`
}
