/**
 * Builtins: functions that the runtime or a host program provides.
 *
 * A definition says how many arguments it takes, so that arity and labels are checked in one place; the implementation
 * checks the types. A builtin may give back a `Suspension` only if its signature says that it suspends, because the
 * compiler decides from the signature which functions become generators.
 */

import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import type { CallContext, Callable, Labels } from './callable.ts'
import type { Suspension } from './suspension.ts'
import * as problems from '../../compiler/diagnostics/catalogue/execution.ts'

export interface BuiltinDefinition {
  readonly name: string
  readonly argumentsMin: number
  /** Infinity for `print`. */
  readonly argumentsMax: number
  /** How a call is written, for those that are easily called wrongly: `skill(name, description, tools)`. */
  readonly usage?: string
  /** The labels it takes; `any` where the builtin checks them itself. */
  readonly labels?: readonly string[] | 'any'
  readonly implementation: (context: CallContext, args: readonly Value[], labels: Labels) => Value | Suspension
}

/** A builtin as a value. A method read without a call is one too, named `f.verify`. */
export class BuiltinValue implements Callable {
  readonly typeName = 'Function'
  readonly definition: BuiltinDefinition

  constructor(definition: BuiltinDefinition) {
    this.definition = definition
  }

  textForm(): string {
    return `<builtin ${this.definition.name}>`
  }

  call(context: CallContext, args: readonly Value[], labels: Labels): Value | Suspension {
    checkLabels(this.definition, labels, context.site)
    checkArgumentCount(this.definition, args.length, context.site)
    return this.definition.implementation(context, args, labels)
  }
}

function checkLabels(definition: BuiltinDefinition, labels: Labels, site: SiteId): void {
  if (labels.size === 0 || definition.labels === 'any') return
  for (const label of labels.keys()) {
    if (!(definition.labels ?? []).includes(label)) {
      throw new SenseError(problems.unknownLabel(definition.name, label, definition.labels ?? []), site)
    }
  }
}

function checkArgumentCount(definition: BuiltinDefinition, count: number, site: SiteId): void {
  const { name, argumentsMin, argumentsMax, labels, usage } = definition
  if (count >= argumentsMin && count <= argumentsMax) return
  // With `label = value` in place of `label: value` there are too many arguments, not too few.
  const label = count > argumentsMax && labels !== 'any' ? labels?.[0] : undefined
  const spelling = usage === undefined ? {} : { spelling: usage }
  const more = label === undefined ? spelling : { label }
  throw new SenseError(problems.wrongArgumentCount(name, argumentsMin, argumentsMax, count, more), site)
}
