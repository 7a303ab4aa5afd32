import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQuoting } from '../../src/adapters/mcp/quoted-text.ts'
import { ServerChannel } from '../../src/adapters/mcp/server-channel.ts'
import type { SupervisedChild } from '../../src/adapters/node/supervised-child.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A child that is nothing but its pipes. */
function pipesOnly(stdout: PassThrough): SupervisedChild {
  const child = { stdin: new PassThrough(), stdout, stderr: new PassThrough(), exited: new Promise(() => undefined) }
  return child as unknown as SupervisedChild
}

test('an answer without a line break is taken soon, however much noise came before it', async () => {
  const stdout = new PassThrough()
  const messages: unknown[] = []
  const channel = new ServerChannel(pipesOnly(stdout), {
    quoting: createQuoting([]),
    messageBytesMax: 1_000_000,
    onNoise: () => undefined,
  })
  channel.receiver = {
    message: (message) => void messages.push(message),
    unreadable: () => undefined,
    ended: () => undefined,
  }
  const say = async (text: string) => {
    stdout.write(text)
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let round = 0; round < 20; round += 1) {
    await say('{half} ')
    await say('{ noise }')
    vi.advanceTimersByTime(60_000)
  }
  await say('{"jsonrpc":"2.0","id":1,"result":{}}')
  vi.advanceTimersByTime(2_000)
  expect(messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
})
