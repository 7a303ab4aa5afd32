import { describe, expect, it } from 'vitest'
import type { ActionCode, ActionDefinition } from '../../../../src/runtime/actions/action-definition.ts'
import { ActionDeclaration } from '../../../../src/runtime/actions/action-declaration.ts'
import type { ActionState, ActionStep } from '../../../../src/runtime/actions/action-states.ts'
import { actionSteps } from '../../../../src/runtime/actions/action-states.ts'
import { callValue, callAtOnceIn } from '../../../../src/runtime/execution/call.ts'
import { readMember } from '../../../../src/runtime/execution/members.ts'
import { Scope } from '../../../../src/runtime/execution/scope.ts'
import { complete, Suspension, waitFor } from '../../../../src/runtime/execution/suspension.ts'
import type { Steps } from '../../../../src/runtime/execution/suspension.ts'
import { addRule } from '../../../../src/runtime/safety/policy.ts'
import { SenseError } from '../../../../src/runtime/values/sense-error.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createTrial } from '../tools/trial-run.ts'
import type { Trial } from '../tools/trial-run.ts'

type Kind = 'reversible' | 'irreversible'
type Waiting = 'plain' | 'waiting'

interface Bodies {
  readonly commit?: (scope: Scope, ...args: Value[]) => Value
  readonly rollback?: (scope: Scope) => Value
}

/** An action `f` whose body and rollback are plain, or wait for a turn before they do their work. */
function actionOf(
  trial: Trial,
  kind: Kind,
  { commit = () => 'done', rollback = () => 'undone' }: Bodies = {},
  waiting: Waiting = 'plain',
  definition: Partial<ActionDefinition> = {},
): ActionDeclaration {
  const signature = { name: 'f', parameters: [], resultType: undefined, ...definition.signature }
  const whole = { kind, capability: 'a.b', requiresApproval: false, doc: undefined, ...definition, signature }
  const plain: ActionCode = {
    suspends: false,
    start: (scope, keepRollback, ...args) => {
      if (kind === 'reversible') keepRollback({ suspends: false, start: rollback })
      return commit(scope, ...args)
    },
  }
  const late: ActionCode = {
    suspends: true,
    *start(scope, keepRollback, ...args) {
      const start = (rollbackScope: Scope): Steps => afterATurn(() => rollback(rollbackScope))
      if (kind === 'reversible') keepRollback({ suspends: true, start })
      return yield* afterATurn(() => commit(scope, ...args))
    },
  }
  return new ActionDeclaration({
    definition: whole,
    declaringScope: trial.scope,
    code: waiting === 'plain' ? plain : late,
  })
}

function* afterATurn(work: () => Value): Steps {
  yield* waitFor(Promise.resolve())
  return work()
}

/** Reads the member of a step in line 5 and calls it in line 6. */
function take(trial: Trial, action: Value, step: string, scope: Scope = trial.scope): Promise<Value> {
  return trial.drive(steps())
  function* steps(): Steps {
    return yield* complete(callValue(trial.at(6), read(trial, action, step, scope), []))
  }
}

const prepare = (trial: Trial, action: ActionDeclaration): Value => action.call(trial.at(4), [], new Map())

/** Reads a member in line 5. */
function read(trial: Trial, action: Value, member: string, scope: Scope = trial.scope): Value {
  const value = readMember(trial.at(5, scope), action, member)
  if (value instanceof Suspension) throw new Error('no member of an action waits')
  return value
}

/** A new action in the state. */
async function actionIn(state: ActionState, kind: Kind, trial: Trial): Promise<Value> {
  let fails = false
  const commit = (): Value => {
    if (fails) throw new SenseError(problem, 9)
    return 'done'
  }
  const action = prepare(trial, actionOf(trial, kind, { commit }))
  const denying = new Scope(trial.scope)
  trial.deny(2, 'a.b', denying)
  fails = state === 'failed'
  const path: Readonly<Record<ActionState, readonly ActionStep[]>> = {
    prepared: [],
    verified: ['verify'],
    committed: ['verify', 'commit'],
    failed: ['verify', 'commit'],
    denied: ['verify'],
    rolled_back: ['verify', 'commit', 'rollback'],
  }
  for (const step of path[state]) {
    const taken = take(trial, action, step, state === 'denied' ? denying : trial.scope)
    await (state === 'denied' || state === 'failed' ? taken.catch(() => null) : taken)
  }
  expect(read(trial, action, 'state')).toBe(state)
  return action
}

const problem = { class: 'SenseRuntimeError', code: 'test', headline: 'it broke\nbadly' } as const

const errorOf = (promise: Promise<Value>): Promise<SenseError | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof SenseError) return error
      throw error
    },
  )

describe('a step', () => {
  /** The state after each step that is possible; every other one is an error that changes nothing. */
  const possible: Readonly<Record<string, ActionState>> = {
    'prepared verify': 'verified',
    'prepared approve': 'prepared',
    'verified approve': 'verified',
    'verified commit': 'committed',
    'committed rollback': 'rolled_back',
  }
  const states: readonly ActionState[] = ['prepared', 'verified', 'committed', 'rolled_back', 'denied', 'failed']
  const cases = (['reversible', 'irreversible'] as const).flatMap((kind) =>
    states
      .filter((state) => kind === 'reversible' || state !== 'rolled_back')
      .flatMap((state) => actionSteps.map((step) => [kind, state, step] as const)),
  )

  it.each(cases)('of an action that is %s: %s, %s', async (kind, state, step) => {
    const trial = createTrial()
    const action = await actionIn(state, kind, trial)
    const entriesBefore = trial.run.gate.auditEntries().length
    const error = await errorOf(take(trial, action, step))
    const next = kind === 'irreversible' && step === 'rollback' ? undefined : possible[`${state} ${step}`]
    expect(read(trial, action, 'state')).toBe(next ?? state)
    if (next !== undefined) {
      expect(error).toBeUndefined()
      return
    }
    expect(trial.run.gate.auditEntries().length).toBe(entriesBefore)
    expect(error?.site).toBe(6)
    expect(error?.problem.code).toBe(
      kind === 'irreversible' && step === 'rollback' ? 'irreversible-rollback' : 'wrong-action-step',
    )
    expect(`${error?.problem.headline ?? ''} ${error?.problem.detail ?? ''}`).toContain(state)
    expect(error?.problem.hint).toBeDefined()
  })

  it.each([
    [
      'prepared',
      'commit',
      'cannot be committed: it is prepared',
      'Possible now: `verify` and `approve`.',
      '`verify()`',
    ],
    [
      'verified',
      'verify',
      'cannot be verified again: it is verified',
      'Possible now: `approve` and `commit`.',
      '`commit()`',
    ],
    ['committed', 'commit', 'cannot be committed again: it is committed', 'Possible now: `rollback`.', '`rollback()`'],
    [
      'rolled_back',
      'rollback',
      'cannot be rolled back again: it is rolled_back',
      'No step is possible any more.',
      '`f(...)`',
    ],
    ['failed', 'commit', 'cannot be committed: it is failed', 'No step is possible any more.', 'to try again'],
  ] as const)(
    'that is wrong says the state, what is possible and what comes next: %s, %s',
    async (state, step, headline, detail, hint) => {
      const trial = createTrial()
      const error = await errorOf(take(trial, await actionIn(state, 'reversible', trial), step))
      expect(error?.problem.headline).toBe(`the action \`f\` ${headline}`)
      expect(error?.problem.detail).toBe(detail)
      expect(error?.problem.hint).toContain(hint)
    },
  )

  it('sends to the approval that is still missing', async () => {
    const trial = createTrial()
    const action = prepare(trial, actionOf(trial, 'reversible', {}, 'plain', { requiresApproval: true }))
    await take(trial, action, 'verify')
    const error = await errorOf(take(trial, action, 'verify'))
    expect(error?.problem.hint).toBe('call `approve()`, then `commit()`')
  })

  it('takes no arguments', () => {
    const trial = createTrial()
    const step = read(trial, prepare(trial, actionOf(trial, 'reversible')), 'verify')
    expect(() => callValue(trial.at(6), step, [1])).toThrow('`f.verify` takes no arguments, but got 1')
  })

  it('yields the action itself, or what the code gives', async () => {
    const trial = createTrial()
    const action = prepare(trial, actionOf(trial, 'reversible'))
    expect(await take(trial, action, 'verify')).toBe(action)
    expect(await take(trial, action, 'approve')).toBe(action)
    expect(read(trial, action, 'approved')).toBe(true)
    expect(await take(trial, action, 'commit')).toBe('done')
    expect(await take(trial, action, 'rollback')).toBe('undone')
  })
})

describe.each(['plain', 'waiting'] as const)('with code that is %s', (waiting) => {
  it('runs the body in a child of the declaring scope, and the rollback in a child of that', async () => {
    const trial = createTrial()
    const scopes: Scope[] = []
    const keep = (scope: Scope): Value => {
      scopes.push(scope)
      return null
    }
    const action = prepare(trial, actionOf(trial, 'reversible', { commit: keep, rollback: keep }, waiting))
    const elsewhere = new Scope(trial.scope)
    for (const step of actionSteps) await take(trial, action, step, elsewhere)
    expect(scopes.map(({ owner }) => owner)).toEqual([
      { kind: 'reversible', name: 'f' },
      { kind: 'rollback', name: 'f' },
    ])
    expect(scopes[0]?.parent).toBe(trial.scope)
    expect(scopes[1]?.parent).toBe(scopes[0])
  })

  it('puts `started` on record before the code, and the outcome after it, at the line of the member', async () => {
    const trial = createTrial()
    const seen: (readonly string[])[] = []
    const look = (): Value => {
      seen.push(trial.run.gate.auditEntries().map(({ event }) => event))
      return null
    }
    const action = prepare(trial, actionOf(trial, 'reversible', { commit: look, rollback: look }, waiting))
    for (const step of actionSteps) await take(trial, action, step)
    expect(seen).toEqual([
      ['prepared', 'verified', 'started'],
      ['prepared', 'verified', 'started', 'committed', 'started'],
    ])
    expect(trial.run.gate.auditEntries()).toMatchObject([
      { event: 'prepared', line: 4, kind: 'reversible action', name: 'f', capability: 'a.b' },
      { event: 'verified', line: 5 },
      { event: 'started', line: 5 },
      { event: 'committed', line: 5, callers: [] },
      { event: 'started', line: 5 },
      { event: 'rolled_back', line: 5, callers: [] },
    ])
    expect(trial.run.gate.auditLines()).toEqual([
      "[line 4] reversible action 'f' -> prepared",
      "[line 5] reversible action 'f' -> verified",
      "[line 5] reversible action 'f' -> committed",
      "[line 5] reversible action 'f' -> rolled_back",
    ])
  })

  it('is among the callers while its code runs, also when that fails', async () => {
    const trial = createTrial()
    const seen: unknown[] = []
    const lookAndFail = (): Value => {
      seen.push([...trial.run.callers])
      throw new SenseError(problem, 9)
    }
    const look = (): Value => {
      seen.push([...trial.run.callers])
      return null
    }
    const first = prepare(trial, actionOf(trial, 'irreversible', { commit: lookAndFail }, waiting))
    const second = prepare(trial, actionOf(trial, 'reversible', { commit: look, rollback: lookAndFail }, waiting))
    for (const step of ['verify', 'commit']) await errorOf(take(trial, first, step))
    for (const step of actionSteps) await errorOf(take(trial, second, step))
    expect(seen).toEqual([
      [{ kind: 'irreversible', name: 'f' }],
      [{ kind: 'reversible', name: 'f' }],
      [{ kind: 'rollback', name: 'f' }],
    ])
    expect(trial.run.gate.auditEntries().flatMap(({ callers }) => callers)).toEqual([])
  })

  it('has failed for good when its body raises an error, which goes on', async () => {
    const trial = createTrial()
    const fail = (): Value => {
      throw new SenseError(problem, 9)
    }
    const action = prepare(trial, actionOf(trial, 'reversible', { commit: fail }, waiting))
    await take(trial, action, 'verify')
    expect((await errorOf(take(trial, action, 'commit')))?.problem).toBe(problem)
    expect(read(trial, action, 'state')).toBe('failed')
    expect((await errorOf(take(trial, action, 'rollback')))?.problem.code).toBe('wrong-action-step')
    expect(trial.run.gate.auditLines().at(-1)).toBe("[line 5] reversible action 'f' -> failed (it broke badly)")
  })

  it('stays committed when its rollback raises an error, and can try again, each time in a scope of its own', async () => {
    const trial = createTrial()
    const scopes: Scope[] = []
    const rollback = (scope: Scope): Value => {
      scopes.push(scope)
      if (scopes.length < 3) throw new SenseError(problem, 9)
      return 'undone'
    }
    const action = prepare(trial, actionOf(trial, 'reversible', { rollback }, waiting))
    for (const step of ['verify', 'commit', 'rollback', 'rollback']) await errorOf(take(trial, action, step))
    expect(read(trial, action, 'state')).toBe('committed')
    expect(await take(trial, action, 'rollback')).toBe('undone')
    expect(read(trial, action, 'state')).toBe('rolled_back')
    expect(new Set(scopes).size).toBe(3)
    expect(trial.run.gate.auditLines().slice(3)).toEqual([
      "[line 5] reversible action 'f' -> failed (rollback body failed: it broke badly)",
      "[line 5] reversible action 'f' -> failed (rollback body failed: it broke badly)",
      "[line 5] reversible action 'f' -> rolled_back",
    ])
  })

  it('has no end on record when the whole run ends in its body', async () => {
    const trial = createTrial()
    const end = (): Value => {
      throw new Error('the end of the run')
    }
    const action = prepare(trial, actionOf(trial, 'irreversible', { commit: end }, waiting))
    await take(trial, action, 'verify')
    await expect(take(trial, action, 'commit')).rejects.toThrow('the end of the run')
    expect(trial.run.gate.auditEntries().map(({ event }) => event)).toEqual(['prepared', 'verified', 'started'])
  })
})

it.each(['commit', 'rollback'] as const)('an action refuses every step while its %s runs', async (running) => {
  const trial = createTrial()
  const codes: unknown[] = []
  const tryAll = (): Value => {
    codes.push(read(trial, action, 'state'))
    for (const step of actionSteps) codes.push(codeOfDriven(trial, action, step))
    return null
  }
  const action: Value = prepare(trial, actionOf(trial, 'reversible', { [running]: tryAll }, 'plain'))
  for (const step of actionSteps.slice(0, running === 'commit' ? 3 : 4)) await take(trial, action, step)
  const state = running === 'commit' ? 'verified' : 'committed'
  expect(codes).toEqual([state, ...actionSteps.map(() => 'action-running')])
  expect(read(trial, action, 'state')).toBe(running === 'commit' ? 'committed' : 'rolled_back')
})

/** Where both the step and its refusal happen at once. */
function codeOfDriven(trial: Trial, action: Value, step: ActionStep): string {
  try {
    callValue(trial.at(6), read(trial, action, step), [])
    return 'taken'
  } catch (error) {
    return error instanceof SenseError ? error.problem.code : 'fault'
  }
}

it('a commit that would have to wait where nothing can has done nothing', async () => {
  const trial = createTrial()
  const action = prepare(trial, actionOf(trial, 'irreversible', {}, 'waiting'))
  await take(trial, action, 'verify')
  const { run, site, scope } = trial.at(6)
  expect(() => callAtOnceIn(run)(site, scope, read(trial, action, 'commit'), [])).toThrow('would have to wait here')
  expect(trial.run.gate.auditEntries().map(({ event }) => event)).toEqual(['prepared', 'verified'])
  expect(await take(trial, action, 'commit')).toBe('done')
})

describe('policy and approval', () => {
  const denyingScope = (trial: Trial): Scope => {
    const scope = new Scope(trial.scope)
    addRule(scope, { effect: 'deny', capability: 'a.b', site: 3 })
    return scope
  }

  it('looks at the scope in which the member was read, and raises at the call', async () => {
    const trial = createTrial()
    const action = prepare(trial, actionOf(trial, 'reversible'))
    const error = await errorOf(take(trial, action, 'verify', denyingScope(trial)))
    expect(error).toMatchObject({ site: 6, problem: { class: 'SensePolicyError', code: 'capability-denied' } })
    expect(read(trial, action, 'state')).toBe('denied')
    expect(trial.run.gate.auditLines().at(-1)).toBe(
      "[line 5] reversible action 'f' -> denied (capability 'a.b' denied by policy)",
    )
  })

  it('asks again at the commit, before it asks for the approval', async () => {
    const trial = createTrial()
    const action = prepare(trial, actionOf(trial, 'irreversible', {}, 'plain', { requiresApproval: true }))
    await take(trial, action, 'verify')
    const error = await errorOf(take(trial, action, 'commit', denyingScope(trial)))
    expect(error?.problem.class).toBe('SensePolicyError')
    expect(read(trial, action, 'state')).toBe('denied')
  })

  it('denies an action that nobody approved', async () => {
    const trial = createTrial()
    const action = prepare(trial, actionOf(trial, 'irreversible', {}, 'plain', { requiresApproval: true }))
    await take(trial, action, 'verify')
    const error = await errorOf(take(trial, action, 'commit'))
    expect(error).toMatchObject({ site: 6, problem: { class: 'SenseApprovalError', code: 'approval-missing' } })
    expect(read(trial, action, 'state')).toBe('denied')
    expect(trial.run.gate.auditLines().at(-1)).toBe("[line 5] irreversible action 'f' -> denied (requires approval)")
  })

  it('leaves an action committed when its rollback is denied', async () => {
    const trial = createTrial()
    const action = await actionIn('committed', 'reversible', trial)
    const error = await errorOf(take(trial, action, 'rollback', denyingScope(trial)))
    expect(error?.problem.class).toBe('SensePolicyError')
    expect(trial.run.gate.auditLines().at(-1)).toBe(
      "[line 5] reversible action 'f' -> denied (capability 'a.b' denied by policy (rollback))",
    )
    expect(await take(trial, action, 'rollback')).toBe('undone')
  })
})

describe('a declaration', () => {
  const parameter = { name: 'n', type: { name: 'Int', arguments: [] } }
  const signature = { name: 'f', parameters: [parameter], resultType: undefined }

  it('checks arity, then types, then puts the action on record', () => {
    const trial = createTrial()
    const action = actionOf(trial, 'irreversible', {}, 'plain', { signature })
    expect(() => callValue(trial.at(4), action, [])).toThrow('takes 1 argument')
    expect(() => callValue(trial.at(4), action, ['x'])).toThrow('needs Int for `n`')
    expect(() => callValue(trial.at(4), action, [1], new Map([['n', 1]]))).toThrow('labelled `n`')
    expect(trial.run.gate.auditEntries()).toEqual([])
    callValue(trial.at(4), action, [1])
    expect(trial.run.gate.auditLines()).toEqual(["[line 4] irreversible action 'f' -> prepared"])
  })

  it('keeps the arguments', async () => {
    const trial = createTrial()
    const commit = (_scope: Scope, ...args: Value[]): Value => args
    const args: Value[] = [1]
    const action = actionOf(trial, 'irreversible', { commit }, 'plain', { signature }).call(
      trial.at(4),
      args,
      new Map(),
    )
    args[0] = 2
    await take(trial, action, 'verify')
    expect(await take(trial, action, 'commit')).toEqual([1])
  })

  it('has a name, a kind and a docstring, and says that a step needs a call first', () => {
    const trial = createTrial()
    const action = actionOf(trial, 'reversible', {}, 'plain', { doc: '  Does it.\n' })
    expect(action.textForm()).toBe('<reversible action f>')
    expect(['name', 'kind', 'doc'].map((member) => read(trial, action, member))).toEqual([
      'f',
      'reversible',
      'Does it.',
    ])
    expect(read(trial, actionOf(trial, 'reversible'), 'doc')).toBeNull()
    for (const member of [...actionSteps, 'state', 'approved']) {
      expect(() => read(trial, action, member)).toThrow(/is not prepared yet, so it has no `/)
    }
    expect(() => read(trial, action, 'nothing')).toThrow('has no member `nothing`')
  })
})
