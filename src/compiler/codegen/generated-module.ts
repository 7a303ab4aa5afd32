/** What the code generator makes of one file: JavaScript text, and the tables that it refers to by number. */

import type { Place, Span } from '../source/source-file.ts'

export interface GeneratedModule {
  /**
   * The text of one JavaScript function expression: `(function ($) { ... })`. Called with the runtime API it returns the
   * function that runs the module's body.
   */
  readonly code: string
  /** Whether that function is a generator function. */
  readonly suspends: boolean
  /** The spans of the sites; the number of a site in the code is its index here plus `firstSite`. */
  readonly spans: readonly Span[]
  readonly types: readonly TypeShape[]
  readonly declarations: readonly DeclarationShape[]
  /** For each site that reads a name which may be unbound: the names that could have been meant. */
  readonly visibleNames: ReadonlyMap<number, () => NameFacts>
}

/** What a report says about a name that is not bound. */
export interface NameFacts {
  readonly visibleNames: readonly string[]
  /** Where the file binds that very name after all. */
  readonly elsewhere: { readonly line: number; readonly kind: 'later' | 'inside' } | undefined
  /** The capability that it begins, where one is wanted. */
  readonly capability: string | undefined
}

/** A type as written: `Array<Int>`. */
export interface TypeShape {
  readonly name: string
  readonly arguments: readonly TypeShape[]
}

/** A function, tool, action or agent, without its code. */
export interface DeclarationShape {
  readonly name: string
  /** Where the name is written. */
  readonly place: Place
  readonly parameters: readonly ParameterShape[]
  readonly resultType: TypeShape | undefined
  readonly resultPlace: Place | undefined
  /** Whether its code is a generator function. */
  readonly suspends: boolean
  readonly documentation: string | undefined
  /** What it is besides a function. */
  readonly tool?: ToolShape
  readonly action?: ActionShape
  readonly agent?: AgentShape
}

export interface ParameterShape {
  readonly name: string
  readonly type: TypeShape | undefined
  readonly place: Place
}

export interface ToolShape {
  readonly isAsync: boolean
  readonly capability: string | undefined
  readonly description: string | undefined
}

export interface ActionShape {
  readonly isReversible: boolean
  readonly capability: string | undefined
  readonly requiresApproval: boolean
}

export interface AgentShape {
  readonly isAsync: boolean
}
