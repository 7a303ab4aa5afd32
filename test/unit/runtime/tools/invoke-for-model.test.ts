import { describe, expect, it } from 'vitest'
import type { Steps } from '../../../../src/runtime/execution/suspension.ts'
import { waitFor } from '../../../../src/runtime/execution/suspension.ts'
import { ToolServerFailure } from '../../../../src/runtime/ports/tool-servers.ts'
import type { ToolCallResult } from '../../../../src/runtime/ports/tool-servers.ts'
import { callsPerTurnMax, invokeForModel } from '../../../../src/runtime/tools/invoke-for-model.ts'
import type { ToolOutcome } from '../../../../src/runtime/tools/tool-outcome.ts'
import { registerTools } from '../../../../src/runtime/tools/tool-registry.ts'
import type { Tool } from '../../../../src/runtime/tools/tools-for-model.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { SenseRecord } from '../../../../src/runtime/values/record.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createTrial } from './trial-run.ts'
import type { Trial } from './trial-run.ts'
import { parameter, serverToolsOf, textResult, toolOf, type, waitingToolOf } from './trial-tools.ts'

type Call = readonly [toolName: string, argumentsText?: string]

/** Makes `calls` in line 4 and gives what the model is told. */
async function invoke(trial: Trial, tools: readonly Tool[], calls: readonly Call[]): Promise<readonly ToolOutcome[]> {
  let outcomes: readonly ToolOutcome[] = []
  function* steps(): Steps {
    const asked = calls.map(([toolName, argumentsText = '{}'], index) => ({
      id: String(index),
      toolName,
      argumentsText,
    }))
    outcomes = yield* invokeForModel(trial.at(4), {
      registry: registerTools(tools, 4),
      calls: asked,
      imageRules: undefined,
    })
    return null
  }
  await trial.drive(steps())
  return outcomes
}

const texts = (outcomes: readonly ToolOutcome[]): readonly string[] => outcomes.map(({ text }) => text)
const eventsOf = ({ run }: Trial): readonly string[] =>
  run.gate.auditEntries().map(({ name, event }) => `${name} ${event}`)

describe('arguments for a declared tool', () => {
  const parameters = [parameter('a', type('Int')), parameter('b')]
  const trial = createTrial()
  const received: Value[][] = []
  const tool = toolOf('t', trial.scope, (_, ...args) => received.push(args), { parameters })
  const told = async (text: string): Promise<string> => (await invoke(trial, [tool], [['t', text]]))[0]?.text ?? ''

  it('are matched by name, and keep Ints exact', async () => {
    await told('{"b": {"x": [1.0, null]}, "a": 12345678901234567890}')
    expect(received).toEqual([[12345678901234567890n, new SenseRecord([['x', [new Float(1), null]]])]])
  })

  it.each([
    ['{"a": 1}', 'error: the call of `t` lacks the argument `b`'],
    ['{}', 'error: the call of `t` lacks the arguments `a` and `b`'],
    ['', 'error: the call of `t` lacks the arguments `a` and `b`'],
    ['{"a": 1, "b": 2, "c": 3}', 'error: `t` has no argument `c`; it takes `a` and `b`'],
    ['{"a": 1, "b": 2, "__proto__": 3}', 'error: `t` has no argument `__proto__`; it takes `a` and `b`'],
    [
      '{"a": ',
      'error: the arguments of `t` must be a JSON object: it ends where a value is expected (line 1, column 7)',
    ],
    ['[1, 2]', 'error: the arguments of `t` must be a JSON object: this is an Array'],
    ['null', 'error: the arguments of `t` must be a JSON object: this is nil'],
  ])('that are wrong are told to the model: %s', async (text, expected) => {
    expect(await told(text)).toBe(expected)
  })

  it('of the wrong type are refused as in a written call', async () => {
    expect(await told('{"a": "1", "b": 2}')).toMatch(/^error: `t` needs .*Int for `a`/)
  })

  it('leave an entry only when they were accepted', () => {
    expect(trial.run.gate.auditLines()).toEqual(["[line 4] tool 't' -> called"])
  })
})

describe('what the model is told', () => {
  it('is the text form of the value', async () => {
    const trial = createTrial()
    const tool = toolOf('t', trial.scope, () => [new Float(2), 'x', null])
    expect(await invoke(trial, [tool], [['t', ' ']])).toEqual([{ text: '[2.0, x, nil]', isError: false, images: [] }])
  })

  it('names an unknown tool on one safe line', async () => {
    const trial = createTrial()
    expect(texts(await invoke(trial, [], [['no\nsuch\u001b`']]))).toEqual(["error: there is no tool `no such\\u{1b}'`"])
    expect(eventsOf(trial)).toEqual([])
  })

  it('is a denial, audited as one', async () => {
    const trial = createTrial()
    trial.deny(2, 'a.b')
    const declared = toolOf('d', trial.scope, () => 'ran', { capability: 'a.b' })
    const [ofServer] = serverToolsOf('s', ['t'], () => Promise.reject(new Error('contacted')), { capability: 'a.b' })
    if (ofServer === undefined) throw new Error('no tool')
    expect(texts(await invoke(trial, [declared, ofServer], [['d'], ['s__t']]))).toEqual([
      "error: tool 'd' requires capability 'a.b', which is denied by policy",
      "error: tool 's.t' requires capability 'a.b', which is denied by policy",
    ])
    expect(trial.run.gate.auditLines()).toEqual([
      "[line 4] tool 'd' -> denied (capability 'a.b' denied by policy)",
      "[line 4] tool 's.t' -> denied (capability 'a.b' denied by policy)",
    ])
  })

  it('is an error of the body, waiting or not, also endless recursion', async () => {
    const trial = createTrial()
    const deep = (): Value => deep()
    function* failing(): Steps {
      yield* waitFor(Promise.resolve())
      return yield* invokeNothing()
    }
    const tools = [
      toolOf('deep', trial.scope, deep),
      waitingToolOf('wrong', trial.scope, failing, { resultType: type('Int') }),
    ]
    expect(texts(await invoke(trial, tools, [['deep'], ['wrong']]))).toEqual([
      'error: maximum recursion depth exceeded',
      expect.stringMatching(/^error: `wrong` must return/),
    ])
  })

  it('is no fault of ours: that ends the run', async () => {
    const trial = createTrial()
    const fault = new TypeError('ours')
    const tool = toolOf('t', trial.scope, () => {
      throw fault
    })
    await expect(invoke(trial, [tool], [['t']])).rejects.toBe(fault)
  })

  it('leaves out what is more than a turn may hold', async () => {
    const trial = createTrial()
    const tool = toolOf('t', trial.scope, () => 'ran')
    const outcomes = await invoke(
      trial,
      [tool],
      Array.from({ length: callsPerTurnMax + 2 }, (): Call => ['t']),
    )
    expect(outcomes.filter(({ isError }) => isError)).toHaveLength(2)
    expect(trial.run.gate.auditLines()).toHaveLength(callsPerTurnMax)
  })
})

describe('a call of a server', () => {
  const answersWith = async (answer: () => Promise<ToolCallResult>) => {
    const trial = createTrial()
    const outcomes = await invoke(trial, serverToolsOf('s', ['t'], answer, { resultLengthMax: 10 }), [['s.t']])
    return { outcome: outcomes[0], lines: trial.run.gate.auditLines(), events: eventsOf(trial) }
  }

  it('gets the arguments as the model wrote them', async () => {
    const trial = createTrial()
    const seen: unknown[] = []
    const tools = serverToolsOf('s', ['a.b'], (name, args) => {
      seen.push(name, args)
      return Promise.resolve(textResult('ok'))
    })
    await invoke(trial, tools, [
      ['s.a.b', '{"x": {"y": [1, null]}}'],
      ['s.a.b', ''],
      ['s.a.b', '7'],
    ])
    expect(seen).toEqual(['a.b', { x: { y: [1, null] } }, 'a.b', {}])
  })

  it('is recorded when it starts and when it has ended', async () => {
    const { outcome, events } = await answersWith(() => Promise.resolve(textResult('fine')))
    expect(outcome).toEqual({ text: 'fine', isError: false, images: [] })
    expect(events).toEqual(['s.t started', 's.t called'])
  })

  it('that reports an error is a failure with its text', async () => {
    const { outcome, lines } = await answersWith(() => Promise.resolve({ ...textResult('no\nway'), isError: true }))
    expect(outcome).toEqual({ text: 'error: no\nway', isError: true, images: [] })
    expect(lines).toEqual(["[line 4] tool 's.t' -> failed (no way)"])
  })

  it('that reports an error without a text says so', async () => {
    const { outcome } = await answersWith(() =>
      Promise.resolve({ isError: true, parts: [], structuredContent: undefined }),
    )
    expect(outcome?.text).toBe('error: the tool failed without saying why')
  })

  it('is cut at the limit of the connection', async () => {
    const { outcome } = await answersWith(() => Promise.resolve(textResult('x'.repeat(12))))
    expect(outcome?.text).toBe('xxxxxxxxxx\n[cut here: 2 more characters are missing]')
  })

  it.each([
    [{ kind: 'closed' }, 'the MCP server `s` was closed by the program, so `s.t` cannot be called'],
    [
      { kind: 'died', exit: { status: 3, signal: undefined } },
      'the MCP server `s` exited with status 3, so `s.t` cannot be called',
    ],
    [
      { kind: 'died', exit: { status: undefined, signal: 'SIGKILL' } },
      'the MCP server `s` was ended by SIGKILL, so `s.t` cannot be called',
    ],
    [
      { kind: 'call-timeout', detail: '120 s without progress' },
      'the MCP server `s` did not answer the call of `s.t` in time: 120 s without progress',
    ],
    [{ kind: 'protocol-error', detail: 'bad\nidea' }, 'the call of `s.t` failed at the MCP server `s`: bad idea'],
    [{ kind: 'invalid-answer' }, 'the call of `s.t` failed at the MCP server `s`: invalid answer'],
    [
      { kind: 'died', exit: { status: 3, signal: undefined }, subject: 'tools/call' },
      'the MCP server `s` exited with status 3; the call of `s.t` was under way and may have taken effect',
    ],
    [
      { kind: 'closed', subject: 'tools/call' },
      'the MCP server `s` was closed by the program; the call of `s.t` was under way and may have taken effect',
    ],
    [{ kind: 'cancelled' }, 'the MCP server `s` was stopped before it had answered, so `s.t` cannot be called'],
  ] as const)('that fails with %j is told and audited', async (facts, headline) => {
    const { outcome, lines } = await answersWith(() => Promise.reject(new ToolServerFailure(facts)))
    expect(outcome).toMatchObject({ text: `error: ${headline}`, isError: true })
    expect(lines).toEqual([`[line 4] tool 's.t' -> failed (${headline})`])
  })
})

describe('calls side by side', () => {
  const names = Array.from({ length: 20 }, (_, index) => `t${index}`)

  it('are at most eight, in any order, with results and entries in the order of the calls', async () => {
    const trial = createTrial()
    let running = 0
    let runningMax = 0
    const tools = serverToolsOf('s', names, async (name) => {
      running += 1
      runningMax = Math.max(runningMax, running)
      await new Promise((resolve) => setTimeout(resolve, (Number(name.slice(1)) * 7) % 11))
      running -= 1
      return textResult(name)
    })
    const outcomes = await invoke(
      trial,
      tools,
      names.map((name): Call => [`s.${name}`]),
    )
    expect(runningMax).toBe(8)
    expect(texts(outcomes)).toEqual(names)
    expect(trial.run.gate.auditLines()).toEqual(names.map((name) => `[line 4] tool 's.${name}' -> called`))
  })

  it('wait for a declared tool before them, and it for them', async () => {
    const trial = createTrial()
    const order: string[] = []
    const tools = [
      ...serverToolsOf('s', ['a', 'b', 'c'], async (name) => {
        order.push(`${name} starts`)
        await new Promise((resolve) => setTimeout(resolve, name === 'a' ? 5 : 1))
        order.push(`${name} ends`)
        return textResult(name)
      }),
      toolOf('mine', trial.scope, () => {
        order.push('mine')
        return 'mine'
      }),
    ]
    const outcomes = await invoke(trial, tools, [['s.a'], ['nobody'], ['s.b'], ['mine'], ['s.c']])
    expect(order).toEqual(['a starts', 'b starts', 'b ends', 'a ends', 'mine', 'c starts', 'c ends'])
    expect(texts(outcomes)).toEqual(['a', expect.stringContaining('no tool `nobody`'), 'b', 'mine', 'c'])
    expect(trial.run.gate.auditLines().map((line) => line.slice(9))).toEqual([
      "tool 's.a' -> called",
      "tool 's.b' -> called",
      "tool 'mine' -> called",
      "tool 's.c' -> called",
    ])
  })

  it('end with the run: its reason goes on, none is begun after it, what had ended is on record', async () => {
    const trial = createTrial()
    const begun: string[] = []
    const tools = serverToolsOf('s', names, (name, _, signal) => {
      begun.push(name)
      if (name === 't1') return Promise.resolve(textResult('done'))
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new ToolServerFailure({ kind: 'cancelled' }))
        })
      })
    })
    const reason = new Error('stop')
    setTimeout(() => {
      trial.aborter.abort(reason)
    }, 5)
    await expect(
      invoke(
        trial,
        tools,
        names.map((name): Call => [`s.${name}`]),
      ),
    ).rejects.toBe(reason)
    expect(begun).toEqual(names.slice(0, 9))
    expect(trial.run.gate.auditLines()).toEqual(["[line 4] tool 's.t1' -> called"])
  })
})

/** A body that gives the wrong type. */
function* invokeNothing(): Steps {
  yield* waitFor(Promise.resolve())
  return 'text'
}
