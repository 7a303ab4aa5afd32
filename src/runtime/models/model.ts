/** Models as values: a name, and the provider behind it (spec 02 §1). */

import { BuiltinValue } from '../execution/builtin.ts'
import type { MemberHolder } from '../execution/callable.ts'
import type { AuditSubject } from '../execution/gate.ts'
import type { ProviderModel } from '../ports/model-providers.ts'
import type { Float } from '../values/float.ts'
import type { Value } from '../values/value.ts'
import { askModel } from './ask-model.ts'

/** What stays the same when a model is renamed; a mock's script goes on, too, whatever name asks. */
export interface ModelBackend {
  readonly provider: ProviderModel
  /** A mock: offline, neither gated nor audited. */
  readonly isMock: boolean
  readonly capability: string | undefined
  /** What `.confidence` of its answers is; nil for providers that give none. */
  readonly confidence: Float | null
  /** What was already said of it in warnings, so that each is said once. */
  readonly told: Set<string>
}

export class Model implements MemberHolder {
  readonly typeName = 'Model'
  readonly memberNames: readonly string[] = ['ask', 'name']
  readonly name: string
  readonly backend: ModelBackend
  readonly subject: AuditSubject

  constructor(name: string, backend: ModelBackend) {
    this.name = name
    this.backend = backend
    this.subject = { kind: 'model', name }
  }

  textForm(): string {
    return `<model ${this.name}>`
  }

  readMember(member: string): Value | undefined {
    if (member === 'name') return this.name
    if (member === 'ask') return this.#askMethod()
    return undefined
  }

  #askMethod(): BuiltinValue {
    const name = `${this.name}.ask`
    return new BuiltinValue({
      name,
      argumentsMin: 1,
      argumentsMax: 1,
      implementation: (context, [prompt = null]) => askModel(context, this, name, prompt),
    })
  }
}
