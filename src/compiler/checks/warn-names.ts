/**
 * Names: builtins and variables of the file that are changed unawares, variables and imports that nothing uses, names that are
 * bound nowhere.
 */

import type { Binding, FileAnalysis, ScopeInfo } from '../analysis/scope-info.ts'
import { unknownName } from '../diagnostics/catalogue/execution.ts'
import * as words from '../diagnostics/catalogue/warnings.ts'
import type { Span } from '../source/source-file.ts'
import { lineAt } from '../source/positions.ts'
import { unquotedCapabilities } from '../syntax/capability-argument.ts'
import type { Block, Expression, FromImportStatement, ImportStatement, Name, Statement } from '../syntax/tree.ts'
import { walk } from '../syntax/walk.ts'
import type { CheckedFile } from './checked-file.ts'
import { retiredBuiltins } from '../../language/builtins.ts'
import { removeImport } from './remove-import.ts'
import { visitProgram } from './visit-statements.ts'
import type { Around } from './visit-statements.ts'

export function warnNames(checked: CheckedFile): void {
  warnWrites(checked)
  warnUnused(checked, warnNeverBound(checked))
}

// ---- Writes

function warnWrites(checked: CheckedFile): void {
  const reported = new Set<string>()
  const reads = readsByName(checked.analysis)
  const check = (target: Name, end: number, around: Around): void => {
    const resolution = checked.analysis.resolutionOf.get(target)
    if (resolution?.builtin !== undefined) {
      if (reported.has(target.text) || retired.has(target.text)) return
      reported.add(target.text)
      const fix = localFix(target, around)
      checked.warn(words.builtinReplaced(target.text), target.span, { fix })
      return
    }
    const written = resolution?.candidates.find(({ scope }) => scope.parent === undefined)
    const { owner } = around
    if (written === undefined || owner?.kind !== 'function-declaration') return
    const key = `${owner.span.offsetStart} ${target.text}`
    if (reported.has(key) || isReadBefore(reads, owner.body.statements, target, end)) return
    reported.add(key)
    const related = { span: written.boundAt, label: 'the variable of the file' }
    const fix = localFix(target, around)
    checked.warn(words.writesModuleVariable(target.text, owner.name.text), target.span, { related, fix })
  }
  visitProgram(checked.analysis.program, {
    onStatement(statement, around) {
      if (statement.kind === 'typed-declaration') check(statement.name, statement.span.offsetEnd, around)
    },
    onExpression(expression, around) {
      if (expression.kind === 'assignment') check(expression.target, expression.span.offsetEnd, around)
    },
  })
}

const retired: ReadonlySet<string> = new Set(retiredBuiltins)

const localFix = ({ text, span }: Name, { owner }: Around) => ({
  title: `make \`${text}\` a variable of ${owner === undefined ? 'this file' : `\`${owner.name.text}\``}: \`local\``,
  edits: [{ span: { offsetStart: span.offsetStart, offsetEnd: span.offsetStart }, text: 'local ' }],
  isCertain: false,
})

/**
 * Whether the body reads the variable before it writes it, as `count = count + 1` does: then it is about the variable of the
 * file, and there is no other way to say so.
 */
function isReadBefore(
  reads: ReadonlyMap<string, readonly number[]>,
  body: readonly Statement[],
  target: Name,
  end: number,
): boolean {
  const bodyStart = body[0]?.span.offsetStart ?? 0
  return reads.get(target.text)?.some((offset) => offset >= bodyStart && offset < end) ?? false
}

function readsByName({ resolutionOf }: FileAnalysis): ReadonlyMap<string, readonly number[]> {
  const reads = new Map<string, number[]>()
  for (const key of resolutionOf.keys()) {
    if (!isNameExpression(key)) continue
    const known = reads.get(key.name)
    if (known === undefined) reads.set(key.name, [key.span.offsetStart])
    else known.push(key.span.offsetStart)
  }
  return reads
}

// ---- Unused

/** `misplaced`: names that are read where they are not bound, which is reported there. */
function warnUnused(checked: CheckedFile, misplaced: ReadonlySet<string>): void {
  const { analysis } = checked
  const read = readBindings(analysis)
  const exempt = exemptPlaces(analysis)
  const shared = sharedBindings(analysis)
  warnUnusedImports(checked, read, exempt)
  const agentScopes = new Set<ScopeInfo | undefined>(
    analysis.bodies.flatMap(({ declaration }) =>
      declaration?.kind === 'agent-declaration' ? [analysis.scopeOf.get(declaration.body)] : [],
    ),
  )
  for (const scope of new Set(analysis.scopeOf.values())) {
    // What an agent binds can be read from outside, as its member.
    if (agentScopes.has(scope)) continue
    for (const binding of scope.bindings.values()) {
      if (read.has(binding) || shared.has(binding) || binding.name.startsWith('_')) continue
      if (exempt.has(binding.boundAt.offsetStart) || misplaced.has(binding.name)) continue
      checked.warn(words.unusedVariable(binding.name), binding.boundAt)
    }
  }
}

function readBindings({ resolutionOf }: FileAnalysis): ReadonlySet<Binding> {
  const read = new Set<Binding>()
  for (const [key, { candidates }] of resolutionOf) {
    if (isNameExpression(key)) for (const candidate of candidates) read.add(candidate)
  }
  return read
}

/** Bindings that an assignment may leave alone, because it writes another variable of that name if that is bound. */
function sharedBindings({ resolutionOf }: FileAnalysis): ReadonlySet<Binding> {
  const writes = [...resolutionOf].filter(([key, { candidates }]) => !isNameExpression(key) && candidates.length > 1)
  return new Set(writes.flatMap(([, { candidates }]) => candidates))
}

const isNameExpression = (key: object): key is Expression & { kind: 'name' } => 'kind' in key && key.kind === 'name'

/**
 * Where names are bound that may well be unused: parameters, loop variables, problems; what checks a value's type; and what
 * stands in a test or `attempt`, where only the error may matter.
 */
function exemptPlaces({ program }: FileAnalysis): Set<number> {
  const exempt = new Set<number>()
  const add = (name: Name): void => void exempt.add(name.span.offsetStart)
  visitProgram(program, {
    onStatement(statement, { isGuarded }) {
      if (statement.kind === 'expression-statement' && isGuarded && statement.expression.kind === 'assignment') {
        add(statement.expression.target)
      }
      if ('parameters' in statement) for (const { name } of statement.parameters) add(name)
      if (statement.kind === 'for') add(statement.variable)
      if (statement.kind === 'attempt') add(statement.problem)
      if (statement.kind === 'typed-declaration') add(statement.name)
      if (statement.kind === 'local-declaration' && statement.type !== undefined) add(statement.name)
    },
  })
  return exempt
}

function warnUnusedImports(checked: CheckedFile, read: ReadonlySet<Binding>, exempt: Set<number>): void {
  const { analysis, wantedNames } = checked
  visitProgram(analysis.program, {
    onStatement(statement, { owner }) {
      if (statement.kind !== 'import' && statement.kind !== 'from-import') return
      for (const { binding, span } of importedBindings(statement, analysis)) {
        exempt.add(binding.boundAt.offsetStart)
        const isHandedOn = owner === undefined && wantedNames.has(binding.name)
        if (read.has(binding) || isHandedOn || binding.name.startsWith('_')) continue
        const fix = removeImport(checked.file, statement, binding.name)
        checked.warn(words.unusedImport(binding.name, statement.host === undefined), span, { fix })
      }
    },
  })
}

function importedBindings(
  statement: ImportStatement | FromImportStatement,
  { resolutionOf }: FileAnalysis,
): readonly { readonly binding: Binding; readonly span: Span }[] {
  const keys: readonly (readonly [object, Span])[] =
    statement.kind === 'import'
      ? [[statement, statement.alias?.span ?? statement.reference.span]]
      : statement.names.map(({ name, alias }) => [alias ?? name, (alias ?? name).span])
  return keys.flatMap(([key, span]) => {
    const binding = resolutionOf.get(key)?.candidates[0]
    return binding === undefined ? [] : [{ binding, span }]
  })
}

// ---- Bound nowhere

function warnNeverBound(checked: CheckedFile): ReadonlySet<string> {
  const found = new Set<string>()
  const { analysis, file, builtinNames } = checked
  const scopes = [analysis.module, ...analysis.scopeOf.values()]
  const names = [...new Set(scopes.flatMap(({ bindings }) => [...bindings.keys()])), ...builtinNames]
  const blocks = new Map([...analysis.scopeOf].map(([block, scope]) => [scope, block as Block]))
  const capabilities = unquotedCapabilities(analysis.program)
  walk(analysis.program, (node) => {
    if (node.kind !== 'name') return true
    const resolution = analysis.resolutionOf.get(node)
    if (resolution === undefined || resolution.candidates.length > 0 || resolution.builtin !== undefined) return true
    const bindings = analysis.bindingsOf(node.name)
    const isAround = ({ scope }: Binding): boolean => holds(blocks.get(scope)?.span ?? analysis.program.span, node.span)
    const later = bindings.find(isAround)
    const elsewhere = later ?? bindings[0]
    const kind = later === undefined ? 'inside' : 'later'
    const line = elsewhere === undefined ? 0 : lineAt(file.lineStarts, elsewhere.boundAt.offsetStart)
    const { hint } = unknownName(node.name, {
      visibleNames: names,
      elsewhere: elsewhere === undefined ? undefined : { line, kind },
      capability: capabilities.get(node.span.offsetStart),
    })
    const own = foreignConstants.get(node.name)
    const fix =
      own === undefined
        ? undefined
        : { title: `write \`${own}\``, edits: [{ span: node.span, text: own }], isCertain: true }
    checked.warn(words.neverBound(node.name, hint), node.span, { fix })
    found.add(node.name)
    return true
  })
  return found
}

/** Unbound, they can only be meant as the constants that other languages call so. */
const foreignConstants: ReadonlyMap<string, string> = new Map([
  ['None', 'nil'],
  ['null', 'nil'],
  ['undefined', 'nil'],
  ['True', 'true'],
  ['False', 'false'],
])

const holds = (outer: Span, inner: Span): boolean =>
  outer.offsetStart <= inner.offsetStart && inner.offsetEnd <= outer.offsetEnd
