/** `sense serve` with the library's own client, in both eras and over both transports: what is listed, called, asked, refused. */

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Answer, Served } from './served.ts'
import { eras, HttpProcess, pause, servedOverStdio, SLOW_MS } from './served.ts'

vi.setConfig({ testTimeout: SLOW_MS, hookTimeout: SLOW_MS })

const shop = join(import.meta.dirname, 'shop.sns')

/** Says yes, and gives names. */
const agreeing: Answer = (message, [field = '']) => {
  const content = field === 'approve' ? { approve: true } : { answer: message.includes('first') ? 'Ada' : 'Lovelace' }
  return { action: 'accept', content }
}

const httpProcess = new HttpProcess([shop])
afterAll(async () => {
  await httpProcess.stop('SIGKILL')
})

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  describe.each(eras)('in the %s era', (era) => {
    const connected = (answer?: Answer): Promise<Served> =>
      transport === 'stdio' ? servedOverStdio(era, [shop], answer) : httpProcess.connect(era, answer)
    let asking: Served
    let mute: Served
    beforeAll(async () => {
      ;[asking, mute] = await Promise.all([connected(agreeing), connected()])
    })
    afterAll(async () => {
      await Promise.all([asking.close(), mute.close()])
    })

    it('speaks the revision of the era', () => {
      expect(asking.client.getNegotiatedProtocolVersion()).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25')
    })

    it('lists the tools that are described and not async, with schemas', async () => {
      const { tools } = await asking.client.listTools()
      expect(tools.map(({ name }) => name)).toEqual([
        'price',
        'remove',
        'pay',
        'take',
        'greet',
        'hang',
        'steps',
        'state',
      ])
      expect(tools[0]).toMatchObject({
        description: 'The price of an item, in cents.',
        inputSchema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
      })
    })

    it('says of the tools that reach an action whether it can be undone, and of the others nothing', async () => {
      const { tools } = await asking.client.listTools()
      const annotations = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]))
      expect(annotations).toMatchObject({
        pay: { readOnlyHint: false, destructiveHint: true },
        take: { readOnlyHint: false, destructiveHint: false },
      })
      expect(annotations['price']).toBeUndefined()
    })

    it('calls a tool', async () => {
      expect(await asking.call('price', { item: 'tea' })).toEqual({ text: '250', isError: false })
    })

    it('tells what a tool refuses, and what is wrong with arguments, as a model is told', async () => {
      expect(await asking.call('price', { item: 'ink' })).toEqual({ text: 'error: there is only tea', isError: true })
      expect(await asking.call('price', {})).toEqual({
        text: 'error: the call of `price` lacks the argument `item`',
        isError: true,
      })
      const { text, isError } = await asking.call('price', { item: 5 })
      expect({ text, isError }).toEqual({ text: expect.stringContaining('String') as string, isError: true })
    })

    it('denies what the policy denies', async () => {
      const text = "error: tool 'remove' requires capability 'shop.write', which is denied by policy"
      expect(await asking.call('remove', { item: 'tea' })).toEqual({ text, isError: true })
    })

    it('answers a tool that there is not with an error of the protocol', async () => {
      await expect(asking.call('nope')).rejects.toMatchObject({ code: -32602 })
    })

    it('commits what the person at the client approves', async () => {
      const text = 'sent 4820 cents to Town Waterworks'
      expect(await asking.call('pay', { to: 'Town Waterworks', cents: 4820 })).toEqual({ text, isError: false })
    })

    it('asks the questions of `ask_human` at the client', async () => {
      expect(await asking.call('greet')).toEqual({ text: 'Hello, Ada Lovelace!', isError: false })
    })

    it('tells a client that wants to know what a call begins', async () => {
      const told: (string | undefined)[] = []
      const options = { onprogress: ({ message }: { message?: string | undefined }) => told.push(message) }
      await asking.client.callTool({ name: 'steps', arguments: {} }, options)
      expect(told).toEqual(['tool steps', 'tool price'])
    })

    it('denies where the client cannot ask, with the error that the era has for that', async () => {
      const denied = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
        if (era === 'legacy') {
          const { text, isError } = await mute.call(name, args)
          expect(isError).toBe(true)
          return text
        }
        const error = await mute.call(name, args).catch((thrown: unknown) => thrown)
        expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: {} } } })
        return String(error)
      }
      expect(await denied('pay', { to: 'Landlord', cents: 1 })).toContain(
        "error: irreversible action 'transfer' requires approval, and the client of this call has no way to ask for one (no elicitation)",
      )
      expect(await denied('greet')).toContain('`ask_human` cannot ask')
      expect((await mute.call('state')).text).not.toContain('Landlord')
    })

    it('denies what the person refuses, puts off, or does not approve', async () => {
      const answers: readonly (readonly [ReturnType<Answer>, string])[] = [
        [{ action: 'decline' }, 'the person at the client refused it'],
        [{ action: 'accept', content: { approve: false } }, 'the person at the client refused it'],
        [{ action: 'cancel' }, 'the person at the client gave no answer'],
      ]
      for (const [answer, words] of answers) {
        let asked = ''
        const served = await connected((message) => {
          asked = message
          return answer
        })
        const { text, isError } = await served.call('pay', { to: 'Mallory\n  cents: 1', cents: 9 })
        await served.close()
        expect(text).toContain(words)
        expect(isError).toBe(true)
        expect(asked).toBe(
          'Approve irreversible action \'transfer\'?\n  to: "Mallory\\n  cents: 1"\n  cents: 9\nIt uses the capability money.spend.',
        )
      }
    })
  })
})

describe('what is told on standard error', () => {
  it('is the audit log with the name of the client, and over stdio what the program prints', async () => {
    const served = await servedOverStdio('legacy', [shop], agreeing)
    await served.call('price', { item: 'tea' })
    await served.call('pay', { to: 'Town', cents: 5 })
    await served.untilTold('committed')
    await served.close()
    expect(served.told).toContain('the shop is open\n')
    // Before that there are warnings of the tools that are not served.
    expect(served.told.slice(served.told.indexOf('[line')).split('\n')).toEqual([
      "[line ?] tool 'price' -> called (via client:test-client)",
      'asked for the price of tea',
      "[line ?] tool 'pay' -> called (via client:test-client)",
      "[line 28] irreversible action 'transfer' -> prepared (via tool:pay)",
      "[line 28] irreversible action 'transfer' -> verified (via tool:pay)",
      "[line 28] irreversible action 'transfer' -> committed (approved at the client) (via tool:pay)",
      '',
    ])
  })
})

describe('a call that is cancelled', () => {
  const ways = (['stdio', 'http'] as const).flatMap((transport) => eras.map((era) => [transport, era] as const))
  it.each(ways)('ends, and others go on, over %s in the %s era', async (transport, era) => {
    const ownProcess = transport === 'http' ? new HttpProcess([shop]) : undefined
    const served = (await ownProcess?.connect(era)) ?? (await servedOverStdio(era, [shop]))
    const untilClerkIs = async (status: string): Promise<void> => {
      while (!(await served.call('state')).text.includes(status)) await pause(10)
    }
    const cancellation = new AbortController()
    const hanging = served.call('hang', {}, { signal: cancellation.signal })
    // The clerk waits for a message while others are served.
    await untilClerkIs('running')
    cancellation.abort()
    await expect(hanging).rejects.toThrow()
    await untilClerkIs('failed')
    expect(await served.call('price', { item: 'tea' })).toEqual({ text: '250', isError: false })
    await served.close()
    await ownProcess?.stop()
  })
})
