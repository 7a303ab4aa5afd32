/**
 * A tool declared in Sense, as a value.
 *
 * Calling it is an effect like any other, although its body is Sense code: the policy is asked first, at the place where
 * the call is written, and the call is on record before the body runs (spec 02 §2). A model's call goes through `call`
 * as well.
 */

import { notYet } from '../../compiler/diagnostics/catalogue/execution.ts'
import type { CallContext, Callable, Labels, MemberHolder } from '../execution/callable.ts'
import { cleanedDocstring } from '../execution/docstring.ts'
import type { BodyCode } from '../execution/function-value.ts'
import type { AuditSubject } from '../execution/gate.ts'
import { Scope } from '../execution/scope.ts'
import type { ScopeOwner } from '../execution/scope.ts'
import { ensureHeadroom } from '../execution/headroom.ts'
import type { Signature } from '../execution/signature.ts'
import { checkArgumentTypes, checkArity, checkResult } from '../execution/signature.ts'
import { Frame } from '../execution/suspension.ts'
import type { Steps, Suspension } from '../execution/suspension.ts'
import { checkCapability } from '../safety/policy.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'

/** What the declaration says. */
export interface ToolDefinition {
  readonly signature: Signature
  readonly capability?: string | undefined
  /** The text for a model; an empty one counts as none where a model needs it. */
  readonly description?: string | undefined
  readonly isAsync: boolean
  /** The body's docstring, for people. */
  readonly doc?: string | undefined
}

export class DeclaredTool implements Callable, MemberHolder {
  readonly typeName = 'Tool'
  readonly memberNames: readonly string[] = ['name', 'description', 'doc']
  readonly definition: ToolDefinition
  readonly name: string
  readonly subject: AuditSubject
  readonly #declaringScope: Scope
  readonly #code: BodyCode<[Scope]>

  /** `code` is the body; it is given a new child of `declaringScope` before the arguments. */
  constructor(definition: ToolDefinition, declaringScope: Scope, code: BodyCode<[Scope]>) {
    this.definition = definition
    this.name = definition.signature.name
    this.subject = { kind: 'tool', name: this.name }
    this.#declaringScope = declaringScope
    this.#code = code
  }

  textForm(): string {
    return `<tool ${this.name}>`
  }

  readMember(member: string): Value | undefined {
    if (member === 'name') return this.name
    if (member === 'description') return this.definition.description ?? null
    if (member === 'doc') return this.definition.doc === undefined ? null : cleanedDocstring(this.definition.doc)
    return undefined
  }

  call(context: CallContext, args: readonly Value[], labels: Labels): Value | Suspension {
    const { signature, capability, isAsync } = this.definition
    const { run, scope, site } = context
    ensureHeadroom()
    checkArity(signature, args, labels, site)
    checkCapability(context, this.subject, capability)
    checkArgumentTypes(signature, args, site)
    if (isAsync) throw new SenseError(notYet('an `async tool`'), site)
    run.gate.record({ subject: this.subject, event: 'called', scope, site, capability })
    return this.#startBody(context, args)
  }

  #startBody({ run, site }: CallContext, args: readonly Value[]): Value | Suspension {
    const { signature } = this.definition
    const { callers } = run
    const code = this.#code
    const owner: ScopeOwner = { kind: 'tool', name: this.name }
    const bodyScope = new Scope(this.#declaringScope, owner)
    if (code.suspends) {
      const steps = stepsAsCaller(callers, owner, code.start(bodyScope, ...args))
      return new Frame(steps, this.name, site, (result) => checkResult(signature, result, site))
    }
    callers.push(owner)
    try {
      return checkResult(signature, code.start(bodyScope, ...args), site)
    } finally {
      removeCaller(callers, owner)
    }
  }
}

/** The steps of a body, with `owner` among the callers from the first step to the end. */
function* stepsAsCaller(callers: ScopeOwner[], owner: ScopeOwner, steps: Steps): Steps {
  callers.push(owner)
  try {
    return yield* steps
  } finally {
    removeCaller(callers, owner)
  }
}

/** By identity: bodies that wait do not always end in the order in which they began. */
function removeCaller(callers: ScopeOwner[], owner: ScopeOwner): void {
  const index = callers.lastIndexOf(owner)
  if (index >= 0) callers.splice(index, 1)
}
