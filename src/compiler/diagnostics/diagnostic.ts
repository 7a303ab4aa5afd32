/**
 * What a problem is, as data: one record from which every form of report is made.
 *
 * A `Problem` is the words (class, code, headline, hint); a `Diagnostic` is a problem at a place. The stage that finds a
 * problem passes facts to a function of the catalogue; the catalogue writes the words; a renderer lays them out.
 */

import type { Place, Span } from '../source/source-file.ts'

/** The error classes of spec 01 §10. */
export type ErrorClass =
  | 'SenseSyntaxError'
  | 'SenseNameError'
  | 'SenseTypeError'
  | 'SenseRuntimeError'
  | 'SenseImportError'
  | 'SensePolicyError'
  | 'SenseApprovalError'

export type ProblemClass = ErrorClass | 'warning'

/** What an outside failure left behind: a command's exit, its last words, an HTTP status. Never a secret. */
export interface Evidence {
  /** Short facts, such as `exit status` and `127`, in the order to show them. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** The last lines a process wrote on stderr, oldest first, control characters already made visible. */
  readonly stderrLines: readonly string[]
}

/** The words of a problem, without a place. */
export interface Problem {
  readonly class: ProblemClass
  /** A slug such as `unknown-name`; it names the page `docs/errors/CODE.md`. */
  readonly code: string
  /** One sentence that makes sense alone; names in backticks; no full stop at its end. */
  readonly headline: string
  /** Shorter than the headline: what is wrong at the marked place. */
  readonly label?: string
  /** The rule in one or two sentences. */
  readonly detail?: string
  /** An action: what to do next. */
  readonly hint?: string
  readonly evidence?: Evidence
}

/** A second place that explains the first, such as "declared here". */
export interface RelatedPlace {
  readonly place: Place
  readonly label: string
}

/** One change of a text: what stands at `span` becomes `text`. */
export interface Edit {
  readonly span: Span
  readonly text: string
}

/** A change of the program that mends a problem. */
export interface Fix {
  /** What it does, as an action: `write \`else if\``. */
  readonly title: string
  /** In the file of the problem, in order and apart from each other. */
  readonly edits: readonly Edit[]
  /** Whether it is surely what is meant, so that it may be made without asking. */
  readonly isCertain: boolean
}

/** One frame of a Sense call stack: the function, and where it was called. */
export interface CallStackFrame {
  readonly functionName: string
  readonly calledAt: Place | undefined
}

/** A problem at a place. `stack` is innermost first and only there for run-time errors. */
export interface Diagnostic extends Problem {
  readonly place?: Place
  readonly related?: readonly RelatedPlace[]
  readonly stack?: readonly CallStackFrame[]
  readonly fix?: Fix
}
