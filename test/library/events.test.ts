/** Events of a run, in the order in which things happen. */

import { expect, it } from 'vitest'
import { defineTool, runText } from '../../src/index.ts'
import type { RunEvent, RunOptions } from '../../src/index.ts'

async function eventsOf(text: string, options: RunOptions = {}): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = []
  const result = await runText(text, { ...options, onEvent: (event) => events.push(event) })
  expect(result.problems.filter(({ code }) => code === 'internal-fault')).toEqual([])
  expect(events.flatMap((event) => (event.kind === 'audit' ? [event.entry] : []))).toEqual(result.audit)
  return events
}

it('tells of models and tools, with what they are given and what they give', async () => {
  const text =
    'tool price(item: String) returns Int requires shop.read "The price.":\n  return 250\n' +
    'model clerk = inference("mock", "clerk", script: ["call price {\\"item\\": \\"tea\\"}", "It costs {result}."])\n' +
    'set delegation = clerk\nask_with_tools("What does tea cost?", [price])\n'
  const events = await eventsOf(text, { policy: { allowOnly: ['shop.*'] } })
  expect(events).toMatchObject([
    { kind: 'model-call', id: 1, name: 'clerk', messages: [{ role: 'user', text: 'What does tea cost?' }] },
    { kind: 'model-reply', id: 1, outcome: 'ok', text: '', calls: [{ toolName: 'price' }] },
    { kind: 'tool-call', id: 2, name: 'price', argumentsText: '{"item": "tea"}' },
    { kind: 'audit', entry: { name: 'price', event: 'called' } },
    { kind: 'tool-result', id: 2, outcome: 'ok', resultText: '250' },
    { kind: 'model-call', id: 3, messages: [{ role: 'user' }, { role: 'model' }, { role: 'tools' }] },
    { kind: 'model-reply', id: 3, outcome: 'ok', text: 'It costs 250.', calls: [] },
  ])
  expect(events.every(({ timestamp }) => timestamp > 1e12)).toBe(true)
})

it('tells why a call came to nothing', async () => {
  const later = defineTool({ name: 'later', parameters: {}, runAsync: () => Promise.reject(new Error('no network')) })
  const text =
    'tool pay(n) requires money.send:\n  return n\nattempt:\n  pay(1)\nfailed p:\n  print(p)\nattempt:\n  later()\nfailed p:\n  print(p)\n'
  const events = await eventsOf(text, { provide: [later], policy: { deny: ['money.*'] } })
  expect(events.filter(({ kind }) => kind === 'tool-result')).toMatchObject([
    { name: 'pay', outcome: 'denied', reason: expect.stringContaining("'money.send'") as string, resultText: '' },
    { name: 'later', outcome: 'failed', reason: '`later` failed: Error: no network' },
  ])
})

it('gives arguments that JSON does not have as text', async () => {
  const text = 'tool t(x, y):\n  return x\nxs = [1]\npush(xs, xs)\nt(print, xs)\nt(1.0 / 3, {"a": nil})\n'
  const events = await eventsOf(text.replace('{"a": nil}', 'nil'))
  expect(events.filter(({ kind }) => kind === 'tool-call')).toMatchObject([
    { argumentsText: '{"x": "<builtin print>", "y": "[1, [...]]"}' },
    { argumentsText: '{"x": 0.3333333333333333, "y": null}' },
  ])
})

it('tells of a server that does not start', async () => {
  const events = await eventsOf('connect_mcp("files", "/nonexistent/command", [])\n')
  expect(events).toMatchObject([
    { kind: 'server-start', id: 1, name: 'files' },
    { kind: 'server-ready', id: 1, outcome: 'failed', toolCount: 0 },
  ])
})

it('replaces keys in all texts', async () => {
  const key = 'sk-live-0123456789abcdef'
  const text =
    'model m = inference("openai", "gpt", base_url: "http://127.0.0.1:9/v1")\n' +
    `tool t(x):\n  return x\nt("${key}")\nask("is it ${key}?")\n`
  const events = await eventsOf(text.replace('ask(', 'm.ask('), { environment: { OPENAI_API_KEY: key } })
  const shown = JSON.stringify(events)
  expect(shown).toContain('[secret OPENAI_API_KEY]')
  expect(shown).not.toContain(key)
})
