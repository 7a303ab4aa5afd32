/** Servers that ask the person at hand: whole programs, a real server, and typed lines. */

import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createToolServers } from '../../src/adapters/mcp/tool-servers.ts'
import { nodeClock } from '../../src/adapters/node/clock.ts'
import type { ConsolePort } from '../../src/runtime/ports/console.ts'
import { runSource } from '../support/run-source.ts'

const serverPath = fileURLToPath(new URL('asking-server.ts', import.meta.url))

const formOf = (properties: object, required: readonly string[] = []): object => ({
  message: 'Who signs?\nBe honest.',
  requestedSchema: { type: 'object', properties, required },
})

interface Trial {
  readonly era: string
  readonly form?: object
  /** What is typed, line by line; then the input ends. Undefined: nobody is there. */
  readonly typed: readonly string[] | undefined
  readonly tool?: string
  readonly labels?: string
  readonly thinkMs?: number
}

/** What the server was answered, what the person was asked, and which pages were opened. */
async function answered({ era, form = {}, typed, tool = 'sign', labels = '', thinkMs = 0 }: Trial) {
  const left = [...(typed ?? [])]
  const questions: string[] = []
  const opened: string[] = []
  let output = ''
  const console: ConsolePort = {
    write: (text) => {
      output += text
    },
    writeReport: () => undefined,
    flush: () => undefined,
    ...(typed === undefined ? {} : { hasListener: () => true }),
    async readLine(question) {
      questions.push(question)
      await pause(thinkMs)
      return left.shift() ?? null
    },
  }
  const toolServers = createToolServers({ environment: process.env, openPage: (url) => void opened.push(url.href) })
  const args = [serverPath, era, JSON.stringify(form)].map((word) => JSON.stringify(word)).join(', ')
  const program = `asking = connect_mcp("asking", ${JSON.stringify(process.execPath)}, [${args}]${labels})
set delegation = inference("mock", "m", script: ["call asking.${tool} {}", "{result}"])
print(ask_with_tools("?", asking.tools).value)
`
  try {
    const { diagnostics } = await runSource(program, { ports: { toolServers, console, clock: nodeClock } })
    expect(diagnostics).toEqual([])
    return { output: output.trimEnd(), questions, opened }
  } finally {
    await toolServers.closeAll()
  }
}

const answerIn = async (trial: Trial): Promise<unknown> => {
  const { output } = await answered(trial)
  return output.startsWith('{') ? JSON.parse(output) : output
}

describe.each(['legacy', 'modern'])('a server of the %s era that asks', (era) => {
  const state = era === 'modern' ? { requestState: 'état=1' } : {}
  const form = formOf(
    {
      name: { type: 'string', title: 'Your name', minLength: 2 },
      age: { type: 'integer', minimum: 18 },
      size: { type: 'string', enum: ['s', 'l'], enumNames: ['small', 'large'] },
      colours: {
        type: 'array',
        items: {
          anyOf: [
            { const: 'r', title: 'red' },
            { const: 'b', title: 'blue' },
          ],
        },
      },
      newsletter: { type: 'boolean', default: false },
      mail: { type: 'string', format: 'email' },
    },
    ['name', 'age'],
  )

  it('gets checked answers of the right types', async () => {
    const typed = ['A', 'Ada', '', '12', '36', 'large', 'red, 2', '', 'ada@example.org']
    const { output, questions } = await answered({ era, form, typed })
    expect(JSON.parse(output)).toEqual({
      action: 'accept',
      content: { name: 'Ada', age: 36, size: 'l', colours: ['r', 'b'], newsletter: false, mail: 'ada@example.org' },
      ...state,
    })
    expect(questions.slice(0, 5)).toEqual([
      [
        '[asking] The MCP server asking asks:',
        '[asking]   Who signs?',
        '[asking]   Be honest.',
        '[asking] Answer each line; /decline refuses, /cancel puts it off.',
        '[asking] Your name (a text from 2 characters)',
      ].join('\n'),
      '[asking] That does not fit: it must be a text from 2 characters.\n[asking] Your name (a text from 2 characters)',
      '[asking] age (a whole number from 18)',
      '[asking] That does not fit: an answer is needed.\n[asking] age (a whole number from 18)',
      '[asking] That does not fit: it must be a whole number from 18.\n[asking] age (a whole number from 18)',
    ])
    expect(questions.slice(5)).toEqual([
      '[asking] size (one of 1 small [s], 2 large [l]; may be empty)',
      '[asking] colours (some of 1 red [r], 2 blue [b], with commas between; may be empty)',
      '[asking] newsletter (yes or no; empty for no)',
      '[asking] mail (an email address; may be empty)',
    ])
  })

  it.each([
    ['declines', ['/decline'], 'decline'],
    ['cancels', ['Ada', '/cancel'], 'cancel'],
    ['goes away', [], 'cancel'],
    ['never fits', ['A', 'B', 'C', 'D', 'E', 'Ada'], 'cancel'],
  ])('is told that the person %s', async (_what, typed, action) => {
    expect(await answerIn({ era, form, typed })).toEqual({ action, ...state })
  })

  it('gets no choice twice, and counts each once', async () => {
    const two = formOf({ two: { type: 'array', minItems: 2, maxItems: 2, items: { enum: ['r', 'b', 'g'] } } })
    const { output, questions } = await answered({ era, form: two, typed: ['r, r', 'r, b, r'] })
    expect(JSON.parse(output)).toMatchObject({ action: 'accept', content: { two: ['r', 'b'] } })
    expect(questions[1]).toContain(
      'That does not fit: it must be some of 1 r, 2 b, 3 g, with commas between from 2 up to 2',
    )
  })

  it('may call a field what it likes', async () => {
    const named = formOf({ ['__proto__']: { type: 'array', items: { enum: ['r'] } } })
    expect((await answered({ era, form: named, typed: ['r'] })).output).toContain('"content":{"__proto__":["r"]}')
  })

  it('asks for no more than a yes', async () => {
    const nothing = formOf({})
    expect(await answerIn({ era, form: nothing, typed: ['what', 'yes'] })).toEqual({
      action: 'accept',
      content: {},
      ...state,
    })
    expect(await answerIn({ era, form: nothing, typed: ['no'] })).toEqual({ action: 'decline', ...state })
  })

  it('has a page opened only with consent', async () => {
    const page = { mode: 'url', message: 'Log in.', url: 'https://user@b\u00fccher.example/x?y=1', elicitationId: '1' }
    const agreed = await answered({ era, form: page, typed: ['yes'] })
    expect(agreed.questions).toEqual([
      [
        '[asking] The MCP server asking asks:',
        '[asking]   Log in.',
        '[asking] It wants to open a page of xn--bcher-kva.example in your browser:',
        '[asking]   https://user@xn--bcher-kva.example/x?y=1',
        '[asking] Open it? (yes, no, or /cancel)',
      ].join('\n'),
    ])
    expect(agreed.opened).toEqual(['https://user@xn--bcher-kva.example/x?y=1'])
    expect(JSON.parse(agreed.output)).toEqual({ action: 'accept', ...state })
    for (const typed of [['no'], ['/cancel'], []]) {
      expect((await answered({ era, form: page, typed })).opened).toEqual([])
    }
  })

  it.each([
    [
      'a page that is no web page',
      { mode: 'url', message: '', url: 'file:///etc/passwd' },
      'its `url` is no address of a web page',
    ],
    ['an unknown mode', { mode: 'dream', message: '' }, 'this client does not ask in that mode'],
    ['a form without a schema', { message: '' }, 'its `requestedSchema` is no schema of an object'],
    ['fields inside fields', formOf({ a: { type: 'object' } }), 'its field 1 is of no kind that is known'],
  ])('cannot ask for %s', async (_what, wrong, reason) => {
    const { output, questions } = await answered({ era, form: wrong, typed: ['yes', 'yes'] })
    expect(output).toContain(reason)
    expect(questions).toEqual([])
  })

  it('is told that a person can be asked, only where one is there', async () => {
    expect(await answerIn({ era, typed: [], tool: 'capabilities' })).toEqual({ elicitation: { form: {}, url: {} } })
    expect(await answerIn({ era, typed: undefined, tool: 'capabilities' })).toEqual({})
  })

  it('is refused where nobody is there', async () => {
    const { output, questions } = await answered({ era, form, typed: undefined })
    expect(output).toContain(
      era === 'modern' ? 'the server asks for more input, which this client does not give' : '-32601',
    )
    expect(questions).toEqual([])
  })

  it('does not lose its call while the person thinks', async () => {
    const trial = { era, form: formOf({}), typed: ['yes'], thinkMs: 1_500, labels: ', call_timeout: 1' }
    expect(await answerIn(trial)).toMatchObject({ action: 'accept' })
  })
})

it.each([
  ['accepted', formOf({ b: { type: 'number' }, a: { type: 'number' } }), ['1e20', '-0'], { action: 'accept' }],
  ['declined', formOf({}), ['no'], { action: 'decline' }],
  ['refused', formOf({ a: { type: 'object' } }), [], { code: -32602 }],
])('does not take its own %s answer for the result of a call', async (_how, form, typed, told) => {
  expect(await answerIn({ era: 'legacy', form, typed, tool: 'mirror' })).toMatchObject(told)
})

it('ends a server that never stops to ask', async () => {
  const { output } = await answered({
    era: 'modern',
    form: formOf({}),
    typed: Array(20).fill('yes') as string[],
    tool: 'forever',
  })
  expect(output).toContain('it asked for more input 10 times')
})
