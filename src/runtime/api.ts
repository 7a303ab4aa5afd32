/**
 * The object that generated code calls, as `$`. Everything an operation means is said elsewhere; this file only joins.
 *
 * `module-writer.ts` and its neighbours in `compiler/codegen` are the other side of this interface.
 */

import { outwardCapabilities } from '../language/capabilities.ts'
import type { UnknownNameFacts } from '../compiler/diagnostics/catalogue/execution.ts'
import { noDelegationName, unknownName } from '../compiler/diagnostics/catalogue/execution.ts'
import { intTooLarge, wrongDeclaredType } from '../compiler/diagnostics/catalogue/values.ts'
import { ActionDeclaration } from './actions/action-declaration.ts'
import { AgentValue } from './agents/agent-value.ts'
import { assertComparing, failComparison } from './builtins/assert.ts'
import { callAtOnceIn, callValue } from './execution/call.ts'
import type { CallContext, Labels } from './execution/callable.ts'
import type { BodyCode } from './execution/function-value.ts'
import { FunctionValue, functionPlanOf } from './execution/function-value.ts'
import { directCallsOf } from './execution/direct-call.ts'
import { readMember } from './execution/members.ts'
import type { ModuleNames } from './execution/module-value.ts'
import { ModuleValue } from './execution/module-value.ts'
import { ProblemValue } from './execution/problem-value.ts'
import type { Run } from './execution/run.ts'
import { Scope } from './execution/scope.ts'
import { sequenceOf } from './execution/sequence.ts'
import type { Signature } from './execution/signature.ts'
import type { Steps } from './execution/suspension.ts'
import { Suspension } from './execution/suspension.ts'
import type { RunningTest } from './execution/test-log.ts'
import type { Hosts } from './host/hosts.ts'
import { declarePersistentMemory } from './memory/declare-persistent-memory.ts'
import { SessionMemory } from './memory/session-memory.ts'
import { nameModel, setDelegation } from './models/delegation.ts'
import { addRule, checkCapability } from './safety/policy.ts'
import { DeclaredTool } from './tools/declared-tool.ts'
import { add, divide, doubleRemainder, multiply, negate, remainder, subtract } from './values/arithmetic.ts'
import { isEqual } from './values/equality.ts'
import { Float } from './values/float.ts'
import { toFloat, toInt, truncatedInt } from './values/conversions.ts'
import { lengthOf, push, readIndex, writeIndex } from './values/indexing.ts'
import { intFromDigits } from './values/int.ts'
import { SenseRecord } from './values/record.ts'
import { ARRAY_ELEMENTS_MAX, STRING_UNITS_MAX } from './values/limits.ts'
import { isGreater, isGreaterOrEqual, isLess, isLessOrEqual } from './values/order.ts'
import { rangeCount, rangeElements } from './values/range.ts'
import type { SiteId } from './values/sense-error.ts'
import { SenseError } from './values/sense-error.ts'
import { textForm } from './values/text-form.ts'
import { isTruthy } from './values/truth.ts'
import type { ValueType } from './values/types.ts'
import { describeMisfit, fits, typeName, typeText } from './values/types.ts'
import type { Value } from './values/value.ts'

/** What the compiler says of a declaration; the shape of `DeclarationShape` in `compiler/codegen`. */
export interface Declaration extends Signature {
  readonly suspends: boolean
  readonly documentation: string | undefined
  readonly tool?: {
    readonly isAsync: boolean
    readonly capability: string | undefined
    readonly description: string | undefined
  }
  readonly agent?: { readonly isAsync: boolean }
  readonly action?: {
    readonly isReversible: boolean
    readonly capability: string | undefined
    readonly requiresApproval: boolean
  }
}

/** The tables of one generated module. */
export interface ModuleTables {
  readonly types: readonly ValueType[]
  readonly declarations: readonly Declaration[]
  /** What the compiler knows about a name that may be unbound at a site. */
  readonly visibleNames: ReadonlyMap<SiteId, () => UnknownNameFacts>
}

/** The builtins of a run by name, in an object that an assignment to a builtin's name changes. */
export type BuiltinsTable = Record<string, Value>

type PlainCode = (...args: unknown[]) => Value
type SuspendingCode = (...args: unknown[]) => Steps
/** Makes an agent's body in its scope: its code, and what reads the variables of that. */
type OpenAgent = (scope: Scope) => { readonly read: ModuleNames['read']; readonly start: PlainCode | SuspendingCode }

export interface ApiSettings {
  readonly run: Run
  readonly hosts: Hosts
  readonly builtins: BuiltinsTable
  readonly moduleScope: Scope
  readonly tables: ModuleTables
  /** Told how the module's bindings are read, if some file imports it. */
  readonly exportNames: (names: ModuleNames) => void
  /** What the texts of a session bind at their outermost level, by name; empty and unused for a file. */
  readonly sharedNames: Record<string, Value | undefined>
  /** The absolute path of the module's file; undefined for text that is no file. */
  readonly filePath: string | undefined
}

export type RuntimeApi = ReturnType<typeof createApi>

/** The API for one module of a run. */
export function createApi({
  run,
  hosts,
  builtins,
  moduleScope,
  tables,
  exportNames,
  sharedNames,
  filePath,
}: ApiSettings) {
  return {
    ...operations,
    builtins,
    moduleScope,
    sharedNames,
    Suspension,
    FunctionValue,
    ...callsOf(run),
    ...namesOf(tables),
    ...declarationsOf(tables, builtins),
    ...directCallsOf(tables.declarations),
    ...safetyOf(run),
    ...problemsOf(run),
    ...importsOf({ run, hosts, moduleScope, exportNames, filePath }),
    declarePersistentMemory(site: SiteId, name: string, path: string | null): Value {
      checkCapability(
        { run, scope: moduleScope, site },
        { kind: 'persistent memory', name },
        outwardCapabilities.persistMemory,
      )
      return declarePersistentMemory({ run, site }, name, path, filePath)
    },
  }
}

/** What needs neither run nor module. */
const operations = {
  add,
  subtract,
  multiply,
  divide,
  remainder,
  negate,
  isEqual,
  isLess,
  isLessOrEqual,
  isGreater,
  isGreaterOrEqual,
  isTruthy,
  readIndex,
  writeIndex,
  lengthOf,
  push,
  textForm,
  toInt,
  toFloat,
  typeName,
  sequenceOf,
  truncatedInt,
  doubleRemainder,
  rangeElements,
  rangeCount,
  Float,
  stringUnitsMax: STRING_UNITS_MAX,
  arrayElementsMax: ARRAY_ELEMENTS_MAX,
  intOfDigits(site: SiteId, digits: string): Value {
    const int = intFromDigits(digits)
    if (int === undefined) throw new SenseError(intTooLarge(), site)
    return int
  },
  newScope: (parent: Scope): Scope => new Scope(parent),
  assertComparing,
  failComparison,
  declareMemory: (name: string, kind: string | null): Value => new SessionMemory(name, kind),
}

function callsOf(run: Run) {
  return {
    call(site: SiteId, scope: Scope, callee: Value, args: readonly Value[], labels?: Labels): Value | Suspension {
      const context: CallContext = { run, scope, site }
      return callValue(context, callee, args, labels)
    },
    callAtOnce: callAtOnceIn(run),
    member: (site: SiteId, scope: Scope, object: Value, member: string): Value | Suspension =>
      object instanceof SenseRecord
        ? readIndex(object, member, site)
        : readMember({ run, scope, site }, object, member),
  }
}

function namesOf({ types, visibleNames }: ModuleTables) {
  return {
    unbound(site: SiteId, name: string): never {
      throw new SenseError(unknownName(name, visibleNames.get(site)?.() ?? { visibleNames: [] }), site)
    },
    checkType(value: Value, type: number, name: string, site: SiteId): Value {
      const expected = entryOf(types, type)
      if (fits(value, expected)) return value
      throw new SenseError(wrongDeclaredType(name, typeText(expected), describeMisfit(value, expected)), site)
    },
  }
}

function declarationsOf({ declarations }: ModuleTables, builtins: BuiltinsTable) {
  const plans = declarations.map((declaration) =>
    functionPlanOf(declaration, declaration.suspends, declaration.documentation),
  )
  return {
    declareFunction: (number: number, code: PlainCode | SuspendingCode): Value =>
      new FunctionValue(entryOf(plans, number), functionCode(code)),
    declareTool(number: number, scope: Scope, code: PlainCode | SuspendingCode): Value {
      const declaration = entryOf(declarations, number)
      const { isAsync, capability, description } = declaration.tool ?? {}
      const doc = declaration.documentation
      const definition = { signature: declaration, isAsync: isAsync === true, capability, description, doc }
      return new DeclaredTool(definition, scope, bodyCodeOf(declaration, code))
    },
    declareAgent(_site: SiteId, number: number, scope: Scope, open: OpenAgent): Value {
      const declaration = entryOf(declarations, number)
      const { name, documentation: doc, agent } = declaration
      const bodyScope = new Scope(scope, { kind: 'agent', name })
      const { read, start } = open(bodyScope)
      const code = bodyCodeOf(declaration, start)
      // Not `??`: a variable may hold nil.
      const readVariable = (variable: string): Value | undefined => {
        const value = read(variable)
        return value === undefined ? builtins[variable] : value
      }
      return new AgentValue({ name, isAsync: agent?.isAsync === true, doc, code, readVariable }, bodyScope)
    },
    declareAction(_site: SiteId, number: number, scope: Scope, code: PlainCode | SuspendingCode): Value {
      const declaration = entryOf(declarations, number)
      const { isReversible, capability, requiresApproval } = declaration.action ?? {}
      const definition = {
        signature: declaration,
        kind: isReversible === true ? 'reversible' : 'irreversible',
        capability,
        requiresApproval: requiresApproval === true,
        doc: declaration.documentation,
      } as const
      return new ActionDeclaration({ definition, declaringScope: scope, code: bodyCodeOf(declaration, code) })
    },
  }
}

function safetyOf(run: Run) {
  return {
    addRule(site: SiteId, scope: Scope, effect: 'allow' | 'deny', capability: string): void {
      addRule(scope, { effect, capability, site })
    },
    setDelegation(site: SiteId, scope: Scope, value: Value): void {
      setDelegation({ run, scope, site }, value)
    },
    unknownSetting(site: SiteId, name: string): never {
      throw new SenseError(noDelegationName(name), site)
    },
    nameModel: (site: SiteId, value: Value, name: string): Value => nameModel(value, name, site),
  }
}

/** What `test` and `attempt` catch. Cancellation and the end of the run are none of their business. */
function problemsOf(run: Run) {
  const located = (error: unknown): SenseError => {
    const caught = run.locate(error)
    if (caught === undefined) throw error
    return caught
  }
  return {
    problemOf: (error: unknown): Value => new ProblemValue(located(error)),
    startTest: (site: SiteId, title: string): RunningTest | undefined => run.tests.start(site, title),
    failTest(test: RunningTest, error: unknown): void {
      test.failure = located(error)
    },
    endTest(test: RunningTest): void {
      run.tests.end(test)
    },
  }
}

type ImportSettings = Pick<ApiSettings, 'run' | 'hosts' | 'moduleScope' | 'exportNames' | 'filePath'>

function importsOf({ run, hosts, moduleScope: scope, exportNames, filePath }: ImportSettings) {
  return {
    exportNames(read: ModuleNames['read'], names: readonly string[]): void {
      exportNames({ read, names })
    },
    importFile: (site: SiteId, path: string, written: string): Value | Suspension =>
      run.modules.import(path, site, written),
    importHost: (site: SiteId, host: string, name: string): Value | Suspension =>
      hosts.importModule({ run, scope, site }, host, name, filePath),
    takeFrom: (site: SiteId, module: Value, name: string, reference: string): Value =>
      hosts.takeFrom({ run, scope, site }, module, name, reference),
    /** What reads the names of a file's module. */
    readerOf(module: Value): ModuleNames['read'] {
      if (!(module instanceof ModuleValue)) throw new Error('an import gives a module')
      return (name) => module.readMember(name)
    },
    /** The function that analysis says a name of another file holds. */
    knownFunction(value: Value | undefined): FunctionValue {
      if (value instanceof FunctionValue) return value
      throw new Error('analysis knows what the file binds')
    },
  }
}

const functionCode = (code: PlainCode | SuspendingCode): BodyCode['start'] => code

/** Only the compiler knows which kind of function it wrote; it says so in the declaration. */
const bodyCodeOf = <Leading extends readonly unknown[]>(
  { suspends }: Declaration,
  start: PlainCode | SuspendingCode,
): BodyCode<Leading> => ({ suspends, start }) as BodyCode<Leading>

function entryOf<Entry>(table: readonly Entry[], number: number): Entry {
  const entry = table[number]
  if (entry === undefined) throw new Error('generated code refers to its own tables')
  return entry
}
