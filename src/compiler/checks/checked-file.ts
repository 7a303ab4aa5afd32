/** A file that is being checked, and the warnings found so far. */

import type { FileAnalysis } from '../analysis/scope-info.ts'
import type { Diagnostic, Fix, Problem } from '../diagnostics/diagnostic.ts'
import type { SourceFile, Span } from '../source/source-file.ts'

export interface CheckedFile {
  readonly file: SourceFile
  readonly analysis: FileAnalysis
  readonly builtinNames: readonly string[]
  /** Names that other files take from this one. */
  readonly wantedNames: ReadonlySet<string>
  /** The capabilities that the whole program requires, and those that it has rules for. */
  readonly capabilities: CapabilityUse
  readonly warn: (problem: Problem, span: Span, more?: Extras) => void
}

export interface CapabilityUse {
  readonly required: ReadonlySet<string>
  /** Those of them that connections to servers require. */
  readonly connections: ReadonlySet<string>
  /** The rules as written, such as `files.read` and `files.*`. */
  readonly decided: ReadonlySet<string>
}

export interface Extras {
  readonly related?: { readonly span: Span; readonly label: string }
  readonly fix?: Fix | undefined
}

/** Makes the list that `warn` fills. */
export function warningList(file: SourceFile): {
  readonly warnings: Diagnostic[]
  readonly warn: CheckedFile['warn']
} {
  const warnings: Diagnostic[] = []
  return {
    warnings,
    warn(problem, span, { related, fix } = {}) {
      warnings.push({
        ...problem,
        place: { file, span },
        ...(related === undefined ? {} : { related: [{ place: { file, span: related.span }, label: related.label }] }),
        ...(fix === undefined ? {} : { fix }),
      })
    },
  }
}
