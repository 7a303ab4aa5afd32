import { describe, expect, it } from 'vitest'
import type { ToolCallResult, ToolServersPort } from '../../src/runtime/ports/tool-servers.ts'
import { headOf } from '../support/run-source.ts'
import type { ServiceRun, ServiceRunOptions, TrialServiceName } from './trial-service.ts'
import { runWithService, trialKey, trialServiceNames } from './trial-service.ts'
import type { PlayedCall } from './vendor-formats.ts'
import { Bare } from './vendor-formats.ts'
import type { Turn } from './vendor-server.ts'
import { connectionOf } from '../unit/runtime/tools/trial-tools.ts'

const each = describe.each(trialServiceNames)

const addTool = `tool add(a: Int, b: Int) returns Int requires math.add "Adds two numbers.":
    return a + b
`

/** What the program printed, or its first error. */
function outcomeOf({ diagnostics, output }: ServiceRun): string {
  const [error] = diagnostics
  return error === undefined ? output : `${output}${headOf(error)}\n`
}

/** Asks with the tool `add`, and prints the answer. */
async function askWithAdd(service: TrialServiceName, turns: readonly Turn[], options?: ServiceRunOptions) {
  const program = `${addTool}set delegation = MODEL
answer = ask_with_tools("What is 2 + 3?", [add])
print(answer.value)
print(answer.usage)
for line in audit_log(): print(line)
`
  return await runWithService(service, turns, program, options)
}

const call = (args: unknown, name = 'add'): PlayedCall => ({ name, args })

/** The results that the last request carries, in its order, in whatever format. */
function resultsIn({ server }: ServiceRun): readonly unknown[] {
  const body = server.requests.at(-1) ?? {}
  const items = [body['messages'], body['input']].flat().flatMap((item) => {
    const { content } = (item ?? {}) as { content?: unknown }
    return [item, ...(Array.isArray(content) ? (content as unknown[]) : [])]
  })
  return items.flatMap((item) => {
    const { type, role, content, output } = (item ?? {}) as Record<string, unknown>
    if (type === 'tool_result' || role === 'tool') return [content]
    return type === 'function_call_output' ? [output] : []
  })
}

each('a question to %s', (service) => {
  it('gets its answer, with what it used', async () => {
    const program = 'answer = MODEL.ask("Hello?")\nprint(answer)\nprint(answer.source, answer.confidence, answer.usage)'
    const run = await runWithService(service, [{ text: 'Hello!' }], program)
    expect(outcomeOf(run)).toMatch(/^answer<\?>\(Hello!\)\n\S+ nil \[11, 7\]\n$/)
    const [body] = run.server.requests
    expect(Object.values(body ?? {})).toContain(8192)
    expect(body).not.toHaveProperty('tools')
  })

  it('passes the labels on', async () => {
    const labels = ', temperature: 0.25, max_tokens: 99'
    const run = await runWithService(service, [{ text: 'ok' }], 'print(MODEL.ask("Hello?").value)', { labels })
    expect(run.warnings).toEqual([])
    expect(Object.values(run.server.requests[0] ?? {})).toEqual(expect.arrayContaining([0.25, 99]))
  })

  it('is not sent without a word in it', async () => {
    const run = await runWithService(service, [], 'MODEL.ask(" \\n")')
    expect(outcomeOf(run)).toMatch(/^SenseRuntimeError\[model-failed\] 1: .* was not asked: the prompt is empty/)
    expect(run.server.requests).toEqual([])
  })

  it('has an error where the limit left no room for an answer', async () => {
    const finish = { anthropic: 'max_tokens', openai: 'max_output_tokens' }[service as string] ?? 'length'
    const run = await runWithService(service, [{ text: '', finish }], 'MODEL.ask("Hello?")')
    expect(outcomeOf(run)).toContain('used up its limit of 8192 tokens before it said anything')
  })

  it('warns of an answer that was cut short', async () => {
    const finish = { anthropic: 'max_tokens', openai: 'max_output_tokens' }[service as string] ?? 'length'
    const run = await runWithService(service, [{ text: 'Once upon', finish }], 'print(MODEL.ask("Hello?").value)')
    expect(run.output).toBe('Once upon\n')
    expect(run.warnings.map(headOf)).toEqual([expect.stringContaining('warning[answer-cut-short] 1')])
  })
})

each('tools with %s', (service) => {
  it('are called, and the results go back', async () => {
    const thinking = 'I should add.'
    const turns = [
      { thinking, text: 'Let me see.', calls: [call({ a: 2, b: 3 }), call({ a: 20, b: 30 })] },
      { text: '5, and 50.' },
    ]
    const run = await askWithAdd(service, turns)
    expect(outcomeOf(run).split('\n')).toEqual([
      '5, and 50.',
      '[22, 14]',
      "[line 4] tool 'add' -> called",
      "[line 4] tool 'add' -> called",
      expect.stringMatching(/^\[line 4\] model '.*' -> called$/),
      '',
    ])
    expect(resultsIn(run)).toEqual(['5', '50'])
    const [, second] = run.server.requests
    const returned = { anthropic: 'signature 1', openai: 'encrypted 1' }[service as string]
    // OpenAI's chat completions do not hand out what a model thought.
    if (service !== 'openai with an address') expect(JSON.stringify(second)).toContain(returned ?? thinking)
    expect(JSON.stringify(second)).toContain('Let me see.')
  })

  it('are known by the names that the vendor takes, and by others that only they can mean', async () => {
    const turns = [
      {
        calls: [call({}, 'Größe'), call({ a: 1, b: 1 }, 'ADD'), call({ a: 1, b: 2 }, 'nope'), call({ a: 1 }, 'a d d!')],
      },
      { text: 'ok' },
    ]
    const program = `${addTool}tool größe() returns Int "Its size.":
    return 180
set delegation = MODEL
print(ask_with_tools("?", [add, größe]).value)
`
    const run = await runWithService(service, turns, program)
    expect(outcomeOf(run)).toBe('ok\n')
    expect(JSON.stringify(run.server.requests[0])).toMatch(/"name":"gr__e_[0-9a-f]{8}"/)
    expect(resultsIn(run)).toEqual([
      '180',
      '2',
      expect.stringContaining('error: there is no tool `nope`'),
      expect.stringContaining('error: there is no tool `a d d!`'),
    ])
  })

  it.each(['constructor', 'toString', '__proto__'])(
    'may be called `%s`, and so may what is not there',
    async (name) => {
      const turns = [{ calls: [call({ a: 1 }, name)] }, { text: 'ok' }]
      const program = `tool ${name}(a: Int) returns Int "It counts.":
    return a + 41
set delegation = MODEL
print(ask_with_tools("?", [${name}]).value)
`
      const run = await runWithService(service, turns, program)
      expect(outcomeOf(run)).toBe('ok\n')
      expect(resultsIn(run)).toEqual(['42'])
      const other = await runWithService(service, turns, program.replaceAll(name, 'count'))
      expect(outcomeOf(other)).toBe('ok\n')
      expect(resultsIn(other)).toEqual([expect.stringContaining(`error: there is no tool \`${name}\``)])
    },
  )

  it.each([
    ['empty', ['', '']],
    ['twice the same', ['call_1', 'call_1']],
    ['with signs in them', ['a b', '{}']],
    ['of any length', ['x'.repeat(1_000), 'x'.repeat(1_000)]],
  ])('may have ids that are %s', async (_, ids) => {
    const calls = ids.map((id, index) => ({ ...call({ a: index, b: 1 }), id }))
    const run = await askWithAdd(service, [{ calls }, { text: 'ok' }])
    expect(outcomeOf(run)).toMatch(/^ok\n/)
    expect(resultsIn(run)).toEqual(['1', '2'])
  })

  it.each([
    ['a number', 5, 'must be a JSON object: this is an Int'],
    ['a text', '"two"', 'must be a JSON object: this is a String'],
    ['null', null, 'must be a JSON object: this is nil'],
    ['a list', [1, 2], 'must be a JSON object: this is an Array'],
    ['an unknown name', { a: 1, b: 2, c: 3 }, 'has no argument `c`'],
    ['a wrong type', { a: 1, b: 'x' }, 'needs Int for `b`'],
  ])('get no call whose arguments are %s', async (_kind, args, fault) => {
    const run = await askWithAdd(service, [{ calls: [call(args)] }, { text: 'sorry' }])
    expect(run.output).toMatch(/^sorry\n/)
    expect(resultsIn(run)).toEqual([expect.stringContaining(fault)])
  })

  it('send no text that cannot be seen', async () => {
    const program = `tool silent() returns String "Says nothing.":
    return " \\n"
set delegation = MODEL
print(ask_with_tools("?", [silent]).value)
`
    const run = await runWithService(service, [{ text: ' \n', calls: [call({}, 'silent')] }, { text: 'ok' }], program)
    expect(outcomeOf(run)).toBe('ok\n')
    expect(resultsIn(run)).toEqual(['(no text)'])
  })

  it('may be called thirty times in one turn', async () => {
    const calls = Array.from({ length: 30 }, (_, index) => call({ a: index, b: 1 }))
    const run = await askWithAdd(service, [{ calls }, { text: 'done' }])
    expect(run.output).toMatch(/^done\n/)
    expect(resultsIn(run)).toEqual(calls.map((_, index) => String(index + 1)))
  })

  it('are not called for ever', async () => {
    const run = await askWithAdd(
      service,
      Array.from({ length: 11 }, () => ({ calls: [call({ a: 1, b: 1 })] })),
    )
    expect(outcomeOf(run)).toContain('SenseRuntimeError[too-many-rounds] 4: ')
    expect(run.server.requests).toHaveLength(10)
  })

  it('let no secret through', async () => {
    const program = `tool leak(key: String) returns String "Tells the key ${trialKey}.":
    return "the key is " + key
set delegation = MODEL
print(ask_with_tools("My key is ${trialKey}", [leak]).value)
`
    const turns = [{ calls: [call({ key: trialKey }, 'leak')] }, { text: `It is ${trialKey}, said "${trialKey}"` }]
    const run = await runWithService(service, turns, program)
    const named = service === 'ollama' ? trialKey : '[secret '
    expect(JSON.stringify(run.server.requests)).toContain(named)
    if (service !== 'ollama') expect(JSON.stringify([run.server.requests, run.output])).not.toContain(trialKey)
  })

  it('give the model their pictures, or say what there is to see', async () => {
    const image = { kind: 'image', mediaType: 'image/png', base64: dot } as const
    const toolServers = serverWith({ isError: false, structuredContent: undefined, parts: [image] })
    const program = `camera = connect_mcp("camera", "x", [])
set delegation = MODEL
print(ask_with_tools("What do you see?", camera.tools).value)
`
    const turns = [{ calls: [call({}, 'camera__look')] }, { text: 'A dot.' }]
    const run = await runWithService(service, turns, program, { toolServers })
    expect(outcomeOf(run)).toBe('A dot.\n')
    const seen = {
      anthropic: [[{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: dot } }]],
      openai: [[expect.objectContaining({ type: 'input_image', image_url: `data:image/png;base64,${dot}` })]],
    }[service as string]
    expect(resultsIn(run)).toEqual(seen ?? ['[image: image/png, 70 bytes]'])
  })
})

describe('formats with textual arguments', () => {
  const services = trialServiceNames.filter((name) => name !== 'anthropic')

  it.each(services)('%s: text that is no JSON is told to the model', async (service) => {
    const run = await askWithAdd(service, [{ calls: [call('{"a": 2, "b"'), call('')] }, { text: 'sorry' }])
    expect(run.output).toMatch(/^sorry\n/)
    expect(resultsIn(run)).toEqual([
      expect.stringContaining('error: the arguments of `add` must be a JSON object'),
      expect.stringContaining('lacks the arguments'),
    ])
  })

  it.each(services)('%s: arguments that are no text are read all the same', async (service) => {
    const bare = [{ a: 2, b: 3 }, 5, null].map((value) => call(new Bare(value)))
    const run = await askWithAdd(service, [{ calls: bare }, { text: 'ok' }])
    expect(run.output).toMatch(/^ok\n/)
    expect(resultsIn(run)).toEqual(['5', expect.stringContaining('an Int'), expect.stringContaining('nil')])
  })
})

describe('what only one vendor has', () => {
  it('Anthropic: names of arguments that it does not take', async () => {
    const program = `tool measure(größe: Int, groesse: Int) returns Int "Measures.":
    return größe * 100 + groesse
set delegation = MODEL
print(ask_with_tools("?", [measure]).value)
`
    const turns = [{ calls: [call({ gr__e: 3, groesse: 4 }, 'measure')] }, { text: 'ok' }]
    const run = await runWithService('anthropic', turns, program)
    expect(outcomeOf(run)).toBe('ok\n')
    expect(resultsIn(run)).toEqual(['304'])
  })

  it('Anthropic: marks errors', async () => {
    const run = await askWithAdd('anthropic', [{ calls: [call(5)] }, { text: 'ok' }])
    expect(JSON.stringify(run.server.requests[1])).toContain('"is_error":true')
  })

  it('OpenAI: several messages are several texts', async () => {
    const message = (text: string, id: string) => ({
      ...{ type: 'message', id, role: 'assistant', status: 'completed' },
      content: [{ type: 'output_text', text, annotations: [] }],
    })
    const output = [message('First.', 'msg_1'), message('Second.', 'msg_2')]
    const usage = { input_tokens: 1, output_tokens: 1 }
    const body = JSON.stringify({ id: 'r', created_at: 1, model: 'gpt-4o', status: 'completed', output, usage })
    const turn = { status: 200, body, headers: { 'content-type': 'application/json' } }
    const run = await runWithService('openai', [turn], 'print(MODEL.ask("?").value)')
    expect(outcomeOf(run)).toBe('First.\n\nSecond.\n')
  })

  it('a model without a label that was given: a warning, once', async () => {
    const program = `model m = inference("anthropic", "claude-sonnet-5", temperature: 0.5)
m.ask("one")
m.ask("two")`
    const run = await runWithService('anthropic', [{ text: 'a' }, { text: 'b' }], program)
    expect(run.warnings.map(headOf)).toEqual([
      'warning[model-warning] 2: the provider of the model `m` warns: temperature is not supported by ' +
        'claude-sonnet-5 and will be ignored',
    ])
  })

  it('a model that declines', async () => {
    const run = await runWithService('anthropic', [{ finish: 'refusal' }], 'MODEL.ask("?")')
    expect(outcomeOf(run)).toContain('declined to answer')
  })
})

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

function serverWith(result: ToolCallResult): ToolServersPort {
  const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' }, annotations: {} }]
  return {
    connect: () => Promise.resolve(connectionOf({ tools, callTool: () => Promise.resolve(result) })),
    closeAll: () => Promise.resolve(),
  }
}
