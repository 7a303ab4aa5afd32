import { describe, expect, it } from 'vitest'
import { Scope } from '../../../../src/runtime/execution/scope.ts'
import { noSite, SenseError } from '../../../../src/runtime/values/sense-error.ts'
import { createGate } from '../../../../src/runtime/safety/gate.ts'
import { hostRuleAgainst } from '../../../../src/runtime/safety/host-policy.ts'
import type { HostPolicy } from '../../../../src/runtime/safety/host-policy.ts'
import { addRule, checkCapability } from '../../../../src/runtime/safety/policy.ts'
import { createTrial } from '../tools/trial-run.ts'

const tool = { kind: 'tool', name: 't' } as const
const plain = { kind: 'plain' } as const
const owners = [{ kind: 'tool', name: 'write-file' }, { kind: 'connection' }, plain] as const

describe('decide', () => {
  it('allows what no rule names', () => {
    const { run, scope } = createTrial()
    expect(run.gate.decide(scope, 'a.b', plain).isAllowed).toBe(true)
  })

  it('asks the nearest scope with a rule', () => {
    const { run, scope } = createTrial()
    const inner = new Scope(new Scope(scope))
    addRule(scope, { effect: 'deny', capability: 'a.b', site: 1 })
    expect(run.gate.decide(inner, 'a.b', plain).isAllowed).toBe(false)
    addRule(inner, { effect: 'allow', capability: 'a.b', site: 2 })
    expect(run.gate.decide(inner, 'a.b', plain).isAllowed).toBe(true)
    expect(run.gate.decide(scope, 'a.b', plain).isAllowed).toBe(false)
  })

  it('takes the latest rule of a scope and names it', () => {
    const { run, scope } = createTrial()
    addRule(scope, { effect: 'allow', capability: 'a.b', site: 1 })
    addRule(scope, { effect: 'deny', capability: 'a.b', site: 2 })
    expect(run.gate.decide(scope, 'a.b', plain)).toMatchObject({ isAllowed: false, rule: { site: 2 } })
  })

  it('knows no hierarchy of capabilities', () => {
    const { run, scope } = createTrial()
    addRule(scope, { effect: 'deny', capability: 'a', site: 1 })
    expect(run.gate.decide(scope, 'a.b', plain).isAllowed).toBe(true)
  })
})

describe('decide, where several rules of a scope speak of a capability', () => {
  /** What the rules, written `+a.b` and `-a.*`, say of the tool `write-file` of a connection, of the connection, of a plain use. */
  const said = (rules: string, capability = 'mcp.fs'): string => {
    const { run, scope } = createTrial()
    for (const rule of rules.split(' ').filter((text) => text !== '')) {
      addRule(scope, { effect: rule.startsWith('+') ? 'allow' : 'deny', capability: rule.slice(1), site: 1 })
    }
    return owners.map((owner) => (run.gate.decide(scope, capability, owner).isAllowed ? 'yes' : 'no')).join(' ')
  }

  it.each([
    ['-mcp.fs.write_file', 'no yes yes'],
    ['-mcp.fs.write_file +mcp.fs', 'no yes yes'],
    ['-mcp.fs +mcp.fs.write_file', 'yes no no'],
    ['+mcp.fs -mcp.fs.*', 'no no yes'],
    ['-mcp.fs.* +mcp.fs', 'no no yes'],
    ['-mcp.fs.* +mcp.fs.write_file', 'yes no yes'],
    ['-mcp.*', 'no no no'],
    ['-mcp.* +mcp.fs', 'yes yes yes'],
    ['-mcp.* +mcp.fs.*', 'yes yes no'],
    ['-mcp', 'yes yes yes'],
    ['-mcp.f.* -mcp.fsx.* -fs.*', 'yes yes yes'],
  ])('takes the most specific of %s', (rules, expected) => {
    expect(said(rules)).toBe(expected)
  })

  it('takes the longest of several patterns, in whatever order', () => {
    expect(said('-a.* +a.b.*', 'a.b.c')).toBe('yes yes yes')
    expect(said('+a.b.* -a.*', 'a.b.c')).toBe('yes yes yes')
    expect(said('+a.* -a.b.*', 'a.b.c')).toBe('no no no')
  })

  it('takes the latest of two rules of one name', () => {
    expect(said('-mcp.* +mcp.*')).toBe('yes yes yes')
  })

  it('asks the nearest scope first, however general its rule is', () => {
    const { run, scope } = createTrial()
    const inner = new Scope(scope)
    addRule(scope, { effect: 'allow', capability: 'a.b', site: 1 })
    addRule(inner, { effect: 'deny', capability: 'a.*', site: 2 })
    expect(run.gate.decide(inner, 'a.b', plain)).toMatchObject({ isAllowed: false, rule: { site: 2 } })
  })

  it('reads the rules of a host in the same way', () => {
    const said = (policy: HostPolicy): string =>
      owners.map((owner) => (hostRuleAgainst(policy, 'mcp.fs', owner) === undefined ? 'yes' : 'no')).join(' ')
    expect(said({ deny: ['mcp.*'] })).toBe('no no no')
    expect(said({ deny: ['mcp.fs.write_file'] })).toBe('no yes yes')
    expect(said({ allowOnly: ['mcp.fs.write_file'] })).toBe('yes no no')
    expect(said({ allowOnly: ['mcp.*'] })).toBe('yes yes yes')
    expect(said({ allowOnly: ['mcp'] })).toBe('no no no')
  })

  it('makes a word of any name of a tool', () => {
    const { run, scope } = createTrial()
    for (const capability of ['m.a_b', 'm._2fa', 'm._']) addRule(scope, { effect: 'deny', capability, site: 1 })
    const denied = (name: string): boolean => !run.gate.decide(scope, 'm', { kind: 'tool', name }).isAllowed
    expect(['a-b', 'a.b', 'a/b', '2fa', '\u{1f600}', 'ab'].map(denied)).toEqual([true, true, true, true, true, false])
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

describe('a log that keeps the newest entries', () => {
  it.each([
    [3, 3, ['1', '2', '3'], undefined],
    [4, 3, ['2', '3', '4'], '(1 earlier lines are not kept)'],
    [25, 20, ['7', '25'], '(5 earlier lines are not kept)'],
  ])('of %i with room for %i', (count, entriesMax, kept, note) => {
    const { run, scope } = createTrial()
    const gate = createGate({ sites: run.sites, clock: run.clock, callers: [], entriesMax })
    for (let number = 1; number <= count; number += 1) {
      // Those of 4 and 8, and so on, are starts, which have no line.
      const event = count > 4 && number % 4 === 0 ? 'started' : 'called'
      gate.record({ subject: { kind: 'tool', name: String(number) }, event, scope, site: noSite })
    }
    const names = gate.auditEntries().map(({ name }) => name)
    expect(names.length > 3 ? [names[0], names.at(-1)] : names).toEqual(kept)
    const [first] = gate.auditLines()
    expect(first).toBe(note ?? "[line ?] tool '1' -> called")
  })
})
