import { textForm } from '../../../../src/runtime/values/text-form.ts'
import { describe, expect, it } from 'vitest'
import { callValue } from '../../../../src/runtime/execution/call.ts'
import { Scope } from '../../../../src/runtime/execution/scope.ts'
import { complete, waitFor } from '../../../../src/runtime/execution/suspension.ts'
import type { Steps } from '../../../../src/runtime/execution/suspension.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createTrial } from './trial-run.ts'
import type { Trial } from './trial-run.ts'
import { parameter, toolOf, type, waitingToolOf } from './trial-tools.ts'

function callTool(trial: Trial, tool: Value, ...args: Value[]): Promise<Value> {
  return trial.drive(steps())
  function* steps(): Steps {
    return yield* complete(callValue(trial.at(4), tool, args))
  }
}

const guarded = { parameters: [parameter('n', type('Int'))], resultType: type('Int'), capability: 'a.b' }

describe('calling a declared tool', () => {
  it('runs its body in a new child of the declaring scope', async () => {
    const trial = createTrial()
    const scopes: Scope[] = []
    const tool = toolOf('t', trial.scope, (scope) => {
      scopes.push(scope)
      return null
    })
    await callTool(trial, tool)
    await callTool(trial, tool)
    expect(scopes.map(({ parent, owner }) => [parent === trial.scope, owner])).toEqual([
      [true, { kind: 'tool', name: 't' }],
      [true, { kind: 'tool', name: 't' }],
    ])
    expect(scopes[0]).not.toBe(scopes[1])
  })

  it('checks arity, then the capability, then the types, then records, then runs', async () => {
    const trial = createTrial()
    const tool = toolOf('t', trial.scope, (_, n = null) => (n === 1 ? 'not an Int' : n), guarded)
    await expect(callTool(trial, tool)).rejects.toThrow('takes 1 argument')
    await expect(callTool(trial, tool, 'x')).rejects.toThrow('needs Int for `n`')
    expect(trial.run.gate.auditEntries()).toEqual([])
    await expect(callTool(trial, tool, 1)).rejects.toThrow('must return')
    expect(await callTool(trial, tool, 2)).toBe(2)
    trial.deny(2, 'a.b')
    await expect(callTool(trial, tool)).rejects.toThrow('takes 1 argument')
    await expect(callTool(trial, tool, 'x')).rejects.toMatchObject({ problem: { class: 'SensePolicyError' } })
    expect(trial.run.gate.auditLines()).toEqual([
      "[line 4] tool 't' -> called",
      "[line 4] tool 't' -> called",
      "[line 4] tool 't' -> denied (capability 'a.b' denied by policy)",
    ])
  })

  it('asks the policy where the call is written, not where the tool is declared', async () => {
    const trial = createTrial()
    const elsewhere = new Scope(trial.scope)
    trial.deny(2, 'a.b', elsewhere)
    const tool = toolOf('t', elsewhere, (_, n = null) => n, guarded)
    expect(await callTool(trial, tool, 1)).toBe(1)
  })

  it.each(['plain', 'waiting'])('is among the callers while a %s body runs, also when it fails', async (kind) => {
    const trial = createTrial()
    const seen: unknown[] = []
    const look = (): Value => {
      seen.push(trial.run.callers.map(({ name }) => name))
      return null
    }
    function* waiting(): Steps {
      yield* waitFor(Promise.resolve())
      return look()
    }
    const inner = kind === 'plain' ? toolOf('inner', trial.scope, look) : waitingToolOf('inner', trial.scope, waiting)
    function* outerBody(scope: Scope): Steps {
      yield* complete(callValue(trial.at(5, scope), inner, []))
      look()
      return yield* complete(callValue(trial.at(6, scope), inner, [1]))
    }
    const outer = waitingToolOf('outer', trial.scope, outerBody)
    await trial.drive(
      (function* (): Steps {
        try {
          yield* complete(callValue(trial.at(4), outer, []))
        } catch {
          look()
        }
        return null
      })(),
    )
    expect(seen).toEqual([['outer', 'inner'], ['outer'], []])
    expect(trial.run.gate.auditEntries().map(({ callers }) => callers.map(({ name }) => name))).toEqual([[], ['outer']])
    expect(trial.run.gate.auditLines()[1]).toBe("[line 5] tool 'inner' -> called (via tool:outer)")
  })

  it('checks the result of a waiting body too', async () => {
    const trial = createTrial()
    function* body(): Steps {
      yield* waitFor(Promise.resolve())
      return 'text'
    }
    const tool = waitingToolOf('t', trial.scope, body, { resultType: type('Int') })
    await expect(callTool(trial, tool)).rejects.toThrow('`t` must return')
  })

  it('gives a Future at once if it is async, after the same checks', async () => {
    const trial = createTrial()
    const tool = toolOf('t', trial.scope, () => 5, { ...guarded, isAsync: true })
    await expect(callTool(trial, tool)).rejects.toThrow('takes 1 argument')
    expect(trial.run.gate.auditLines()).toEqual([])
    const future = await callTool(trial, tool, 1)
    expect(textForm(future)).toBe("<future tool 't' (ready)>")
    expect(trial.run.gate.auditLines()).toHaveLength(1)
  })

  it('has a name, a description and a doc', () => {
    const { scope } = createTrial()
    const tool = toolOf('t', scope, () => null, { doc: 'for people' })
    expect(['name', 'description', 'doc', 'run'].map((member) => tool.readMember(member))).toEqual([
      't',
      'does t',
      'for people',
      undefined,
    ])
    expect(tool.textForm()).toBe('<tool t>')
  })
})
