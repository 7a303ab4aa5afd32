/**
 * The state of writing one module: its tables, and the names that generated code uses.
 *
 * Names of Sense never hold a `$`, so every name with one belongs to the generator: `$` is the runtime API, `$S` the class
 * of suspensions, `$t` a temporary, `bill$3` the JavaScript function of the Sense function `bill`. A binding `x` becomes
 * `x_7`, so no Sense name can meet a word of JavaScript.
 */

import type { Binding, BodyInfo, FileAnalysis, ProgramAnalysis, ScopeInfo, ValueTypes } from '../analysis/scope-info.ts'
import { lineAt } from '../source/positions.ts'
import type { SourceFile, Span } from '../source/source-file.ts'
import { unquotedCapabilities } from '../syntax/capability-argument.ts'
import type { TypeNode } from '../syntax/tree.ts'
import type { DeclarationShape, NameFacts, TypeShape } from './generated-module.ts'

export interface ModuleWriterInput {
  readonly file: SourceFile
  readonly analysis: FileAnalysis
  readonly programAnalysis: ProgramAnalysis
  /** The number of the file's first site in the run. */
  readonly firstSite: number
  readonly builtinNames: readonly string[]
}

export class ModuleWriter {
  readonly file: SourceFile
  readonly analysis: FileAnalysis
  readonly programAnalysis: ProgramAnalysis
  readonly analysisTypes: ValueTypes
  /** Whether anything in the program makes Floats; if not, the case of two Floats is not written out. */
  readonly mentionsFloats: boolean
  readonly spans: Span[] = []
  readonly types: TypeShape[] = []
  readonly declarations: DeclarationShape[] = []
  readonly visibleNames = new Map<number, () => NameFacts>()
  #capabilities: ReadonlyMap<number, string> | undefined
  readonly #firstSite: number
  readonly #builtinNames: readonly string[]
  readonly #constants = new Map<string, string>()
  readonly #declarationNumbers = new Map<BodyInfo, number>()

  constructor({ file, analysis, programAnalysis, firstSite, builtinNames }: ModuleWriterInput) {
    this.file = file
    this.analysis = analysis
    this.programAnalysis = programAnalysis
    this.analysisTypes = programAnalysis.types
    this.mentionsFloats = programAnalysis.mentionsFloats
    this.#firstSite = firstSite
    this.#builtinNames = builtinNames
  }

  /** The number of a new site at `span`. */
  site(span: Span): number {
    this.spans.push(span)
    return this.#firstSite + this.spans.length - 1
  }

  /** A site that reads a name: the names seen from `scope` are kept for the error that it may raise. */
  nameSite(name: string, span: Span, scope: ScopeInfo): number {
    const site = this.site(span)
    this.visibleNames.set(site, () => ({
      visibleNames: [...this.#namesIn(scope), ...this.#builtinNames],
      elsewhere: this.#boundElsewhere(name, scope),
      capability: this.#capabilityAt(span),
    }))
    return site
  }

  /** Names that something in this file binds; a session may have others, which come with the builtins. */
  #namesIn(scope: ScopeInfo): readonly string[] {
    return namesIn(scope).filter((name) => this.analysis.bindingsOf(name).length > 0)
  }

  #capabilityAt({ offsetStart }: Span): string | undefined {
    this.#capabilities ??= unquotedCapabilities(this.analysis.program)
    return this.#capabilities.get(offsetStart)
  }

  #boundElsewhere(name: string, scope: ScopeInfo): NameFacts['elsewhere'] {
    const bindings = this.analysis.bindingsOf(name)
    const visible = bindings.find((binding) => isAround(binding.scope, scope))
    const found = visible ?? bindings[0]
    if (found === undefined) return undefined
    const line = lineAt(this.file.lineStarts, found.boundAt.offsetStart)
    return { line, kind: visible === undefined ? 'inside' : 'later' }
  }

  /** The number of a type in the module's table. */
  type(node: TypeNode): number {
    this.types.push(typeShapeOf(node))
    return this.types.length - 1
  }

  /** The number of the declaration of `body` in the module's table; it may be asked for before the declaration is written. */
  declarationNumber(body: BodyInfo): number {
    const known = this.#declarationNumbers.get(body)
    if (known !== undefined) return known
    const number = this.#declarationNumbers.size
    this.#declarationNumbers.set(body, number)
    return number
  }

  declare(body: BodyInfo, shape: DeclarationShape): number {
    const number = this.declarationNumber(body)
    this.declarations[number] = shape
    return number
  }

  /** The name of a constant made once, when the module is loaded, by the expression `initializer`. */
  constant(initializer: string): string {
    const known = this.#constants.get(initializer)
    if (known !== undefined) return known
    const name = `$k${this.#constants.size}`
    this.#constants.set(initializer, name)
    return name
  }

  constantDeclarations(): string {
    return [...this.#constants].map(([initializer, name]) => `const ${name} = ${initializer};\n`).join('')
  }
}

export function typeShapeOf(node: TypeNode): TypeShape {
  return { name: node.name, arguments: node.typeArguments.map(typeShapeOf) }
}

export function variableOf(binding: Binding): string {
  if (binding.isShared) return `$m[${JSON.stringify(binding.name)}]`
  return `${javaScriptName(binding.name)}_${binding.id}`
}

/** U+2E2F is a letter to Unicode, but no part of a JavaScript name; the number keeps the variables apart. */
export function javaScriptName(name: string): string {
  return name.replaceAll('\u2e2f', '$')
}

/** The name of the JavaScript function of a body; `senseNameOf` in the runtime turns it back for call stacks. */
export function functionNameOf(body: BodyInfo): string {
  return `${javaScriptName(body.name)}$${body.id}`
}

/** The variable that holds the runtime scope which code in `scope` is checked against. */
export function runtimeScopeOf(scope: ScopeInfo): string {
  let current = scope
  while (!current.needsRuntimeScope && current.parent !== undefined) current = current.parent
  return `c$${current.id}`
}

function isAround(outer: ScopeInfo, scope: ScopeInfo): boolean {
  for (let current: ScopeInfo | undefined = scope; current !== undefined; current = current.parent) {
    if (current === outer) return true
  }
  return false
}

function namesIn(scope: ScopeInfo): readonly string[] {
  const names = new Set<string>()
  for (let current: ScopeInfo | undefined = scope; current !== undefined; current = current.parent) {
    for (const name of current.bindings.keys()) names.add(name)
  }
  return [...names]
}
