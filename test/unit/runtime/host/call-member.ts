import { createNodeFiles } from '../../../../src/adapters/node/files.ts'
import { noLabels, isCallable, type CallContext, type Labels } from '../../../../src/runtime/execution/callable.ts'
import { Suspension } from '../../../../src/runtime/execution/suspension.ts'
import { senseModule } from '../../../../src/runtime/host/sense-modules.ts'
import { createGate } from '../../../../src/runtime/safety/gate.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { fakeContext } from '../builtins/fake-context.ts'

/** One for all calls, with a gate, chance and the files of this machine: what leaves something there cleans up itself. */
export const context = contextWithPorts()

function contextWithPorts(): CallContext {
  const fake = fakeContext()
  const clock = { now: () => 1_500, setAlarm: () => () => undefined }
  const gate = createGate({ sites: fake.run.sites, clock, callers: [] })
  const environment = { get: (name: string) => (name === 'b' ? 'value of b' : undefined) }
  return { ...fake, run: { ...fake.run, clock, gate, environment, files: createNodeFiles() } }
}

/** The member of one of Sense's own modules, named as in `text.split`. */
export function memberNamed(dottedName: string): Value {
  const [moduleName = '', name = ''] = dottedName.split('.')
  const member = senseModule(moduleName)?.members.get(name)?.valueIn(context.run)
  if (member === undefined) throw new Error(`there is no ${dottedName}`)
  return member
}

/** Calls `text.split` and its like; none of those that are called so has to wait. */
export function callMember(dottedName: string, args: readonly Value[], labels: Labels = noLabels): Value {
  const member = memberNamed(dottedName)
  if (!isCallable(member)) throw new Error(`${dottedName} cannot be called`)
  const result = member.call(context, args, labels)
  if (result instanceof Suspension) throw new Error(`${dottedName} would wait`)
  return result
}
