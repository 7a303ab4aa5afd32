/** All warnings of one file that has no syntax errors, in order of place. */

import type { FileAnalysis } from '../analysis/scope-info.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { CapabilityUse } from './checked-file.ts'
import { warningList } from './checked-file.ts'
import { warnCapabilities } from './warn-capabilities.ts'
import { warnExpressions } from './warn-expressions.ts'
import { warnNames } from './warn-names.ts'
import { warnStatements } from './warn-statements.ts'
import { warnTypes } from './warn-types.ts'

export interface CheckInput {
  readonly file: SourceFile
  readonly analysis: FileAnalysis
  readonly builtinNames: readonly string[]
  /** Names that other files of the program take from this one. */
  readonly wantedNames: ReadonlySet<string>
  /** Of the whole program. */
  readonly capabilities: CapabilityUse
}

export function warningsOf(input: CheckInput): readonly Diagnostic[] {
  const { warnings, warn } = warningList(input.file)
  for (const find of [warnTypes, warnExpressions, warnNames, warnStatements, warnCapabilities]) find({ ...input, warn })
  return warnings.sort((left, right) => offsetOf(left) - offsetOf(right))
}

const offsetOf = ({ place }: Diagnostic): number => place?.span.offsetStart ?? 0
