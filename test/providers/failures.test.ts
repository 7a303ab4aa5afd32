import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { nodeClock } from '../../src/adapters/node/clock.ts'
import { answerBytesMax } from '../../src/adapters/providers/vendor-fetch.ts'
import type { JsonObject } from '../../src/runtime/ports/json.ts'
import { headOf } from '../support/run-source.ts'
import type { ServiceRun, ServiceRunOptions, TrialServiceName } from './trial-service.ts'
import { runWithService, trialKey, trialServiceNames } from './trial-service.ts'
import { formats } from './vendor-formats.ts'
import type { PlayedFailure, Turn } from './vendor-server.ts'
import { send } from './vendor-server.ts'

const question = 'model m = MODEL\nprint(m.ask("Hello?").value)\n'
const ask = (service: TrialServiceName, turns: readonly Turn[], options?: ServiceRunOptions) =>
  runWithService(service, turns, question, options)

/** The first line of the report, what to do, and the facts. */
function reportOf({ diagnostics, output }: ServiceRun) {
  const [error] = diagnostics
  if (error === undefined) throw new Error(`no failure, but the output ${output}`)
  return { head: headOf(error), hint: error.hint ?? '', facts: Object.fromEntries(error.evidence?.facts ?? []) }
}

const page = {
  status: 200,
  body: '<!DOCTYPE html><html><title>Sign in</title></html>',
  headers: { 'content-type': 'text/html' },
}

describe.each(trialServiceNames)('%s: a failure', (service) => {
  it.each<[what: string, failure: PlayedFailure, head: RegExp, hint: RegExp]>([
    ['a bad key', { status: 401, message: 'invalid key' }, /was refused: .*(401: invalid key)/, /key/],
    [
      'a key without the right',
      { status: 403, message: 'not allowed' },
      /may not use it \(403: not allowed\)/,
      /allowed/,
    ],
    ['no credit', { status: 429, code: 'insufficient_quota', message: 'You exceeded' }, /no credit left/, /add credit/],
    [
      'no credit, said otherwise',
      { status: 400, message: 'Your credit balance is too low' },
      /no credit left/,
      /add credit/,
    ],
    [
      'an unknown model',
      { status: 404, message: 'model: nope' },
      /is not known to its provider/,
      /model id|ollama pull/,
    ],
    ['an unknown model, said otherwise', { status: 400, code: 'model_not_found' }, /is not known/, /model id/],
    ['a wrong address', { status: 404, body: 'no such page' }, /has nothing at this address/, /base_url:/],
    [
      'a conversation that is too long',
      { status: 400, message: 'prompt is too long: 9 > 8' },
      /longer than/,
      /shorten/,
    ],
    ['the same of other makers', { status: 400, code: 'context_length_exceeded' }, /longer than/, /max_result:/],
    ['a large request', { status: 413, message: 'too large' }, /larger than its server takes/, /shorten/],
    ['no tools', { status: 400, message: 'm does not support tools' }, /cannot call tools where it runs/, /choose/],
    ['another refusal', { status: 400, message: 'bad temperature' }, /does not accept .*400: bad temperature/, /shown/],
    ['a bill', { status: 402, message: 'pay first' }, /has to be paid/, /account/],
    ['a web page', page, /got a web page from http:\S+ instead of an answer \(200: Sign in\)/, /base_url:/],
    ['half an answer', { status: 200, body: '{"id": "x", "cont' }, /cut off or no JSON/, /try again/],
    ['an empty answer', { status: 200, body: '' }, /got an empty answer/, /try again/],
    ['an answer of another form', { status: 200, body: '{"answer": 42}' }, /not in the form of/, /format/],
    ['an answer that is a list', { status: 200, body: '[]' }, /not in the form of/, /format/],
    ['a status that leads nowhere', { status: 304, body: '' }, /failed \(304: Not Modified\)/, /^$/],
  ])('by %s is told, once', async (_what, failure, head, hint) => {
    const run = await ask(service, [failure])
    const report = reportOf(run)
    expect(report.head).toMatch(/^SenseRuntimeError\[model-failed\] 2: the model `m` /)
    expect(report.head).toMatch(head)
    expect(report.hint).toMatch(hint)
    expect(report.facts).toMatchObject({ status: expect.stringMatching(/^\d{3}$/) })
    expect(run.server.requests).toHaveLength(1)
    expect(run.auditLines).toEqual([])
  })

  it.each<[status: number, code: string, head: RegExp]>([
    [429, 'rate_limit_error', /was asked more often than its provider allows/],
    [500, 'api_error', /failed on the side of its server/],
    [502, 'api_error', /failed on the side of its server/],
    [503, 'unavailable', /is overloaded/],
    [529, 'overloaded_error', /is overloaded/],
    [408, 'timeout', /in the time that its own server allows/],
  ])('of status %s is tried again, three times', async (status, code, head) => {
    const run = await ask(
      service,
      [1, 2, 3, 4].map(() => ({ status, code })),
    )
    expect(reportOf(run).head).toMatch(head)
    expect(reportOf(run).facts).toMatchObject({ 'requests made': '4' })
    expect(run.pauses).toEqual([1_000, 2_000, 4_000])
    expect(run.server.requests).toHaveLength(4)
  })

  it('by a status that HTTP does not have is told', async () => {
    const { head, hint } = reportOf(await ask(service, [{ status: 999, body: 'x' }]))
    expect(head).toMatch(/what its provider sent breaks the package that reads it$/)
    expect(hint).toMatch(/try again/)
  })

  it('that passes leaves no trace', async () => {
    const run = await ask(service, [
      { status: 529 },
      { status: 500, body: '<html>Bad gateway</html>' },
      { text: 'Hi.' },
    ])
    expect(run.output).toBe('Hi.\n')
    expect(run.auditLines).toHaveLength(1)
  })

  it('in the middle of an answer is tried again', async () => {
    const halfway: Turn = {
      play: (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        response.write('{"id": ')
        setTimeout(() => response.destroy(), 20)
      },
    }
    expect((await ask(service, [halfway, { text: 'Hi.' }])).output).toBe('Hi.\n')
  })
})

describe('a provider that asks for a pause', () => {
  it.each<[string, Readonly<Record<string, string>>, number]>([
    ['in seconds', { 'retry-after': '7' }, 7_000],
    ['of a minute', { 'retry-after': '60' }, 60_000],
    ['in milliseconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, 1_500],
    ['until a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    ['until a date that is over', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    ['in words', { 'retry-after': 'soon' }, 1_000],
  ])('%s gets it', async (_way, headers, pause) => {
    const run = await ask('anthropic', [{ status: 429, headers }, { text: 'Hi.' }])
    expect(run.output).toBe('Hi.\n')
    expect(run.pauses).toEqual([pause])
  })

  it('of more than a minute is not waited for', async () => {
    const run = await ask('anthropic', [{ status: 429, headers: { 'retry-after': '61' } }])
    expect(reportOf(run).head).toContain('and is to be asked again only in 61 s')
    expect(run.server.requests).toHaveLength(1)
  })

  it('but says that another request is no use gets none', async () => {
    const run = await ask('openai', [{ status: 500, headers: { 'x-should-retry': 'false' } }])
    expect(run.server.requests).toHaveLength(1)
  })
})

describe('what a provider says', () => {
  it('is shown without secrets, on one line, and not at length', async () => {
    const message = `bad\nkey \u001b[31m${trialKey} ${'x'.repeat(300)}`
    const run = await ask('anthropic', [{ status: 400, message }])
    const { head } = reportOf(run)
    expect(head).toContain('(400: bad key \\u{1b}[31m[secret ANTHROPIC_API_KEY] xxx')
    expect(head).toMatch(/x…\)$/)
    expect(head.length).toBeLessThan(350)
    expect(JSON.stringify(run.diagnostics)).not.toContain(trialKey)
  })

  it('is the same in the error that a program catches', async () => {
    const program = `model m = MODEL
attempt:
    m.ask("Hello?")
failed problem:
    print(problem.message)
`
    const run = await runWithService('openai', [{ status: 401, message: `no ${trialKey}` }], program)
    expect(run.output).toBe(
      'the model `m` was refused: the key in OPENAI_API_KEY is not accepted (401: no [secret OPENAI_API_KEY])\n',
    )
  })

  it('names the request, for those who are asked for help', async () => {
    const run = await ask('anthropic', [{ status: 400, headers: { 'request-id': 'req_1' } }])
    expect(reportOf(run).facts).toMatchObject({ status: '400', request: 'req_1' })
  })
})

describe('no answer at all', () => {
  it('from a server that hangs ends with the limit, and the connection with it', async () => {
    const run = await ask('anthropic', [{ play: () => undefined }], {
      labels: ', timeout: 0.1',
      clock: nodeClock,
      meanwhile: (server) => server.untilAbandoned(),
    })
    expect(reportOf(run)).toMatchObject({ head: expect.stringContaining('did not answer within 0.1 s') })
    expect(reportOf(run).hint).toContain('timeout:')
    expect(run.server.requests).toHaveLength(1)
  })

  it('from a server that goes on and on ends with the limit, too', async () => {
    const drip: Turn = {
      play: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 10)
        response.on('close', () => {
          clearInterval(timer)
        })
      },
    }
    const run = await ask('openai', [drip], { labels: ', timeout: 0.1', clock: nodeClock })
    expect(reportOf(run).head).toContain('did not answer within 0.1 s')
  })

  it('ends when the run is cancelled', async () => {
    const cancellation = new AbortController()
    const run = await ask('ollama', [{ play: () => undefined }], {
      signal: cancellation.signal,
      meanwhile: async (server) => {
        await server.untilAsked(1)
        cancellation.abort()
        await server.untilAbandoned()
      },
    })
    expect(run.ending).toBe('cancelled')
    expect(run.diagnostics).toEqual([])
  })

  it('ends when the run is cancelled in a pause', async () => {
    const cancellation = new AbortController()
    const run = await ask('ollama', [{ status: 500 }], {
      signal: cancellation.signal,
      clock: nodeClock,
      meanwhile: async (server) => {
        await server.untilAsked(1)
        setTimeout(() => {
          cancellation.abort()
        }, 50)
      },
    })
    expect(run.ending).toBe('cancelled')
  })

  it('where nobody listens is told at once', async () => {
    const port = await closedPort()
    const run = await runWithService('ollama', [], question, { environment: { OLLAMA_HOST: `:${port}` } })
    expect(reportOf(run).head).toContain(`cannot be reached: nothing answers at http://127.0.0.1:${port}`)
    expect(reportOf(run).hint).toContain('ollama serve')
    expect(run.pauses).toEqual([])
  })

  it('where there is no host is told at once', async () => {
    const environment = { ANTHROPIC_BASE_URL: 'http://no-such-host.invalid/v1' }
    const run = await runWithService('anthropic', [], question, { environment })
    expect(reportOf(run).head).toContain('cannot be reached: the host of http://no-such-host.invalid')
  })

  it('from something that speaks no HTTP', async () => {
    const server = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const environment = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` }
    const run = await runWithService('openai', [], question, { environment })
    server.close()
    expect(reportOf(run).head).toContain('does not speak that protocol')
  })

  it('from a server that sends us elsewhere: the key stays here', async () => {
    const turn = { status: 307, body: '', headers: { location: 'http://127.0.0.1:1/v1/messages' } }
    const run = await ask('anthropic', [turn])
    expect(reportOf(run).head).toContain('sends its requests elsewhere, to http://127.0.0.1:1/v1/messages')
  })

  it('that ends: one that is too large', async () => {
    const endless: Turn = {
      play: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const piece = Buffer.alloc(4 * 1024 * 1024, ' ')
        const more = (sent: number): void => {
          if (sent <= answerBytesMax && !response.destroyed) response.write(piece, () => more(sent + piece.length))
        }
        more(0)
      },
    }
    const run = await ask('openai-compatible', [endless])
    expect(reportOf(run).head).toContain('sent an answer that is far too large')
    expect(run.server.requests).toHaveLength(1)
  })
})

describe('getting ready', () => {
  const open = async (environment: Readonly<Record<string, string>>, source = 'inference("anthropic")') =>
    headOf((await runWithService('anthropic', [], source, { environment })).diagnostics[0] ?? neverOf(source))

  it('needs a key', async () => {
    expect(await open({ ANTHROPIC_API_KEY: '' })).toContain('[api-key-missing] 1: ')
    expect(await open({ ANTHROPIC_API_KEY: ' \n' })).toContain('[api-key-missing] 1: ')
    const torn = await open({ ANTHROPIC_API_KEY: 'sk-ant-1234\nsk-ant-5678' })
    expect(torn).toContain('[model-not-ready] 1: ')
    expect(torn).not.toContain('sk-ant')
  })

  it('tells an address that is never asked, though no code of the system says why', async () => {
    const source = 'inference("openai-compatible", "m", base_url: "http://127.0.0.1:1/v1").ask("Hi")'
    expect(await open({}, source)).toMatch(/the model `m` failed: http:\/\/127\.0\.0\.1:1 cannot be asked: .*bad port/)
  })

  it.each(['mailto:x', 'http://', 'http://user:password@host/v1', 'nonsense'])(
    'refuses the address %j',
    async (url) => {
      expect(await open({ ANTHROPIC_BASE_URL: url })).toContain('[model-not-ready] 1: ')
      expect(await open({}, `inference("openai-compatible", "m", base_url: "${url}")`)).toContain('[wrong-label-value]')
    },
  )
})

function neverOf(source: string): never {
  throw new Error(`${source} has no error`)
}

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('a streamed answer to a request that asked for none', () => {
  it('is told apart from an answer', async () => {
    const events = `event: message_start\ndata: ${JSON.stringify(formats.anthropic.answer({ text: 'Hi.' }, 1))}\n\n`
    const turn: Turn = {
      play: (response) => {
        send(response, 200, events, { 'content-type': 'text/event-stream' })
      },
    }
    expect(reportOf(await ask('anthropic', [turn])).head).toContain('cut off or no JSON')
  })
})

it('OpenAI: an item with an id that JavaScript has a meaning for ends in words, not in an error of JavaScript', async () => {
  const answer = formats.responses.answer({ thinking: 'hm', calls: [{ name: 'look', args: {} }] }, 1)
  const [thought, call] = answer['output'] as readonly JsonObject[]
  const body = JSON.stringify({ ...answer, output: [{ ...thought, id: '__proto__' }, call] })
  const program =
    'tool look() returns Int "Looks.":\n    return 1\nset delegation = MODEL\nask_with_tools("?", [look])\n'
  const turns = [{ play: (response: ServerResponse) => send(response, 200, body) }, { text: 'ok' }]
  const { head } = reportOf(await runWithService('openai', turns, program))
  expect(head).toMatch(/what its provider sent breaks the package that reads it$/)
})
