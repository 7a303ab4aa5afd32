/** Whatever JSON a server writes in whatever place, reading it ends, and ends in a value or in our own failure. */

import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createQuoting } from '../../../../src/adapters/mcp/quoted-text.ts'
import { RpcPeer } from '../../../../src/adapters/mcp/rpc-peer.ts'
import { ServerChannel } from '../../../../src/adapters/mcp/server-channel.ts'
import { listTools } from '../../../../src/adapters/mcp/tool-list.ts'
import { readToolResult } from '../../../../src/adapters/mcp/tool-result.ts'
import { usableSchema } from '../../../../src/adapters/mcp/tool-schema.ts'
import { eraOf } from '../../../../src/adapters/mcp/era-probe.ts'
import type { SupervisedChild } from '../../../../src/adapters/node/supervised-child.ts'
import { exactJsonOf } from '../../../../src/runtime/ports/exact-json.ts'
import type { Json, JsonObject } from '../../../../src/runtime/ports/json.ts'
import { ToolServerFailure } from '../../../../src/runtime/ports/tool-servers.ts'
import { resultForModel } from '../../../../src/runtime/tools/result-text.ts'

/** Text of JSON made of the words that mean something in `names`, in places where they mean something and where not. */
function jsonWith(names: readonly string[]): fc.Arbitrary<string> {
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(
        'null',
        'true',
        '0',
        '-1',
        '1.5',
        '12345678901234567890',
        '1e400',
        '""',
        '"\\ud800"',
        '"\\u0000"',
      ),
      fc.constantFrom(...names).map((name) => JSON.stringify(name)),
      fc.array(tie('value'), { maxLength: 4 }).map((elements) => `[${elements.join(',')}]`),
      fc
        .array(fc.tuple(fc.constantFrom(...names, '__proto__', 'constructor', 'rawJSON', '0'), tie('value')), {
          maxLength: 5,
        })
        .map((fields) => `{${fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`),
    ),
  }))
  return value
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

it('as a schema', () => {
  const names = [
    'type',
    'object',
    'properties',
    'required',
    '$ref',
    '#',
    '#/$defs/a',
    '$defs',
    'a',
    'items',
    'anyOf',
    '$id',
    '$anchor',
  ]
  fc.assert(
    fc.property(jsonWith(names), (text) => {
      const { schema } = usableSchema(exactJsonOf(text))
      if (schema !== undefined) expect(usableSchema(schema).schema).toEqual(schema)
    }),
    { numRuns: 3_000 },
  )
})

it('as a list of tools', async () => {
  const names = [
    'tools',
    'name',
    'inputSchema',
    'type',
    'object',
    'nextCursor',
    'description',
    'annotations',
    'outputSchema',
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(jsonWith(names), { minLength: 1 }), async (texts) => {
      const pages = texts.map((text) => exactJsonOf(text)).filter(isObject)
      const page = () => Promise.resolve(pages.shift() ?? {})
      const list = listTools({ page, quote: (text) => text.slice(0, 10), warn: () => undefined })
      const outcome = await list.catch((error: unknown) => error)
      if (Array.isArray(outcome))
        for (const { inputSchema } of outcome as { inputSchema: Json }[])
          expect(inputSchema).toMatchObject({ type: 'object' })
      else expect(outcome).toBeInstanceOf(ToolServerFailure)
    }),
    { numRuns: 1_000 },
  )
})

it('as a result', () => {
  const names = [
    'content',
    'type',
    'text',
    'image',
    'data',
    'mimeType',
    'resource',
    'uri',
    'blob',
    'isError',
    'structuredContent',
    'resultType',
  ]
  fc.assert(
    fc.property(jsonWith(names), (text) => {
      const value = exactJsonOf(text)
      if (!isObject(value)) return
      const quoting = {
        quote: (words: string) => words,
        withoutSecrets: (words: string) => words.replaceAll('text', ''),
      }
      const reading = readToolResult(value, quoting)
      if (!('result' in reading)) return
      const shown = resultForModel(reading.result, { imageRules: undefined, lengthMax: 1_000 })
      expect(shown.text.isWellFormed()).toBe(true)
      expect(reading.result.isError || shown.text !== '').toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

it('as an answer about the era', () => {
  const names = ['supportedVersions', 'supported', '2026-07-28', '2025-11-25', 'capabilities', 'tools']
  fc.assert(
    fc.property(jsonWith(names), fc.constantFrom(-32022, -32601, undefined), (text, code) => {
      const value = exactJsonOf(text)
      if (isObject(value)) eraOf({ kind: 'result', result: value })
      eraOf({ kind: 'error', code, message: '', data: value })
    }),
    { numRuns: 1_000 },
  )
})

it('as messages, after which the next call gets its own answer', async () => {
  const names = [
    'jsonrpc',
    '2.0',
    'id',
    'method',
    'params',
    'result',
    'error',
    'code',
    'message',
    'ping',
    'notifications/progress',
    'progressToken',
    'progress',
  ]
  const line = fc
    .tuple(jsonWith(names), fc.constantFrom('', ' ', '\r', '\0', 'x', '{', '[', '"', '\ufeff', ','))
    .map(([text, noise]) => `${noise}${text}`)
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      const { channel, stdout } = pipesOnly()
      const peer = new RpcPeer(channel)
      peer.answerQuestions()
      const first = peer.ask('tools/call', {})
      stdout.write(`${lines.join('\n')}\n`)
      await new Promise((resolve) => setImmediate(resolve))
      first.cancel()
      const second = peer.ask('tools/call', {})
      stdout.write('\n{"jsonrpc":"2.0","id":2,"result":{"content":"right"}}\n')
      // What is open in the lines may hide nothing that stands on a line of its own.
      expect(await second.answer).toEqual({ kind: 'result', result: { content: 'right' } })
      peer.ended()
    }),
    { numRuns: 1_000 },
  )
})

/** A child that is nothing but its pipes. */
function pipesOnly(): { readonly channel: ServerChannel; readonly stdout: PassThrough } {
  const stdout = new PassThrough()
  const stdin = new PassThrough()
  stdin.resume()
  const child = { stdin, stdout, stderr: new PassThrough(), exited: new Promise(() => undefined) }
  const options = { quoting: createQuoting([]), messageBytesMax: 1_000_000, onNoise: () => undefined }
  return { channel: new ServerChannel(child as unknown as SupervisedChild, options), stdout }
}
