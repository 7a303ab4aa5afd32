/** Parts of serving that need no server: the token, the names of a machine, questions and their answers. */

import { describe, expect, it } from 'vitest'
import { allowedHosts, isLoopback } from '../../../../src/adapters/mcp-server/allowed-hosts.ts'
import { isUsableToken, newToken, showsToken } from '../../../../src/adapters/mcp-server/bearer-token.ts'
import { answerOf, canBeAsked } from '../../../../src/adapters/mcp-server/client-question.ts'
import { hasServerLibrary } from '../../../../src/adapters/mcp-server/library.ts'

describe('the token', () => {
  it('is new each time, and long', () => {
    expect(newToken()).not.toBe(newToken())
    expect(isUsableToken(newToken())).toBe(true)
    expect(newToken().length).toBeGreaterThan(40)
  })

  it('must be long and fit into a header', () => {
    for (const token of ['', 'short', 'x'.repeat(15), 'with a space in it', 'ä'.repeat(20), `${'x'.repeat(20)}\n`]) {
      expect(isUsableToken(token)).toBe(false)
    }
    expect(isUsableToken('x'.repeat(16))).toBe(true)
  })

  it('is shown by a header that has it whole', () => {
    const token = newToken()
    expect(showsToken(`Bearer ${token}`, token)).toBe(true)
    expect(showsToken(`bearer  ${token}`, token)).toBe(true)
    for (const header of [undefined, '', token, `Bearer ${token} x`, `Bearer x${token}`, 'Bearer '])
      expect(showsToken(header, token)).toBe(false)
  })
})

describe('the names of this machine', () => {
  it('are those of loopback, and the host that it listens at', () => {
    expect(allowedHosts('127.0.0.1')).toEqual(['localhost', '127.0.0.1', '[::1]'])
    expect(allowedHosts('Box.Local')).toContain('box.local')
    expect(allowedHosts('fd00::1')).toContain('[fd00::1]')
    expect(allowedHosts('0.0.0.0')).not.toContain('0.0.0.0')
  })

  it('know loopback', () => {
    expect(['localhost', '127.0.0.1', '127.1.2.3', '::1'].map(isLoopback)).toEqual([true, true, true, true])
    expect(['0.0.0.0', '10.0.0.1', 'example.org', '::'].map(isLoopback)).toEqual([false, false, false, false])
  })
})

describe('a question to a client', () => {
  it('is asked where forms can be shown', () => {
    expect(
      [{ elicitation: {} }, { elicitation: { form: {} } }, { elicitation: { form: {}, url: {} } }].map(canBeAsked),
    ).toEqual([true, true, true])
    expect([undefined, null, {}, { elicitation: true }, { elicitation: { url: {} } }].map(canBeAsked)).toEqual(
      Array(5).fill(false),
    )
  })

  it('is answered only by what fits it', () => {
    const line = { wanted: 'line', message: '?' } as const
    const approval = { wanted: 'approval', message: '?' } as const
    expect(answerOf(line, { action: 'accept', content: { answer: 'x' } })).toEqual({ kind: 'accepted', text: 'x' })
    expect(answerOf(line, { action: 'decline' })).toEqual({ kind: 'declined' })
    const odd = [
      undefined,
      'accept',
      {},
      { action: 'accept' },
      { action: 'accept', content: { answer: 1 } },
      { action: 'ACCEPT', content: { answer: 'x' } },
    ]
    for (const response of odd) expect(answerOf(line, response)).toEqual({ kind: 'cancelled' })
    expect(answerOf(approval, { action: 'accept', content: { approve: true } })).toEqual({ kind: 'accepted', text: '' })
    for (const approve of [false, 'true', 1, undefined]) {
      expect(answerOf(approval, { action: 'accept', content: { approve } })).toEqual({ kind: 'declined' })
    }
  })
})

it('the library is looked for before a program runs', () => {
  expect(hasServerLibrary()).toBe(true)
  const absent = (): never => {
    throw new Error("Cannot find package '@modelcontextprotocol/server'")
  }
  expect(hasServerLibrary(absent)).toBe(false)
})
