/**
 * What a server writes costs about as much as reading it, however it is made.
 *
 * Each text here is some hundred kilobytes long and made for one step that could look at the whole again for each part.
 * Where that happens, a test runs for so long that it reaches its limit; as it is, each takes a fraction of a second.
 */

import { describe, expect, it } from 'vitest'
import { LineFramer } from '../../../../src/adapters/mcp/line-framer.ts'
import { MessageReader } from '../../../../src/adapters/mcp/message-reader.ts'
import { createPatternCheck } from '../../../../src/adapters/mcp/schema-patterns.ts'
import { listTools } from '../../../../src/adapters/mcp/tool-list.ts'
import { vendorToolsOf } from '../../../../src/adapters/providers/vendor-tools.ts'
import { anthropicRules } from '../../../../src/adapters/providers/wire-rules.ts'
import type { Json, JsonObject } from '../../../../src/runtime/ports/json.ts'
import { McpTool } from '../../../../src/runtime/tools/mcp-tool.ts'
import { registerTools } from '../../../../src/runtime/tools/tool-registry.ts'
import { connectionOf } from '../../runtime/tools/trial-tools.ts'

const named = (count: number, make: (index: number) => [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)))
const listed = (count: number, make: (index: number) => Json): readonly Json[] =>
  Array.from({ length: count }, (_, index) => make(index))
const chain = (count: number, last: Json): JsonObject => ({
  ...named(count, (index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]),
  [`d${count}`]: last,
})
/** Each doubles the next. */
const doubling = (count: number, last: Json): JsonObject => ({
  ...named(count, (index) => {
    const $ref = `#/$defs/d${index + 1}`
    return [`d${index}`, { properties: { a: { $ref }, b: { $ref } } }]
  }),
  [`d${count}`]: last,
})
const toFirst = { a: { $ref: '#/$defs/d0' } }

/** All that happens to tools on their way to a vendor. The result is what the vendor is sent. */
async function sent(tools: readonly Json[]): Promise<string> {
  const kept = await listTools({
    page: () => Promise.resolve({ tools }),
    quote: (text) => text.slice(0, 200),
    warn: () => undefined,
  })
  const connection = connectionOf({ tools: kept })
  const values = kept.map(
    ({ name, description, inputSchema }) =>
      new McpTool({
        serverName: 'srv',
        toolName: name,
        description,
        inputSchema,
        annotations: {},
        connection,
        capability: undefined,
        resultLengthMax: 1,
      }),
  )
  const { descriptions } = registerTools(values, 0)
  return JSON.stringify(vendorToolsOf(descriptions, anthropicRules).tools)
}

describe('a schema with', () => {
  it.each<[what: string, schema: JsonObject]>([
    ['references that lead through one another', { $defs: chain(9_000, { type: 'string' }), properties: toFirst }],
    ['such references that lead nowhere', { $defs: chain(9_000, 7), properties: toFirst }],
    [
      'such references in a circle',
      { $defs: named(9_000, (index) => [`d${index}`, { $ref: `#/$defs/d${(index + 1) % 9_000}` }]) },
    ],
    [
      'anchors',
      {
        $defs: named(9_000, (index) => [`d${index}`, { $anchor: `a${index}` }]),
        properties: named(9_000, (index) => [`p${index}`, { $ref: `#a${index}` }]),
      },
    ],
    ['anchors that are not there', { properties: named(16_000, (index) => [`p${index}`, { $ref: `#a${index}` }]) }],
    ['a pointer of 200,000 steps', { properties: { a: { $ref: `#/${'a/'.repeat(200_000)}` } } }],
    ['patterns', { properties: named(16_000, (index) => [`p${index}`, { pattern: `\\p{L}${index}` }]) }],
    ['a long pattern', { properties: { a: { pattern: '[^\\p{L}\\p{Script_Extensions=Greek}]'.repeat(12_000) } } }],
    [
      'alternatives that need names',
      {
        anyOf: ['r', 's'].map((letter) => ({
          required: listed(20_000, (index) => `${letter}${index}`),
          properties: named(2_000, (index) => [`${letter}${index}`, true]),
        })),
      },
    ],
    [
      'alternatives of one property',
      { anyOf: listed(4_900, (index) => ({ properties: { a: { title: `${index}` } } })) },
    ],
    ['alternatives of many properties', { anyOf: listed(4_900, (index) => ({ properties: { [`a${index}`]: {} } })) }],
    ['parts that must all hold', { allOf: listed(4_900, (index) => ({ properties: { [`a${index}`]: {} } })) }],
    [
      'names that read alike',
      { properties: named(4_900, (index) => [String.fromCharCode(0x4e00 + index).repeat(64), {}]) },
    ],
  ])('%s', async (_, schema) => {
    expect(await sent([{ name: 'good', inputSchema: { type: 'object', ...schema } }])).toContain('"srv__good"')
  })
})

describe('references that stand for more than is written', () => {
  it.each<[what: string, tools: readonly Json[]]>([
    [
      'in many tools',
      listed(1_000, (index) => ({
        name: `t${index}`,
        inputSchema: { type: 'object', $defs: doubling(13, { type: 'string' }), properties: toFirst },
      })),
    ],
    [
      'to a long text',
      [
        {
          name: 'good',
          inputSchema: {
            type: 'object',
            $defs: { long: { description: 'x'.repeat(300_000) } },
            properties: named(4_500, (index) => [`p${index}`, { $ref: '#/$defs/long' }]),
          },
        },
      ],
    ],
    [
      'to a long list',
      [
        {
          name: 'good',
          inputSchema: {
            type: 'object',
            $defs: doubling(30, { enum: listed(30_000, (index) => index) }),
            properties: toFirst,
          },
        },
      ],
    ],
  ])('%s are put in place only so often', async (_, tools) => {
    const text = await sent(tools)
    expect(text.length).toBeGreaterThan(1_000)
    expect(text.length).toBeLessThan(4_000_000)
  })

  it('never cost another tool its schema', async () => {
    const greedy = { type: 'object', $defs: doubling(13, { type: 'string' }), properties: toFirst }
    const modest = { type: 'object', $defs: { d0: { type: 'string', minLength: 7 } }, properties: toFirst }
    const text = await sent([
      ...listed(200, (index) => ({ name: `t${index}`, inputSchema: greedy })),
      { name: 'modest', inputSchema: modest },
    ])
    expect(text).toContain('"minLength":7')
  })
})

describe('names', () => {
  it('of a thousand characters become names for a vendor', async () => {
    const text = await sent(listed(800, (index) => ({ name: `${'ä'.repeat(1_200)}${index}` })))
    expect(text.match(/"name":"srv__/g)).toHaveLength(800)
  })
})

describe('a pattern', () => {
  it.each(['^[a-z]+$', '\\p{L}+', '[^\\p{Lu}\\P{N}_]', '\\\\p', '\\u{1f600}', 'a\\.b\\/c'])('%s is one', (text) => {
    expect(createPatternCheck()(text)).toBe(true)
  })

  it.each(['(', '\\p{Nonsense}', '\\p{L', '[\\p{L}-z]', '(?i)a', '\\q', '{', 'a{2,1}', 'x'.repeat(2_001)])(
    '%s is none',
    (text) => {
      expect(createPatternCheck()(text)).toBe(false)
    },
  )

  it('is none after so many that a list has them only to be slow', () => {
    const isPattern = createPatternCheck()
    for (let count = 0; count < 4_000; count += 1) expect(isPattern(`a${count}`)).toBe(true)
    expect(isPattern('a')).toBe(false)
  })
})

describe('a line of', () => {
  const tab = '{"jsonrpc":"2.0","a":"\t'
  it.each<[what: string, line: string]>([
    ['backslashes, with a tab that is not escaped', `${tab}${'\\'.repeat(400_000)}x","id":1,"result":{}}`],
    ['backslashes outside of texts', `{"a":\t${'\\'.repeat(400_000)}x}`],
    ['escaped quotes', `${tab}${'\\"'.repeat(300_000)}","id":1,"result":{}}`],
    ['beginnings of messages', '{"jsonrpc":'.repeat(60_000)],
    ['broken messages', '{"id":x}'.repeat(90_000)],
    ['spaces in broken messages', `{"id":${', '.repeat(1_000)}x}`.repeat(400)],
    ['brackets', '['.repeat(900_000)],
    ['spaces', `x${' '.repeat(900_000)}y`],
    ['numbers with too many digits', `{"jsonrpc":"2.0","id":1,"result":[${'12345678901234567890,'.repeat(40_000)}1]}`],
    ['a number without an end', `{"jsonrpc":"2.0","id":1,"result":${'1'.repeat(900_000)}}`],
  ])('%s', (_, line) => {
    let heardCount = 0
    const hear = () => void (heardCount += 1)
    const reader = new MessageReader({ message: hear, noise: hear, unreadable: hear }, 128 * 1024 * 1024)
    reader.line(line)
    reader.end()
    expect(heardCount).toBeGreaterThan(0)
  })
})

describe('a line in single bytes', () => {
  it('comes out whole, and the next one too', () => {
    const lines: string[] = []
    const told = () => void lines.push('too long')
    const framer = new LineFramer({ line: (text) => void lines.push(text), tooLong: told, tooLongEnded: told }, 400_000)
    const text = 'aä🎉'.repeat(40_000)
    for (const byte of Buffer.from(`${text}\n${text}\n${text}${text}\nend\n`)) framer.push(Buffer.from([byte]))
    expect(lines).toEqual([text, text, 'too long', 'too long', 'end'])
  })

  it('takes little more memory than its bytes', () => {
    const framer = new LineFramer(
      { line: () => undefined, tooLong: () => undefined, tooLongEnded: () => undefined },
      1e9,
    )
    const before = process.memoryUsage().rss
    for (let count = 0; count < 2_000_000; count += 1) framer.push(Buffer.from([120]))
    expect(framer.rest()).toHaveLength(2_000_000)
    // Each of them alone would take more than a hundred bytes.
    expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000)
  })
})
