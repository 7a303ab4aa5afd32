/** The public library of Sense. */

export type { CallStackFrame, Diagnostic, Evidence, Problem, RelatedPlace } from './compiler/diagnostics/diagnostic.ts'
export type { Place, SourceFile, Span } from './compiler/source/source-file.ts'
export type { AuditEntry } from './runtime/execution/gate.ts'
export type { RunTextOptions, TextOutcome } from './engine/run-text.ts'
export { runText } from './engine/run-text.ts'
