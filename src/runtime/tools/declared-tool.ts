/**
 * A tool declared in Sense, as a value.
 *
 * Calling it is an effect like any other, although its body is Sense code: the policy is asked first, at the place where
 * the call is written, and the call is on record before the body runs (spec 02 §2). A model's call goes through `call`
 * as well.
 */

import type { CallContext, Callable, Labels, MemberHolder } from '../execution/callable.ts'
import { cleanedDocstring } from '../execution/docstring.ts'
import type { BodyCode } from '../execution/function-value.ts'
import { FutureValue } from '../execution/future-value.ts'
import type { AuditSubject } from '../execution/gate.ts'
import { Scope } from '../execution/scope.ts'
import type { ScopeOwner } from '../execution/scope.ts'
import { ensureHeadroom } from '../execution/headroom.ts'
import type { Signature } from '../execution/signature.ts'
import { checkArgumentTypes, checkArity, checkResult } from '../execution/signature.ts'
import { Frame, stepsOfPlain } from '../execution/suspension.ts'
import type { Suspension } from '../execution/suspension.ts'
import { removeCaller, stepsAsCaller } from '../safety/callers.ts'
import { leavesOutTools, notExecuted } from '../safety/dry-run.ts'
import { checkCapability } from '../safety/policy.ts'
import { parseJson } from '../values/json.ts'
import { SenseRecord } from '../values/record.ts'
import type { SiteId } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { notedCall } from './noted-call.ts'
import { inputSchemaOf } from './tool-schema.ts'

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
  readonly memberNames: readonly string[] = ['name', 'description', 'schema', 'annotations', 'doc']
  readonly definition: ToolDefinition
  readonly name: string
  readonly subject: AuditSubject
  /** Where its body failed for a model, as far as the author was warned of it. */
  readonly toldFaults = new Set<SiteId>()
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
    if (member === 'schema') return parseJson(JSON.stringify(inputSchemaOf(this.definition.signature)))
    if (member === 'annotations') return new SenseRecord()
    if (member === 'doc') return this.definition.doc === undefined ? null : cleanedDocstring(this.definition.doc)
    return undefined
  }

  call(context: CallContext, args: readonly Value[], labels: Labels): Value | Suspension {
    const { activity } = context.run
    if (activity === undefined) return this.#makeCall(context, args, labels)
    const { signature } = this.definition
    return notedCall(activity, { signature, args, site: context.site }, () => this.#makeCall(context, args, labels))
  }

  #makeCall(context: CallContext, args: readonly Value[], labels: Labels): Value | Suspension {
    const { signature, capability, isAsync } = this.definition
    const { run, scope, site } = context
    ensureHeadroom()
    checkArity(signature, args, labels, site)
    checkCapability(context, this.subject, capability)
    checkArgumentTypes(signature, args, site)
    const entry = { subject: this.subject, event: 'called', scope, site, capability } as const
    if (leavesOutTools(run)) {
      run.gate.record({ ...entry, detail: notExecuted.declaredTool })
      return isAsync ? FutureValue.ofValue(this.#futureSubject, null) : null
    }
    run.gate.record(entry)
    if (isAsync) return this.#startAsyncBody(context, args)
    const code = this.#code
    const owner: ScopeOwner = { kind: 'tool', name: this.name }
    const bodyScope = new Scope(this.#declaringScope, owner)
    if (code.suspends) {
      const steps = stepsAsCaller(run.callers, owner, code.start(bodyScope, ...args))
      return new Frame(steps, this.name, site, (result) => checkResult(signature, result, site))
    }
    // Everything in this one function: what stands between two calls of Sense counts on the stack of a recursion.
    const { callers } = run
    callers.push(owner)
    try {
      return checkResult(signature, code.start(bodyScope, ...args), site)
    } finally {
      removeCaller(callers, owner)
    }
  }

  /** How the Future of a call names where its value comes from. */
  get #futureSubject(): string {
    return `tool '${this.name}'`
  }

  /** The body runs on its own: for its effects nobody is the caller but the tool itself. */
  #startAsyncBody(context: CallContext, args: readonly Value[]): Value {
    const { signature } = this.definition
    const { site } = context
    const code = this.#code
    const owner: ScopeOwner = { kind: 'tool', name: this.name }
    const bodyScope = new Scope(this.#declaringScope, owner)
    const finish = (result: Value): Value => checkResult(signature, result, site)
    const frame = code.suspends
      ? new Frame(code.start(bodyScope, ...args), this.name, site, finish)
      : new Frame(
          stepsOfPlain(() => code.start(bodyScope, ...args)),
          '',
          site,
          finish,
        )
    return FutureValue.ofBody(context, this.#futureSubject, frame, owner)
  }
}
