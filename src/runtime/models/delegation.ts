/** Naming a model, and delegating one to a scope (spec 02 §1). */

import { noModel, notAModel } from '../../compiler/diagnostics/catalogue/models.ts'
import type { CallContext } from '../execution/callable.ts'
import { delegationIn } from '../execution/scope.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { Model } from './model.ts'
import { ChosenModel } from './model-choice.ts'

/** The value of `model NAME = expr`: a view of the model under a new name. The model itself keeps its own. */
export function nameModel(value: Value, name: string, site: SiteId): Model {
  if (value instanceof Model) return new Model(name, value.backend)
  throw new SenseError(notAModel(`model ${name}`, describeValue(value)), site)
}

/** What `set delegation = expr` does to the scope it stands in. */
export function setDelegation({ scope, site }: CallContext, value: Value): void {
  if (!(value instanceof Model)) throw new SenseError(notAModel('set delegation', describeValue(value)), site)
  scope.delegation = value
}

/** The model that a question without a model goes to. */
export function delegatedModel(context: CallContext, functionName: string): Model {
  const model = delegationIn(context.scope)
  if (model instanceof Model) return model
  if (model instanceof ChosenModel) return model.modelFor(context)
  throw new SenseError(noModel(functionName), context.site)
}
