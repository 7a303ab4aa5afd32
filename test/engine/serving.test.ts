/** Calls of a program's tools from outside: limits, cancelled calls, approvals, and what is known of tools. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import type { ClientCall, ServedProgram, ServedResult } from '../../src/runtime/ports/served-program.ts'
import { runSource } from '../support/run-source.ts'
import type { SourceRun } from '../support/run-source.ts'

/** A clock whose alarms ring when the test says so. */
class RungClock {
  readonly #alarms = new Map<() => void, number>()

  now(): number {
    return 0
  }

  setAlarm(delayMs: number, ring: () => void): () => void {
    this.#alarms.set(ring, delayMs)
    return () => void this.#alarms.delete(ring)
  }

  get openDelays(): readonly number[] {
    return [...this.#alarms.values()]
  }

  /** Rings all that are set now. */
  ring(): void {
    const rings = [...this.#alarms.keys()]
    this.#alarms.clear()
    for (const ring of rings) ring()
  }
}

const quarterHourMs = 15 * 60_000

const callOf = (toolName: string, call: Partial<ClientCall> = {}): ClientCall => ({
  toolName,
  argumentsText: '{}',
  clientName: 'test',
  signal: new AbortController().signal,
  ask: () => Promise.resolve({ kind: 'impossible' }),
  onProgress: () => undefined,
  ...call,
})

/** Serves the program to `use`, and gives how the run ended. Rejects as `use` does, which the run itself would take for a fault. */
async function served(
  text: string,
  use: (program: ServedProgram, clock: RungClock) => Promise<void>,
  path?: string,
): Promise<SourceRun> {
  const clock = new RungClock()
  const uses: Promise<void>[] = []
  const start = async (program: ServedProgram): Promise<void> => {
    uses.push(use(program, clock))
    await Promise.all(uses)
  }
  const run = await runSource(text, {
    ports: { clock },
    serve: { exposesMcp: false, start },
    ...(path === undefined ? {} : { path }),
  })
  await Promise.all(uses)
  expect(uses).toHaveLength(1)
  return run
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

const waitingAgent = `
agent clerk:
    m = receive()
`

describe('the limits of a call', () => {
  it('end one that takes longer than 15 minutes, and leave nothing of it behind', async () => {
    const run = await served(
      `${waitingAgent}
tool hang() returns String "Waits.":
    attempt:
        start(clerk)
    failed problem:
        print("caught " + problem.message)
    print("went on")
    return "x"
tool look() returns String "Looks.":
    return clerk.status
`,
      async (program, clock) => {
        const hanging = program.call(callOf('hang'))
        await turn()
        expect(clock.openDelays).toEqual([quarterHourMs])
        clock.ring()
        expect(await hanging).toMatchObject({ text: 'error: the call took longer than 15 minutes', isError: true })
        expect(await program.call(callOf('look'))).toMatchObject({ text: 'failed', isError: false })
        expect(clock.openDelays).toEqual([])
      },
    )
    expect(run).toMatchObject({ ending: 'exited', exitStatus: 0, output: '', diagnostics: [] })
  })

  it('let the clock stand while a person is asked, for 15 minutes at most', async () => {
    await served('tool ask() returns String "Asks.":\n    return ask_human("?")\n', async (program, clock) => {
      const asked = program.call(
        callOf('ask', {
          ask: (_question, signal) =>
            new Promise((resolve) => {
              signal.addEventListener('abort', () => {
                resolve({ kind: 'cancelled' })
              })
            }),
        }),
      )
      await turn()
      // That of the person alone.
      expect(clock.openDelays).toEqual([quarterHourMs])
      clock.ring()
      expect((await asked).text).toBe('error: `ask_human` got no answer: the question was put off at the client')
      expect(clock.openDelays).toEqual([])
    })
  })
})

describe('a call that is over', () => {
  it('leaves nothing in memory, whatever still listens for its end', async () => {
    const text = 'tool ask() returns String "Asks.":\n    return ask_human("?")\n'
    const signals: WeakRef<AbortSignal>[] = []
    const calls: WeakRef<ClientCall>[] = []
    const listeningForEver: ClientCall['ask'] = (_question, signal) => {
      signals.push(new WeakRef(signal))
      signal.addEventListener('abort', () => undefined)
      return Promise.resolve({ kind: 'accepted', text: 'x' })
    }
    await served(text, async (program) => {
      for (let count = 0; count < 5; count += 1) {
        const call = callOf('ask', { ask: (question, signal) => listeningForEver(question, signal) })
        calls.push(new WeakRef(call))
        expect((await program.call(call)).text).toBe('x')
      }
      const left = (): number => [...signals, ...calls].filter((each) => each.deref() !== undefined).length
      await vi.waitFor(
        () => {
          collectGarbage()
          // What was called last may still lie on the stack.
          expect(left()).toBeLessThan(4)
        },
        { timeout: 20_000, interval: 20 },
      )
    })
    expect([signals.length, calls.length]).toEqual([5, 5])
  })
})

it('keeps the newest entries of the audit log, and says how many lines are gone', async () => {
  const text = 'tool look() returns Int "Looks.":\n    return 1\nfor each in range(100001): look()\n'
  const { auditLines, auditEntries } = await served(`${text}print(len(audit_log()))`, () => Promise.resolve())
  const line = "[line 3] tool 'look' -> called"
  expect(auditEntries.length).toBeLessThanOrEqual(50_000)
  expect(auditEntries.length).toBeGreaterThan(40_000)
  expect(auditLines.slice(0, 2)).toEqual([`(${100_001 - auditEntries.length} earlier lines are not kept)`, line])
  expect(auditLines).toHaveLength(auditEntries.length + 1)
})

describe('a cancelled call', () => {
  it('is not caught by `attempt`, and leaves its action failed, with a start and no end on record', async () => {
    const cancellation = new AbortController()
    const run = await served(
      `${waitingAgent}
last = nil
irreversible action send() requires post.send:
    start(clerk)
    return "sent"
tool mail() returns String "Sends.":
    last = send().verify()
    attempt:
        last.commit()
    failed problem:
        print("caught")
    return "x"
tool look() returns String "Looks.":
    return last.state + " " + clerk.status
`,
      async (program) => {
        const call = program.call(callOf('mail', { signal: cancellation.signal }))
        await turn()
        expect(await program.call(callOf('look'))).toMatchObject({ text: 'verified running' })
        cancellation.abort()
        expect(await call).toMatchObject({ text: 'error: the call was cancelled', isError: true })
        expect(await program.call(callOf('look'))).toMatchObject({ text: 'failed failed' })
      },
    )
    expect(run.output).toBe('')
    expect(run.auditEntries.filter(({ name }) => name === 'send').map(({ event }) => event)).toEqual([
      'prepared',
      'verified',
      'started',
    ])
  })

  it('that was cancelled before it began does nothing', async () => {
    const run = await served(
      'tool speak() returns Int "Speaks.":\n    print("hi")\n    return 1\n',
      async (program) => {
        const result = await program.call(callOf('speak', { signal: AbortSignal.abort() }))
        expect(result.isError).toBe(true)
      },
    )
    expect(run.output).toBe('')
  })

  it('does not end what it started to go on by itself', async () => {
    const cancellation = new AbortController()
    const run = await served(
      `
async agent worker:
    print(receive())
${waitingAgent}
tool begin() returns String "Begins.":
    start(worker)
    start(clerk)
    return "x"
tool tell() returns String "Tells.":
    send(worker, "told")
    await(worker)
    return worker.status
`,
      async (program) => {
        const call = program.call(callOf('begin', { signal: cancellation.signal }))
        await turn()
        cancellation.abort()
        await call
        expect(await program.call(callOf('tell'))).toMatchObject({ text: 'completed' })
      },
    )
    expect(run.output).toBe('told\n')
  })
})

describe('an approval at the client', () => {
  const pay = `
policy:
    allow money.spend
irreversible action transfer(to: String, note: Array) requires money.spend, approval:
    return "sent"
payment = transfer("Town", ["a", 1]).verify()
tool pay() returns String "Pays.":
    return payment.commit()
tool forbid() returns String "Forbids.":
    policy: deny money.spend
    return transfer("Town", []).verify().commit()
`

  it('shows the arguments, and checks all again when it is there', async () => {
    const asked: string[] = []
    const results: ServedResult[] = []
    const run = await served(pay, async (program) => {
      let approve: () => void = () => undefined
      const approved = new Promise<void>((resolve) => {
        approve = resolve
      })
      const ask: ClientCall['ask'] = async ({ message }) => {
        asked.push(message)
        await approved
        return { kind: 'accepted', text: '' }
      }
      const both = [program.call(callOf('pay', { ask })), program.call(callOf('pay', { ask }))]
      await turn()
      approve()
      results.push(...(await Promise.all(both)))
    })
    expect(asked).toEqual(
      Array.from(
        { length: 2 },
        () =>
          'Approve irreversible action \'transfer\'?\n  to: "Town"\n  note: [a, 1]\nIt uses the capability money.spend.',
      ),
    )
    // Two people agreed to the same payment; it is made once.
    expect(results.map(({ isError }) => isError)).toEqual([false, true])
    expect(run.auditLines.filter((line) => line.includes('committed'))).toEqual([
      "[line 8] irreversible action 'transfer' -> committed (approved at the client) (via tool:pay)",
    ])
  })

  it('is not asked for what the policy denies', async () => {
    await served(pay, async (program) => {
      const ask: ClientCall['ask'] = () => {
        throw new Error('nobody is asked')
      }
      const { text } = await program.call(callOf('forbid', { ask }))
      expect(text).toContain("requires capability 'money.spend', which is denied by policy")
    })
  })
})

describe('what is known of tools', () => {
  it('is the worst action that their bodies can reach by name', async () => {
    const actions = `
reversible action hold():
    return 1
rollback:
    return 2
irreversible action burn():
    return 3
def deep(): return deeper()
def deeper(): return burn().verify().commit()
tool none() returns Int "-":
    return 1
tool mild() returns Int "-":
    return hold().verify().commit()
tool hot() returns Int "-":
    return deep()
tool both() returns Int "-":
    hold()
    return hot()
`
    await served(actions, ({ tools }) => {
      expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))).toEqual({
        none: {},
        mild: { readOnlyHint: false, destructiveHint: false },
        hot: { readOnlyHint: false, destructiveHint: true },
        both: { readOnlyHint: false, destructiveHint: true },
      })
      return Promise.resolve()
    })
  })

  it('counts what actions run themselves, every way to declare one, and what files pass on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sense-serving-'))
    const burn = 'irreversible action burn():\n    return 1\n'
    writeFileSync(join(folder, 'fire.sns'), burn)
    writeFileSync(join(folder, 'passed.sns'), 'from "./fire.sns" import burn\nimport "./fire.sns" as fire\n')
    const text = `
from "./passed.sns" import burn, fire
import "./passed.sns" as passed
reversible action wraps():
    return burn().verify().commit()
rollback:
    return 2
reversible action undoes():
    return 1
rollback:
    return burn().verify().commit()
tool twice() returns Int "-":
    irreversible action either():
        return 1
    either().verify().commit()
    reversible action either():
        return 2
    rollback:
        return 3
    return either()
tool given() returns Int "-":
    return burn()
tool member() returns Int "-":
    return passed.burn()
tool deep() returns Int "-":
    return fire.burn()
tool inside() returns Int "-":
    return wraps()
tool behind() returns Int "-":
    return undoes()
`
    try {
      await served(
        text,
        ({ tools }) => {
          expect(tools.map(({ name, annotations }) => [name, annotations.destructiveHint])).toEqual(
            ['twice', 'given', 'member', 'deep', 'inside', 'behind'].map((name) => [name, true]),
          )
          return Promise.resolve()
        },
        join(folder, 'main.sns'),
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
