import { noLabels, isCallable, type Labels } from '../../../../src/runtime/execution/callable.ts'
import { Suspension } from '../../../../src/runtime/execution/suspension.ts'
import { senseModule } from '../../../../src/runtime/host/sense-modules.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { fakeContext } from '../builtins/fake-context.ts'

/** One for all calls: the modules that are tested here leave nothing in it. */
const context = fakeContext()

/** The member of one of Sense's own modules, named as in `text.split`. */
export function memberNamed(dottedName: string): Value {
  const [moduleName = '', name = ''] = dottedName.split('.')
  const member = senseModule(moduleName)?.members.get(name)
  if (member === undefined) throw new Error(`there is no ${dottedName}`)
  return member
}

/** Calls `text.split` and its like; none of those that are called so may wait. */
export function callMember(dottedName: string, args: readonly Value[], labels: Labels = noLabels): Value {
  const member = memberNamed(dottedName)
  if (!isCallable(member)) throw new Error(`${dottedName} cannot be called`)
  const result = member.call(context, args, labels)
  if (result instanceof Suspension) throw new Error(`${dottedName} would wait`)
  return result
}
