import { PassThrough, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { LineReader } from '../../../../src/adapters/node/line-reader.ts'
import { LineTooLong } from '../../../../src/runtime/ports/console.ts'

const never = new AbortController().signal

it('hands out one line for each question and keeps the rest', async () => {
  const stream = new PassThrough()
  const reader = new LineReader(stream)
  stream.write('one\r\ntwo\nthr')
  expect(await reader.readLine(never)).toBe('one')
  expect(await reader.readLine(never)).toBe('two')
  stream.end('ee')
  expect(await reader.readLine(never)).toBe('three')
  expect(await reader.readLine(never)).toBeNull()
  expect(await reader.readLine(never)).toBeNull()
})

it('tells an empty line from the end', async () => {
  const stream = new PassThrough()
  const reader = new LineReader(stream)
  stream.end('\n')
  expect(await reader.readLine(never)).toBe('')
  expect(await reader.readLine(never)).toBeNull()
})

it('puts a character together that arrives in two pieces', async () => {
  const stream = new PassThrough()
  const reader = new LineReader(stream)
  const bytes = Buffer.from('😀\n')
  stream.write(bytes.subarray(0, 2))
  const line = reader.readLine(never)
  await new Promise(setImmediate)
  stream.write(bytes.subarray(2))
  expect(await line).toBe('😀')
})

it('stops waiting when it is told to, and loses nothing', async () => {
  const stream = new PassThrough()
  const reader = new LineReader(stream)
  const controller = new AbortController()
  stream.write('half')
  const line = reader.readLine(controller.signal)
  await new Promise(setImmediate)
  controller.abort(new Error('stopped'))
  await expect(line).rejects.toThrow('stopped')
  stream.end(' and half\n')
  expect(await reader.readLine(never)).toBe('half and half')
})

it('takes a stream that breaks as ended', async () => {
  const stream = new PassThrough()
  const reader = new LineReader(stream)
  const line = reader.readLine(never)
  stream.destroy(new Error('gone'))
  expect(await line).toBeNull()
  expect(await reader.readLine(never)).toBeNull()
})

it('refuses a line that is longer than a String may be, instead of gathering it for ever', async () => {
  const stream = new PassThrough()
  const line = new LineReader(stream).readLine(never)
  const chunk = Buffer.alloc(2 ** 26, 'a')
  for (let count = 0; count < 5; count += 1) stream.write(chunk)
  await expect(line).rejects.toThrow(LineTooLong)
})

it('counts input that cannot be read as ended', async () => {
  const stream = new Readable({
    read() {
      this.destroy(new Error('EBADF'))
    },
    emitClose: false,
  })
  expect(await new LineReader(stream).readLine(never)).toBeNull()
})
