import { describe, expect, it } from 'vitest'
import { Scope } from '../../../../src/runtime/execution/scope.ts'
import { noSite, SenseError } from '../../../../src/runtime/values/sense-error.ts'
import { addRule, checkCapability } from '../../../../src/runtime/safety/policy.ts'
import { createTrial } from '../tools/trial-run.ts'

const tool = { kind: 'tool', name: 't' } as const

describe('decide', () => {
  it('allows what no rule names', () => {
    const { run, scope } = createTrial()
    expect(run.gate.decide(scope, 'a.b').isAllowed).toBe(true)
  })

  it('asks the nearest scope with a rule', () => {
    const { run, scope } = createTrial()
    const inner = new Scope(new Scope(scope))
    addRule(scope, { effect: 'deny', capability: 'a.b', site: 1 })
    expect(run.gate.decide(inner, 'a.b').isAllowed).toBe(false)
    addRule(inner, { effect: 'allow', capability: 'a.b', site: 2 })
    expect(run.gate.decide(inner, 'a.b').isAllowed).toBe(true)
    expect(run.gate.decide(scope, 'a.b').isAllowed).toBe(false)
  })

  it('takes the latest rule of a scope and names it', () => {
    const { run, scope } = createTrial()
    addRule(scope, { effect: 'allow', capability: 'a.b', site: 1 })
    addRule(scope, { effect: 'deny', capability: 'a.b', site: 2 })
    expect(run.gate.decide(scope, 'a.b')).toMatchObject({ isAllowed: false, rule: { site: 2 } })
  })

  it('knows no hierarchy of capabilities', () => {
    const { run, scope } = createTrial()
    addRule(scope, { effect: 'deny', capability: 'a', site: 1 })
    expect(run.gate.decide(scope, 'a.b').isAllowed).toBe(true)
  })
})

describe('the audit log', () => {
  it('writes subject, event, detail and lineage', () => {
    const { run, scope } = createTrial()
    const inner = new Scope(new Scope(scope, { kind: 'agent', name: 'a' }), { kind: 'tool', name: 'outer' })
    run.gate.record({ subject: tool, event: 'called', scope, site: 3 })
    run.gate.record({ subject: tool, event: 'failed', scope: inner, site: 4, detail: 'it broke' })
    expect(run.gate.auditLines()).toEqual([
      "[line 3] tool 't' -> called",
      "[line 4] tool 't' -> failed (it broke) (via agent:a > tool:outer)",
    ])
  })

  it('shows started effects only in the entries', () => {
    const { run, scope } = createTrial()
    run.gate.record({ subject: tool, event: 'started', scope, site: 3, capability: 'a.b' })
    expect(run.gate.auditLines()).toEqual([])
    expect(run.gate.auditEntries()).toEqual([
      {
        kind: 'tool',
        name: 't',
        event: 'started',
        detail: undefined,
        line: 3,
        file: 'trial.sns',
        timestamp: 1_000,
        lineage: [],
        callers: [],
        capability: 'a.b',
      },
    ])
  })

  it('has no line where no source text asked', () => {
    const { run, scope } = createTrial()
    run.gate.record({ subject: tool, event: 'called', scope, site: noSite })
    expect(run.gate.auditLines()).toEqual(["[line ?] tool 't' -> called"])
  })

  it('keeps each entry on one line that cannot act on a terminal', () => {
    const { run, scope } = createTrial()
    const detail = "one\r\ntwo\n[line 1] tool 'forged' -> called\u001b[2K\u202e"
    run.gate.record({ subject: { kind: 'tool', name: 's.x\ny' }, event: 'failed', scope, site: 3, detail })
    expect(run.gate.auditLines()).toEqual([
      "[line 3] tool 's.x y' -> failed (one two [line 1] tool 'forged' -> called\\u{1b}[2K\\u{202e})",
    ])
  })

  it('cuts a detail at 500 code points', () => {
    const { run, scope } = createTrial()
    run.gate.record({ subject: tool, event: 'failed', scope, site: 3, detail: '😀'.repeat(500) })
    run.gate.record({ subject: tool, event: 'failed', scope, site: 3, detail: '😀'.repeat(1_000_000) })
    const [whole, cut] = run.gate.auditEntries().map((entry) => entry.detail ?? '')
    expect(whole).toBe('😀'.repeat(500))
    expect(cut).toBe(`${'😀'.repeat(499)}…`)
  })

  it('gives copies: nothing that a reader does changes it', () => {
    const { run, scope } = createTrial()
    run.gate.record({ subject: tool, event: 'called', scope, site: 3 })
    Array.prototype.push.call(run.gate.auditEntries(), 'mine')
    expect(run.gate.auditEntries()).toHaveLength(1)
  })
})

describe('a denied capability', () => {
  it('is audited, and says capability, rule and who asked', () => {
    const { run, scope, at, deny } = createTrial()
    const inner = new Scope(scope, { kind: 'agent', name: 'a' })
    deny(2, 'a.b')
    const error = errorOf(() => {
      checkCapability(at(5, inner), tool, 'a.b')
    })
    expect(error.problem).toMatchObject({
      class: 'SensePolicyError',
      code: 'capability-denied',
      headline: "tool 't' requires capability 'a.b', which is denied by policy",
      detail: expect.stringContaining('agent:a') as unknown,
    })
    expect(error.related).toMatchObject([{ place: { span: { offsetStart: 5 } }, label: 'denied here' }])
    expect(run.gate.auditLines()).toEqual([
      "[line 5] tool 't' -> denied (capability 'a.b' denied by policy) (via agent:a)",
    ])
  })

  it('needs a capability', () => {
    const { run, at } = createTrial()
    checkCapability(at(5), tool, undefined)
    expect(run.gate.auditEntries()).toEqual([])
  })
})

function errorOf(action: () => void): SenseError {
  try {
    action()
  } catch (error) {
    if (error instanceof SenseError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
