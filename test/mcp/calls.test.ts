import { describe, expect, test } from 'vitest'
import type { ToolServerConnection } from '../../src/runtime/ports/tool-servers.ts'
import { call, createBench, failureOf, NEVER, raw, sharedFixture, textOf, timedFailureOf, until } from './harness.ts'

const RESULT = '{"content":[{"type":"text","text":"héllo 🎉"}]}'
/** Deeper than `JSON.stringify` can go, and no matter for `JSON.parse`. */
const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
const ANSWER = `{"jsonrpc":"2.0","id":ID,"result":${RESULT}}`

describe('answers in whatever form', () => {
  const shared = sharedFixture()

  test.each([
    ['as it should be', `${ANSWER}\n`],
    ['with CRLF', `${ANSWER}\r\n`],
    ['without a line break', ANSWER],
    ['with a byte order mark', `\ufeff${ANSWER}\n`],
    ['after noise on the same line', `loading 10%... ${ANSWER}\n`],
    ['after noise with a brace', `{ oops "${ANSWER.replace('{', '{')}\n`.replace('"{', '{')],
    ['after noise without a line break at all', `working...${ANSWER}`],
    ['before noise on the same line', `${ANSWER} done\n`],
    ['twice', `${ANSWER}\n${ANSWER}\n`],
    ['two messages on a line', `{"jsonrpc":"2.0","method":"notifications/message","params":{}}${ANSWER}\n`],
    ['in a batch', `[${ANSWER}]\n`],
    ['pretty-printed', `{\n  "jsonrpc": "2.0",\n  "id": ID,\n  "result": ${RESULT}\n}\n`],
    ['pretty-printed batch', `[\n  {\n  "jsonrpc": "2.0",\n  "id": ID,\n  "result": ${RESULT}\n  }\n]\n`],
    ['after the beginning of JSON that never ends', `{\n  "open": [\n${ANSWER}\n`],
    ['without jsonrpc', `{"id":ID,"result":${RESULT}}\n`],
    ['with an unknown field', `{"jsonrpc":"2.0","id":ID,"extra":{"a":1},"result":${RESULT}}\n`],
    ['with the id as text', `{"jsonrpc":"2.0","id":"ID","result":${RESULT}}\n`],
    ['without an id', `{"jsonrpc":"2.0","result":${RESULT}}\n`],
    ['with error null', `{"jsonrpc":"2.0","id":ID,"error":null,"result":${RESULT}}\n`],
    [
      'with a broken _meta',
      `{"jsonrpc":"2.0","id":ID,"result":{"_meta":7,"content":[{"type":"text","text":"héllo 🎉"}]}}\n`,
    ],
  ])('%s', async (_, text) => {
    const connection = shared()
    expect(textOf(await raw(connection, text))).toBe('héllo 🎉')
    expect(textOf(await call(connection, 'echo'))).toBe('{}')
  })

  test('byte by byte', async () => {
    expect(textOf(await raw(shared(), `${ANSWER}\n`, 1))).toBe('héllo 🎉')
  })

  test('the last words of a server that forgets the line break and exits', async () => {
    expect(textOf(await call(await createBench().fixture('plain'), 'answer-and-exit'))).toBe('last words')
  })
})

describe('answers that are none fail their call at once', () => {
  const shared = sharedFixture()

  test.each([
    ['result null', '{"jsonrpc":"2.0","id":ID,"result":null}\n', 'its result is null instead of an object'],
    ['result a string', '{"jsonrpc":"2.0","id":ID,"result":"x"}\n', 'its result is a string instead of an object'],
    ['result an array', '{"jsonrpc":"2.0","id":ID,"result":[1]}\n', 'its result is an array instead of an object'],
    ['neither', '{"jsonrpc":"2.0","id":ID}\n', 'it has neither a result nor an error'],
    [
      'both',
      '{"jsonrpc":"2.0","id":ID,"result":{},"error":{"code":1,"message":"x"}}\n',
      'it has both a result and an error',
    ],
    ['NaN', '{"jsonrpc":"2.0","id":ID,"result":{"a":NaN}}\n', 'it is not JSON'],
    ['NaN before the id', '{"result":{"a":NaN},"jsonrpc":"2.0","id":ID}\n', 'it is not JSON'],
    [
      'task',
      '{"jsonrpc":"2.0","id":ID,"result":{"task":{"taskId":"1"}}}\n',
      'the server answered with a task to be polled, which was not asked for',
    ],
    [
      'task of the modern era',
      '{"jsonrpc":"2.0","id":ID,"result":{"resultType":"task"}}\n',
      'the server answered with a task to be polled, which was not asked for',
    ],
    [
      'input required',
      '{"jsonrpc":"2.0","id":ID,"result":{"resultType":"input_required"}}\n',
      'the server asks for more input, which this client does not give',
    ],
    [
      'structured content nested too deep',
      `{"jsonrpc":"2.0","id":ID,"result":{"structuredContent":${DEEP}}}\n`,
      'its structured content is nested too deep',
    ],
    [
      'unknown type',
      '{"jsonrpc":"2.0","id":ID,"result":{"resultType":"\\u001b[2J"}}\n',
      'the server answered with a result of the unknown type "\\u{1b}[2J"',
    ],
  ])('%s', async (_, text, detail) => {
    const connection = shared()
    const { failure, ms } = await timedFailureOf(raw(connection, text))
    expect(failure).toMatchObject({ kind: 'invalid-answer', detail })
    expect(ms).toBeLessThan(5_000)
    expect(textOf(await call(connection, 'echo'))).toBe('{}')
  })

  test.each([
    [
      'as it should be',
      '{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"no \\u001b[31mluck"}}\n',
      'no \\u{1b}[31mluck (-32000)',
    ],
    ['a string', '{"jsonrpc":"2.0","id":ID,"error":"no luck"}\n', 'no luck'],
    ['nested too deep', `{"jsonrpc":"2.0","id":ID,"error":${DEEP}}\n`, 'JSON nested more than 1000 deep'],
    [
      'a message nested too deep',
      `{"jsonrpc":"2.0","id":ID,"error":{"code":7,"message":${DEEP}}}\n`,
      'JSON nested more than 1000 deep (7)',
    ],
    [
      'a code as text',
      '{"jsonrpc":"2.0","id":ID,"error":{"code":"-7","message":"no luck","data":"why"}}\n',
      'no luck: why (-7)',
    ],
    ['no message', '{"jsonrpc":"2.0","id":ID,"error":{"code":5}}\n', '{"code":5} (5)'],
    [
      'id null',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}\n',
      'parse error (-32700)',
    ],
  ])('an error: %s', async (_, text, detail) => {
    expect(await failureOf(raw(shared(), text))).toMatchObject({ kind: 'protocol-error', detail })
  })

  test('an answer above the limit fails its call alone', async () => {
    const connection = await createBench({ messageBytesMax: 1_000_000 }).fixture('plain')
    const slow = call(connection, 'slow', { ms: 300 })
    expect(await failureOf(call(connection, 'huge', { bytes: 4_000_000 }))).toMatchObject({
      kind: 'invalid-answer',
      detail: 'it is larger than the limit for one message',
    })
    expect(textOf(await slow)).toBe('slow 300')
  })
})

describe('results', () => {
  const shared = sharedFixture()
  const read = async (result: string) => await raw(shared(), `{"jsonrpc":"2.0","id":ID,"result":${result}}\n`)

  test('content of every kind, and broken', async () => {
    const blocks = [
      { type: 'text', text: 'a' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aG\nk=', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///b', mimeType: 'text/plain', text: 'b' } },
      { type: 'resource', resource: { uri: 'file:///c', blob: 'aGk=' } },
      { type: 'image', data: '!!', mimeType: 'image/png' },
      { type: 'hologram' },
      { type: 'text' },
      { type: 'resource' },
      7,
      null,
    ]
    expect((await read(JSON.stringify({ content: blocks }))).parts).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'image', mediaType: 'image/png', base64: 'aGk=' },
      { kind: 'audio', mediaType: 'audio/wav', base64: 'aGk=' },
      { kind: 'link', uri: 'file:///a', name: 'a' },
      { kind: 'resource', uri: 'file:///b', mediaType: 'text/plain', text: 'b', byteCount: undefined },
      { kind: 'resource', uri: 'file:///c', mediaType: undefined, text: undefined, byteCount: 2 },
      { kind: 'unknown', note: 'an image block whose data is not base64' },
      { kind: 'unknown', note: 'a block of the unknown type "hologram"' },
      { kind: 'unknown', note: 'a text block without text' },
      { kind: 'unknown', note: 'an embedded resource without an address' },
      { kind: 'unknown', note: 'a block that is a number' },
      { kind: 'unknown', note: 'a block that is null' },
    ])
  })

  test('isError and structured content are kept', async () => {
    expect(
      await read('{"isError":true,"content":[{"type":"text","text":"bad"}],"structuredContent":[1,{"a":null}]}'),
    ).toEqual({
      isError: true,
      parts: [{ kind: 'text', text: 'bad' }],
      structuredContent: [1, { a: null }],
    })
    expect((await read('{"isError":"true"}')).isError).toBe(true)
    expect((await read('{"isError":1}')).isError).toBe(true)
    expect((await read('{"isError":"false"}')).isError).toBe(false)
    expect(await read('{}')).toEqual({ isError: false, parts: [], structuredContent: undefined })
  })

  test('50 MB arrive', async () => {
    const connection = await createBench().fixture('plain', { callIdleTimeoutMs: 60_000, callTotalTimeoutMs: 60_000 })
    const result = await call(connection, 'huge', { bytes: 50_000_000 })
    expect(textOf(result).length).toBe(25_000_000)
  })
})

describe('limits', () => {
  const cancellations = (bench: ReturnType<typeof createBench>) =>
    bench.journal().filter((entry) => entry.method === 'notifications/cancelled')

  test('a call without progress ends, with one cancellation, and the connection lives on', async () => {
    const bench = createBench()
    const connection = await bench.fixture('plain', { callIdleTimeoutMs: 2_000 })
    const { failure, ms } = await timedFailureOf(call(connection, 'slow', { ms: 2_500 }))
    expect(failure).toMatchObject({ kind: 'call-timeout', subject: 'idle' })
    expect(ms).toBeGreaterThan(1_990)
    await until(() => cancellations(bench).length > 0)
    // The late answer comes while this one is under way.
    expect(textOf(await call(connection, 'slow', { ms: 1_000 }))).toBe('slow 1000')
    expect(textOf(await call(connection, 'echo'))).toBe('{}')
    expect(cancellations(bench).map((entry) => entry.params)).toEqual([
      { requestId: expect.any(Number) as number, reason: 'cancelled by the client' },
    ])
  })

  test('a limit says how long it is and how it is changed', async () => {
    const connection = await createBench().fixture('plain', { callIdleTimeoutMs: 100 })
    expect(await failureOf(call(connection, 'hang'))).toMatchObject({
      detail: 'it made no progress for 0.1 s, the limit that `call_timeout:` sets',
    })
  })

  test('a late answer that names no call is given to no other', async () => {
    const connection = await createBench().fixture('plain', { callIdleTimeoutMs: 2_000 })
    expect((await failureOf(call(connection, 'late-nameless', { ms: 2_400 }))).kind).toBe('call-timeout')
    expect(textOf(await call(connection, 'slow', { ms: 900 }))).toBe('slow 900')
  })

  test('progress extends a call', async () => {
    const connection = await createBench().fixture('plain', { callIdleTimeoutMs: 2_500 })
    expect(textOf(await call(connection, 'progress', { steps: 70 }))).toBe('done')
  })

  test('progress extends a call only up to the limit for all of it', async () => {
    const bench = createBench()
    const connection = await bench.fixture('plain', { callIdleTimeoutMs: 2_500, callTotalTimeoutMs: 3_000 })
    expect(await failureOf(call(connection, 'progress', { steps: 1_000 }))).toMatchObject({
      kind: 'call-timeout',
      subject: 'total',
    })
    await until(() => cancellations(bench).length === 1)
  })

  test('progress that stands still is none', async () => {
    const connection = await createBench().fixture('plain', { callIdleTimeoutMs: 250 })
    expect(await failureOf(call(connection, 'progress', { steps: 100, stands: true }))).toMatchObject({
      kind: 'call-timeout',
      subject: 'idle',
    })
  })

  test('a limit of infinity is not "at once"', async () => {
    const connection = await createBench().fixture('plain', { callIdleTimeoutMs: Infinity, callTotalTimeoutMs: 1e300 })
    expect(textOf(await call(connection, 'slow', { ms: 100 }))).toBe('slow 100')
  })

  test('an aborted call is cancelled on the server', async () => {
    const bench = createBench()
    const connection = await bench.fixture('plain')
    const controller = new AbortController()
    const failing = failureOf(connection.callTool('hang', {}, controller.signal))
    setTimeout(() => controller.abort(new Error('a private reason')), 50)
    expect(await failing).toMatchObject({ kind: 'cancelled' })
    await until(() => cancellations(bench).length === 1)
    expect(JSON.stringify(bench.journal())).not.toContain('private')
    expect(await failureOf(connection.callTool('echo', {}, AbortSignal.abort()))).toMatchObject({ kind: 'cancelled' })
    expect(textOf(await call(connection, 'echo'))).toBe('{}')
  })

  test('a server that stops reading holds up nobody beyond the limit', async () => {
    const connection = await createBench().fixture('not-reading', { callIdleTimeoutMs: 300 })
    const filling = Array.from({ length: 4 }, () =>
      failureOf(call(connection, 'echo', { text: 'x'.repeat(1_000_000) })),
    )
    expect((await Promise.all(filling)).map((failure) => failure.kind)).toEqual(Array(4).fill('call-timeout'))
  })
})

describe('many at once', () => {
  test('answers out of order find their calls', async () => {
    const connection = await createBench().fixture('plain')
    const waits = [250, 50, 150, 0, 200, 100]
    const order: number[] = []
    const results = waits.map(async (ms) => {
      const result = await call(connection, 'slow', { ms })
      order.push(ms)
      return textOf(result)
    })
    expect(await Promise.all(results)).toEqual(waits.map((ms) => `slow ${ms}`))
    expect(order).toEqual([...waits].sort((a, b) => a - b))
  })

  test('a burst of progress before the answer', async () => {
    expect(textOf(await call(await createBench().fixture('plain'), 'burst'))).toBe('done')
  })

  test('5 MB on stderr block nothing', async () => {
    expect(textOf(await call(await createBench().fixture('plain'), 'flood-stderr'))).toBe('done')
  })

  test('what the server asks is answered, and what it tells is no answer', async () => {
    const bench = createBench()
    const connection = await bench.fixture('plain')
    expect(textOf(await call(connection, 'ask'))).toBe('asked')
    expect(textOf(await call(connection, 'tell'))).toBe('told')
    const replies = bench.journal().filter((entry) => entry.method === undefined && entry.id !== undefined)
    expect(replies.map(({ id, result, error }) => [id, result ?? error?.code])).toEqual(
      expect.arrayContaining([
        ['q1', {}],
        ['q2', -32601],
        ['q3', -32601],
      ]),
    )
    expect(replies.length).toBe(3)
  })

  test('a modern server gets no answer to what it must not ask', async () => {
    const bench = createBench()
    expect(await call(await bench.fixture('modern'), 'ask')).toBeDefined()
    expect(bench.journal().filter((entry) => entry.method === undefined && entry.id !== undefined)).toEqual([])
  })
})

describe('the server is gone', () => {
  const dead = async (tool: string, args = {}): Promise<[ToolServerConnection, ReturnType<typeof timedFailureOf>]> => {
    const connection = await createBench().fixture('plain')
    return [connection, timedFailureOf(call(connection, tool, args))]
  }

  test('it dies in a call', async () => {
    const [connection, ending] = await dead('die')
    const { failure, ms } = await ending
    expect(failure).toMatchObject({ kind: 'died', exit: { signal: 'SIGKILL' }, stderrLines: ['about to crash'] })
    expect(ms).toBeLessThan(5_000)
    expect(await failureOf(call(connection, 'echo'))).toMatchObject({ kind: 'died', exit: { signal: 'SIGKILL' } })
  })

  test('it exits in a call, others fail with it', async () => {
    const [connection, ending] = await dead('hang')
    const other = failureOf(call(connection, 'exit', { status: 5 }))
    expect(await other).toMatchObject({ kind: 'died', exit: { status: 5 }, stderrLines: ['leaving'] })
    expect((await ending).failure.kind).toBe('died')
  })

  test.each(['close-output', 'grandchild'])(
    '%s: its end is seen although its pipe or process lives on',
    async (tool) => {
      const [, ending] = await dead(tool, { holdsPipe: true, then: 'die' })
      const { failure, ms } = await ending
      expect(failure.kind).toBe('died')
      expect(ms).toBeLessThan(5_000)
    },
  )

  test('its end is seen although what it started goes on writing', async () => {
    const [, ending] = await dead('grandchild', { holdsPipe: true, isChatty: true, then: 'die' })
    const { failure, ms } = await ending
    expect(failure).toMatchObject({ kind: 'died', exit: { status: 9 }, subject: 'tools/call' })
    expect(ms).toBeLessThan(5_000)
  })

  test('its exit is told although its output closed before', async () => {
    const [connection, ending] = await dead('close-output', { exitAfterMs: 300 })
    expect((await ending).failure).toMatchObject({ kind: 'died', exit: { status: 5 } })
    expect((await failureOf(call(connection, 'echo'))).subject).toBe('')
  })

  test('it closes its input', async () => {
    const connection = await createBench().connect({ command: 'sh', args: ['-c', CLOSES_ITS_INPUT] })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { failure, ms } = await timedFailureOf(call(connection, 'echo'))
    expect(failure).toMatchObject({ kind: 'died', detail: 'it no longer reads its input' })
    expect(ms).toBeLessThan(5_000)
  })

  test('closed and called again', async () => {
    const connection = await createBench().fixture('plain')
    const pending = failureOf(connection.callTool('hang', {}, NEVER))
    const closing = connection.close()
    expect((await pending).kind).toBe('closed')
    expect((await failureOf(call(connection, 'echo'))).kind).toBe('closed')
    await closing
    await connection.close()
    expect((await failureOf(call(connection, 'echo'))).kind).toBe('closed')
    expect(connection.tools.length).toBeGreaterThan(0)
  })
})

/** A server in shell that answers up to the list of tools and then reads no more. */
const CLOSES_ITS_INPUT = `
read probe; echo '{"id":"sense-probe-1","error":{"code":-32601,"message":"no"}}'
read initialize; echo '{"id":1,"result":{"protocolVersion":"2025-06-18"}}'
read initialized; read list; echo '{"id":2,"result":{"tools":[{"name":"echo"}]}}'
exec 0<&-; sleep 60`
