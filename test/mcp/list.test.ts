import { describe, expect, test } from 'vitest'
import { listTools } from '../../src/adapters/mcp/tool-list.ts'
import { call, createBench, failureOf, timedFailureOf } from './harness.ts'

describe('the list of tools', () => {
  test('all of a hundred pages are read', async () => {
    const bench = createBench()
    const { tools } = await bench.fixture('pages', {}, 100)
    expect(tools.map((tool) => tool.name)).toEqual(Array.from({ length: 100 }, (_, index) => `t${index}`))
    expect(tools[0]).toMatchObject({
      name: 't0',
      description: 'does t0',
      inputSchema: { type: 'object', properties: {} },
    })
    expect(bench.warnings).toEqual([])
  })

  test('a list without an end is cut', async () => {
    const bench = createBench()
    expect((await bench.fixture('endless')).tools.length).toBe(1_000)
    expect(bench.warnings).toMatchObject([{ kind: 'list-incomplete', detail: 'it has more than 1000 pages' }])
  })

  test.each([
    ['stuck', ['list-incomplete']],
    ['repeating', ['list-incomplete']],
    ['null-cursor', []],
    ['empty-cursor', []],
    ['number-cursor', ['list-incomplete']],
    ['long-cursor', ['list-incomplete']],
    ['many-twins', ['duplicate-tool']],
  ])('%s: the tools are kept once', async (mode, warnings) => {
    const bench = createBench()
    expect((await bench.fixture(mode)).tools.map((tool) => tool.name)).toEqual(['only'])
    expect(bench.warnings.map((warning) => warning.kind)).toEqual(warnings)
  })

  test('a list that grows without bound is cut', async () => {
    const warnings: string[] = []
    let pageCount = 0
    const page = () => {
      pageCount += 1
      const description = 'x'.repeat(40_000_000)
      const tools = [{ name: `t${pageCount}`, description, inputSchema: { type: 'object' } }]
      return Promise.resolve({ tools, nextCursor: String(pageCount) })
    }
    const tools = await listTools({ page, quote: (text) => text, warn: ({ detail }) => void warnings.push(detail) })
    expect(tools.map((tool) => tool.name)).toEqual(['t1'])
    expect(warnings).toEqual([
      'its description has 40000000 characters; it was cut',
      'it is longer than 67108864 characters',
    ])
    expect(pageCount).toBe(2)
  })

  test('a tool nested too deep costs itself', async () => {
    const bench = createBench()
    expect((await bench.fixture('deep-tool')).tools.map((tool) => tool.name)).toEqual(['good'])
    expect(bench.warnings).toMatchObject([{ kind: 'bad-tool', subject: 'JSON nested more than 1000 deep' }])
  })

  test('a page that fails costs that page', async () => {
    const bench = createBench()
    expect((await bench.fixture('bad-page')).tools.map((tool) => tool.name)).toEqual(['t0'])
    expect(bench.warnings).toMatchObject([
      { kind: 'list-incomplete', detail: 'a later page failed: page lost (-32000)' },
    ])
  })

  test('a bad tool costs itself at most', async () => {
    const bench = createBench()
    const { tools } = await bench.fixture('bad-tools')
    expect(tools.map((tool) => tool.name)).toEqual([
      'good',
      'no-schema',
      'null-schema',
      'typeless',
      'bad-output',
      'deep',
      'naïve/näme with.dots',
    ])
    expect(tools[1]?.inputSchema).toEqual({ type: 'object' })
    expect(tools[3]?.inputSchema).toEqual({ properties: { a: {} }, type: 'object' })
    expect(bench.warnings.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['bad-tool', 'no-schema'],
      ['bad-tool', 'null-schema'],
      ['bad-tool', 'typeless'],
      ['bad-tool', 'array-root'],
      ['bad-tool', '{"inputSchema":{"type":"object"}}'],
      ['bad-tool', '"text"'],
      ['bad-tool', 'bad-output'],
      ['duplicate-tool', 'good'],
      ['bad-tool', 'deep'],
    ])
  })

  test('what cannot be seen is written out in names and descriptions, and the server gets its own name', async () => {
    const bench = createBench()
    const connection = await bench.fixture('list.control-characters')
    const name = '\\u{1b}[2J\\u{202e}good'
    expect(connection.tools).toMatchObject([
      {
        name,
        inputSchema: { description: '\\u{1b}[1m' },
        annotations: { title: '\\u{7}' },
        description: '\\u{1b}]0;title\\u{7}\\u{9b}1A\\u{e0041}\nnext\\u{200d}line',
      },
      { name: 'good' },
    ])
    await call(connection, name)
    expect(bench.journal().at(-1)?.params?.['name']).toBe('\u001b[2J\u202egood')
  })

  test('a server without tools is not asked for any', async () => {
    const bench = createBench()
    expect((await bench.fixture('no-tools')).tools).toEqual([])
    expect(bench.journal().map((entry) => entry.method)).not.toContain('tools/list')
  })

  test('a result without tools is an invalid answer', async () => {
    expect(await failureOf(createBench().fixture('no-list'))).toMatchObject({
      kind: 'invalid-answer',
      subject: 'tools/list',
    })
  })

  test('a list that does not come is waited for as long as allowed', async () => {
    const { failure, ms } = await timedFailureOf(createBench().fixture('hang-list', { listTimeoutMs: 300 }))
    expect(failure).toMatchObject({ kind: 'start-timeout', subject: 'tools/list' })
    expect(ms).toBeLessThan(8_000)
  })

  test('a server that dies instead of listing failed to start', async () => {
    expect(await failureOf(createBench().fixture('die-in-list'))).toMatchObject({
      kind: 'start-failed',
      exit: { status: 4 },
    })
  })
})
