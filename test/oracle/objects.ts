/** The values of Sense that `runtime/values` does not hold: what can be called, and what has members. */

import { isEqual } from '../../src/runtime/values/equality.ts'
import type { Float } from '../../src/runtime/values/float.ts'
import { textForm } from '../../src/runtime/values/text-form.ts'
import { isTruthy } from '../../src/runtime/values/truth.ts'
import type { ValueType } from '../../src/runtime/values/types.ts'
import type { ObjectValue, Value } from '../../src/runtime/values/value.ts'
import type { Caught } from './failure.ts'
import { classOf, lineOf } from './failure.ts'
import type { Owner, Scope } from './scope.ts'
import type { Background, Fiber, Place, Steps } from './world.ts'

export type Labels = ReadonlyMap<string, Value>

/** Anything that `f(...)` can call: it makes its own checks (spec 01 §6). */
export abstract class Callable implements ObjectValue {
  abstract readonly typeName: string
  abstract textForm(): string
  abstract call(place: Place, args: readonly Value[], labels: Labels): Steps
}

export class Builtin extends Callable {
  readonly typeName = 'Function'
  readonly name: string
  readonly run: (place: Place, args: readonly Value[], labels: Labels) => Steps

  constructor(name: string, run: (place: Place, args: readonly Value[], labels: Labels) => Steps) {
    super()
    this.name = name
    this.run = run
  }

  textForm(): string {
    return `<builtin ${this.name}>`
  }

  call(place: Place, args: readonly Value[], labels: Labels): Steps {
    return this.run(place, args, labels)
  }
}

/** What the declaration of a function, tool or action says. */
export interface Signature {
  readonly name: string
  readonly parameters: readonly { readonly name: string; readonly type: ValueType | undefined }[]
  readonly resultType: ValueType | undefined
  readonly doc: string | null
}

export class FunctionObject extends Callable {
  readonly typeName = 'Function'
  readonly signature: Signature
  readonly call: Callable['call']

  constructor(signature: Signature, call: Callable['call']) {
    super()
    this.signature = signature
    this.call = call
  }

  textForm(): string {
    return `<fn ${this.signature.name}>`
  }
}

export class ToolObject extends Callable {
  readonly typeName = 'Tool'
  readonly signature: Signature
  readonly description: string | null
  readonly isAsync: boolean
  readonly call: Callable['call']

  constructor(signature: Signature, description: string | null, isAsync: boolean, call: Callable['call']) {
    super()
    this.signature = signature
    this.description = description
    this.isAsync = isAsync
    this.call = call
  }

  textForm(): string {
    return `<tool ${this.signature.name}>`
  }
}

export class ActionDeclarationObject extends Callable {
  readonly typeName = 'Action'
  readonly signature: Signature
  readonly kind: 'reversible' | 'irreversible'
  readonly call: Callable['call']

  constructor(signature: Signature, kind: 'reversible' | 'irreversible', call: Callable['call']) {
    super()
    this.signature = signature
    this.kind = kind
    this.call = call
  }

  textForm(): string {
    return `<${this.kind} action ${this.signature.name}>`
  }
}

export type ActionState = 'prepared' | 'verified' | 'committed' | 'denied' | 'failed' | 'rolled_back'

/** A prepared action (spec 02 §5). */
export class ActionObject implements ObjectValue {
  readonly typeName = 'Action'
  readonly name: string
  readonly kind: 'reversible' | 'irreversible'
  readonly plan: ActionPlan
  state: ActionState = 'prepared'
  isApproved = false
  /** Whether its body or its rollback block runs now. */
  isBusy = false
  /** The scope that the commit ran in. */
  commitScope: Scope | undefined

  constructor(name: string, kind: 'reversible' | 'irreversible', plan: ActionPlan) {
    this.name = name
    this.kind = kind
    this.plan = plan
  }

  textForm(): string {
    return `<action ${this.name} (${this.kind}) state=${this.state}>`
  }
}

export interface ActionPlan {
  readonly capability: string | undefined
  readonly needsApproval: boolean
  /** The body with its captured arguments, in a child of the declaring scope. */
  runBody: (owner: Owner) => { scope: Scope; steps: Steps }
  runRollback: (commitScope: Scope, owner: Owner) => Steps
}

/** What stays the same when a mock model is renamed: its script goes on. */
export interface MockBackend {
  readonly template: string
  readonly script: readonly string[] | undefined
  readonly confidence: Float
  turnsUsed: number
}

export class ModelObject implements ObjectValue {
  readonly typeName = 'Model'
  readonly name: string
  readonly backend: MockBackend

  constructor(name: string, backend: MockBackend) {
    this.name = name
    this.backend = backend
  }

  textForm(): string {
    return `<model ${this.name}>`
  }
}

export class AnswerObject implements ObjectValue {
  readonly typeName = 'Answer'
  readonly value: Value
  readonly confidence: Float | null
  readonly source: string

  constructor(value: Value, confidence: Float | null, source: string) {
    this.value = value
    this.confidence = confidence
    this.source = source
  }

  get innerValue(): Value {
    return this.value
  }

  textForm(): string {
    const confidence = this.confidence === null ? '?' : twoDecimals(this.confidence.double)
    return `answer<${confidence}>(${textForm(this.value)})`
  }

  /** Spec 01 §3: Answers compare by their fields. */
  isEqualTo(other: Value): boolean {
    if (!(other instanceof AnswerObject)) return false
    const isSameValue = isEqual(this.value, other.value) && isEqual(this.confidence, other.confidence)
    return isSameValue && this.source === other.source
  }
}

/** Spec 02 §1: two decimals, exact ties to even. Only eighths can be ties. */
function twoDecimals(confidence: number): string {
  const hundredths = confidence * 100
  const isTie = (confidence * 8) % 1 === 0 && hundredths % 1 === 0.5
  if (!isTie) return confidence.toFixed(2)
  const lower = Math.floor(hundredths)
  return ((lower % 2 === 0 ? lower : lower + 1) / 100).toFixed(2)
}

export class MemoryObject implements ObjectValue {
  readonly typeName = 'Memory'
  readonly name: string
  readonly kind: string | null
  readonly entries = new Map<string, Value>()

  constructor(name: string, kind: string | null) {
    this.name = name
    this.kind = kind
  }

  textForm(): string {
    return `<memory ${this.name} (${this.entries.size} entries)>`
  }
}

export class SkillObject implements ObjectValue {
  readonly typeName = 'Skill'
  readonly name: string
  readonly description: string
  readonly tools: readonly ToolObject[]

  constructor(name: string, description: string, tools: readonly ToolObject[]) {
    this.name = name
    this.description = description
    this.tools = tools
  }

  textForm(): string {
    return `<skill ${this.name} (${this.tools.length} tools)>`
  }
}

/** What `failed problem:` binds (spec 01 §6). */
export class ProblemObject implements ObjectValue {
  readonly typeName = 'Problem'
  readonly error: Caught

  constructor(error: Caught) {
    this.error = error
  }

  get errorClass(): string {
    return classOf(this.error)
  }

  get line(): number {
    return lineOf(this.error)
  }

  textForm(): string {
    return `${this.errorClass}: ${this.error.message}`
  }
}

export class ModuleObject implements ObjectValue {
  readonly typeName = 'Module'
  readonly name: string
  readonly scope: Scope

  constructor(name: string, scope: Scope) {
    this.name = name
    this.scope = scope
  }

  textForm(): string {
    return `<module ${this.name}>`
  }
}

type AgentStatus = 'created' | 'running' | 'paused' | 'completed' | 'failed'

/** An agent, its mailbox and its scope (spec 02 §6). */
export class AgentObject implements ObjectValue, Background {
  readonly typeName = 'Agent'
  readonly name: string
  readonly isAsync: boolean
  readonly doc: string | null
  readonly scope: Scope
  readonly body: () => Steps<void>
  status: AgentStatus = 'created'
  pauseReason: Value = null
  resumeValue: Value = null
  /** Its body, once it was started. */
  steps: Steps<void> | undefined
  fiber: Fiber | undefined
  error: Caught | undefined
  isErrorSeen = false
  readonly mailbox: Value[] = []
  readonly mailWaiters: (() => void)[] = []
  readonly settleWaiters: (() => void)[] = []

  constructor(name: string, isAsync: boolean, doc: string | null, scope: Scope, body: () => Steps<void>) {
    this.name = name
    this.isAsync = isAsync
    this.doc = doc
    this.scope = scope
    this.body = body
  }

  textForm(): string {
    const hasReason = this.status === 'paused' && isTruthy(this.pauseReason)
    return `<agent ${this.name} status=${this.status}${hasReason ? ` (${textForm(this.pauseReason)})` : ''}>`
  }

  settle(status: AgentStatus): void {
    this.status = status
    for (const wake of this.settleWaiters.splice(0)) wake()
  }

  /** An async body pauses: its fiber rests until it is resumed. */
  pauseFiber(fiber: Fiber): void {
    this.fiber = fiber
    this.settle('paused')
  }
}

/** The call of an async tool (spec 02 §2). */
export class FutureObject implements ObjectValue, Background {
  readonly typeName = 'Future'
  readonly toolName: string
  value: Value | undefined
  error: Caught | undefined
  isErrorSeen = false
  readonly waiters: (() => void)[] = []

  constructor(toolName: string) {
    this.toolName = toolName
  }

  get isDone(): boolean {
    return this.value !== undefined || this.error !== undefined
  }

  textForm(): string {
    return `<future tool '${this.toolName}' (${this.isDone ? 'ready' : 'pending'})>`
  }
}
