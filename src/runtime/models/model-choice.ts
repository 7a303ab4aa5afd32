/**
 * A model that was chosen outside the program, for all that delegates none itself.
 *
 * It is made when it is first asked, so that a program that asks no model needs no key; whatever is wrong then is the
 * error of that question.
 */

import type { CallContext } from '../execution/callable.ts'
import { noLabels } from '../execution/callable.ts'
import type { ObjectValue } from '../values/value.ts'
import { makeModel } from './inference.ts'
import type { Model } from './model.ts'

export interface ModelChoice {
  readonly provider: string
  /** Undefined: the provider's default. */
  readonly modelId: string | undefined
}

/** What stands in the outermost scope in place of the model. */
export class ChosenModel implements ObjectValue {
  readonly typeName = 'Model'
  readonly #choice: ModelChoice
  #model: Model | undefined

  constructor(choice: ModelChoice) {
    this.#choice = choice
  }

  /** The model, the same for every question. */
  modelFor(context: CallContext): Model {
    const { provider, modelId } = this.#choice
    const args = modelId === undefined ? [provider] : [provider, modelId]
    this.#model ??= makeModel(context, args, noLabels)
    return this.#model
  }

  textForm(): string {
    return `<model ${this.#choice.modelId ?? this.#choice.provider}>`
  }
}
