/** The steps of a prepared action (spec 02 §5), and what each writes to the audit log (spec 02 §8). */

import type { Value } from '../../src/runtime/values/value.ts'
import { builtin, builtinInSteps } from './builtin.ts'
import { Failure, isCaught } from './failure.ts'
import type { ActionObject, ActionState } from './objects.ts'
import type { Place, Steps, World } from './world.ts'

/** `read` is where the member stands: its scope is asked, and its line is audited. Errors are those of the call. */
export function actionMember(world: World, read: Place, action: ActionObject, member: string): Value | undefined {
  switch (member) {
    case 'state':
      return action.state
    case 'name':
      return action.name
    case 'kind':
      return action.kind
    case 'approved':
      return action.isApproved
    case 'verify':
      return builtin(`${action.name}.verify`, 0, 0, ({ line }) => verify(world, read, action, line))
    case 'approve':
      return builtin(`${action.name}.approve`, 0, 0, ({ line }) => {
        requireState(action, ['prepared', 'verified'], line)
        action.isApproved = true
        return action
      })
    case 'commit':
      return builtinInSteps(`${action.name}.commit`, 0, 0, ({ line }) => commit(world, read, action, line))
    case 'rollback':
      return builtinInSteps(`${action.name}.rollback`, 0, 0, ({ line }) => rollBack(world, read, action, line))
    default:
      return undefined
  }
}

function verify(world: World, read: Place, action: ActionObject, line: number): Value {
  requireState(action, ['prepared'], line)
  requireCapability(world, read, action, line)
  action.state = 'verified'
  world.record(read, subjectOf(action), 'verified')
  return action
}

function* commit(world: World, read: Place, action: ActionObject, line: number): Steps {
  requireState(action, ['verified'], line)
  requireCapability(world, read, action, line)
  if (action.plan.needsApproval && !action.isApproved) {
    action.state = 'denied'
    world.record(read, subjectOf(action), 'denied', 'requires approval')
    throw new Failure('SenseApprovalError', line, `${action.name} requires approval`)
  }
  const { scope, steps } = action.plan.runBody({ kind: action.kind, name: action.name })
  action.isBusy = true
  try {
    const value = yield* steps
    action.commitScope = scope
    action.state = 'committed'
    world.record(read, subjectOf(action), 'committed')
    return value
  } catch (error) {
    if (!isCaught(error)) throw error
    action.state = 'failed'
    world.record(read, subjectOf(action), 'failed', error.message)
    throw error
  } finally {
    action.isBusy = false
  }
}

function* rollBack(world: World, read: Place, action: ActionObject, line: number): Steps {
  if (action.kind === 'irreversible') throw new Failure('SenseRuntimeError', line, `${action.name} is irreversible`)
  requireState(action, ['committed'], line)
  const { capability } = action.plan
  if (capability !== undefined && read.scope.isDenied(capability)) {
    world.record(read, subjectOf(action), 'denied', `capability '${capability}' denied by policy (rollback)`)
    throw new Failure('SensePolicyError', line, `${action.name} is denied`)
  }
  action.isBusy = true
  try {
    // The rollback block runs in a child of the scope that the commit ran in.
    const scope = action.commitScope ?? read.scope
    const value = yield* action.plan.runRollback(scope, { kind: 'rollback', name: action.name })
    action.state = 'rolled_back'
    world.record(read, subjectOf(action), 'rolled_back')
    return value
  } catch (error) {
    if (!isCaught(error)) throw error
    world.record(read, subjectOf(action), 'failed', `rollback body failed: ${error.message}`)
    throw error
  } finally {
    action.isBusy = false
  }
}

/** A step in the wrong state changes nothing and is not audited; nor is one while a body of the action runs. */
function requireState(action: ActionObject, states: readonly ActionState[], line: number): void {
  if (!action.isBusy && states.includes(action.state)) return
  throw new Failure('SenseRuntimeError', line, `${action.name} is ${action.state}`)
}

function requireCapability(world: World, read: Place, action: ActionObject, line: number): void {
  const { capability } = action.plan
  if (capability === undefined || !read.scope.isDenied(capability)) return
  action.state = 'denied'
  world.record(read, subjectOf(action), 'denied', `capability '${capability}' denied by policy`)
  throw new Failure('SensePolicyError', line, `${action.name} is denied`)
}

function subjectOf({ kind, name }: ActionObject): string {
  return `${kind} action '${name}'`
}
