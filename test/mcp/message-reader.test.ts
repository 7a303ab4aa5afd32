import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LineFramer } from '../../src/adapters/mcp/line-framer.ts'
import { MessageReader } from '../../src/adapters/mcp/message-reader.ts'

/** Everything that is read from `bytes` when they come in pieces of these sizes, over and over. */
function read(bytes: Buffer, pieceSizes: readonly number[] = [65_536], limit = 1e9) {
  const seen = { messages: [] as unknown[], noise: [] as string[], unreadable: [] as [string | undefined, string][] }
  const reader = new MessageReader(
    {
      message: (message) => void seen.messages.push(message),
      noise: (text) => void seen.noise.push(text),
      unreadable: (id, reason) => void seen.unreadable.push([id, reason]),
    },
    limit,
  )
  const sink = {
    line: (text: string) => reader.line(text),
    tooLong: (beginning: string) => reader.tooLong(beginning),
    tooLongEnded: (ending: string) => reader.tooLongEnded(ending),
  }
  const framer = new LineFramer(sink, limit)
  for (let offset = 0, piece = 0; offset < bytes.length; piece += 1) {
    const size = pieceSizes[piece % pieceSizes.length] ?? 1
    framer.push(bytes.subarray(offset, offset + size))
    offset += size
  }
  framer.end()
  reader.end()
  return seen
}

const message = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.oneof(fc.nat(), fc.string({ unit: 'binary' })),
  result: fc.dictionary(
    fc.string({ unit: 'binary' }).filter((key) => key !== '__proto__'),
    fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  ),
})
const asItWasSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('messages between noise', () => {
  test('are all found, however the bytes come', () => {
    const noise = fc.constantFrom('', 'INFO ready', '[1/3] done', '{ "half": ', '{"level":30}', '…ü🎉', '}{', '"', '[')
    const layout = fc.constantFrom(0, 2)
    const part = fc.record({ message, noise, layout })
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (parts, sizes) => {
          const text = parts.map((p) => `${p.noise}\n${JSON.stringify(p.message, null, p.layout)}\n`).join('')
          // Noise that opens JSON swallows a pretty-printed message behind it: nobody could tell them apart.
          fc.pre(parts.every((p) => p.layout === 0 || !/^(?:\{ "half|\[$)/.test(p.noise)))
          expect(read(Buffer.from(text), sizes).messages).toEqual(parts.map((p) => asItWasSent(p.message)))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('hostile text costs linear time', () => {
  test.each([
    ['braces', '{'.repeat(5_000_000)],
    ['beginnings', '{"jsonrpc":'.repeat(200_000)],
    ['beginnings and wholes', '{"id":[{"jsonrpc":1}'.repeat(100_000)],
    ['lines that begin', '{"jsonrpc":\n'.repeat(200_000)],
    ['small pieces that are no JSON', '{"id":x}'.repeat(1_000_000)],
    ['small messages', 'x{"id":1,"result":{}}'.repeat(100_000)],
    ['quotes', '{"jsonrpc":"'.repeat(200_000)],
    ['white space', `{${' '.repeat(5_000_000)}`],
    ['blank lines', '\n'.repeat(500_000)],
  ])('%s', (_, text) => {
    const begun = performance.now()
    read(Buffer.from(`${text}\n`))
    expect(performance.now() - begun).toBeLessThan(4_000)
  })
})

describe('what only looks like a message is noise', () => {
  test.each([
    'received {"jsonrpc":"2.0","id":2,"result":{}} from upstream',
    'received {"jsonrpc":"2.0","id":2,"result":{"a":NaN}} from upstream',
    '{"level":30,"id":2,"error":"none"}',
    '{"ts":1,"id":2,"result":"accepted"}',
    '{"jsonrpc":"2.0","trace":"x"}',
    'log {"a":{"id":2,"result":{}}}',
  ])('%s', (line) => {
    const seen = read(Buffer.from(`${line}\n`))
    expect([seen.messages, seen.unreadable]).toEqual([[], []])
    expect(seen.noise.length).toBeGreaterThan(0)
  })

  test('text on one side of messages is noise that lost its line break', () => {
    const message = '{"jsonrpc":"2.0","id":2,"result":{}}'
    expect(read(Buffer.from(`working...${message}${message}\n`)).messages.length).toBe(2)
    expect(read(Buffer.from(`${message}${message} done\n`)).messages.length).toBe(2)
  })
})

describe('a message of many lines above the limit', () => {
  test('is not put together', () => {
    const lines = `{"jsonrpc":"2.0","id":7,"result":{"a":[${'1'.repeat(1_500)}\n${'1'.repeat(1_500)}\n]}}\n`
    const seen = read(Buffer.from(`${lines}{"id":1,"result":{}}\n`), [100], 2_000)
    expect(seen.unreadable).toEqual([['7', 'it is larger than the limit for one message']])
    expect(seen.messages).toEqual([{ id: 1, result: {} }])
  })
})

describe('a line above the limit', () => {
  test.each([
    [`{"jsonrpc":"2.0","id":7,"result":{"a":"${'x'.repeat(5_000)}"}}`, ['7']],
    // Told of at once, and once more when the end says whose answer it is.
    [`{"result":{"a":"${'x'.repeat(5_000)}","id":3},"jsonrpc":"2.0","id":"a b"}`, [undefined, 'a b']],
    [`{"result":{"a":"${'x'.repeat(5_000)}"},"id":9,"jsonrpc":"2.0"}`, [undefined, '9']],
  ])('names its call if it can: %#', (line, ids) => {
    const seen = read(Buffer.from(`${line}\n{"id":1,"result":{}}\n`), [100], 2_000)
    expect(seen.unreadable).toEqual(ids.map((id) => [id, 'it is larger than the limit for one message']))
    expect(seen.messages).toEqual([{ id: 1, result: {} }])
  })

  test('is noise where it does not begin as a message may', () => {
    const seen = read(Buffer.from(`${'x'.repeat(5_000)}\n{"id":1,"result":{}}\n`), [100], 2_000)
    expect([seen.unreadable, seen.noise.length]).toEqual([[], 1])
    expect(seen.messages).toEqual([{ id: 1, result: {} }])
  })

  test('is not kept, however long it gets', () => {
    let told = 0
    const sink = { line: () => undefined, tooLong: () => void (told += 1), tooLongEnded: () => undefined }
    const framer = new LineFramer(sink, 1_000_000)
    const begun = performance.now()
    for (let count = 0; count < 3_000; count += 1) framer.push(Buffer.alloc(65_536, 'x'))
    expect(framer.rest().length).toBeLessThanOrEqual(1_024)
    expect(told).toBe(1)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test('is told of before it ends, and a message behind it is found', () => {
    const endless = `{"jsonrpc":"2.0","id":7,"result":"${'x'.repeat(9_000)}`
    expect(read(Buffer.from(endless), [100], 2_000).unreadable.length).toBe(1)
    const seen = read(Buffer.from(`${endless}{"jsonrpc":"2.0","id":8,"result":{}}\n`), [100], 2_000)
    expect(seen.messages).toEqual([{ jsonrpc: '2.0', id: 8, result: {} }])
  })
})
