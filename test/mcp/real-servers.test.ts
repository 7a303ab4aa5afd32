import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { call, createBench, NEVER, textOf } from './harness.ts'

const require = createRequire(import.meta.url)
const server = (name: string): string =>
  join(dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist/index.js')

test('server-filesystem reads, writes and refuses', async () => {
  const bench = createBench()
  writeFileSync(join(bench.folder, 'a.txt'), 'héllo')
  const files = await bench.connect({ args: [server('server-filesystem'), bench.folder] })
  expect(files.tools.map((tool) => tool.name)).toContain('read_text_file')
  expect(textOf(await call(files, 'read_text_file', { path: join(bench.folder, 'a.txt') }))).toBe('héllo')
  await call(files, 'write_file', { path: join(bench.folder, 'b.txt'), content: 'new' })
  expect(readFileSync(join(bench.folder, 'b.txt'), 'utf8')).toBe('new')
  const refused = await call(files, 'read_text_file', { path: '/etc/passwd' })
  expect(refused.isError).toBe(true)
  expect(textOf(refused)).toContain('denied')
  expect(bench.warnings).toEqual([])
})

test('server-everything echoes, sends images and structured content', async () => {
  const bench = createBench()
  const everything = await bench.connect({ args: [server('server-everything'), 'stdio'] })
  const names = everything.tools.map((tool) => tool.name)
  expect(textOf(await call(everything, 'echo', { message: 'hi' }))).toBe('Echo: hi')
  const image = names.find((name) => name.includes('image'))
  expect((await call(everything, image ?? '')).parts.map((part) => part.kind)).toContain('image')
  expect((await call(everything, 'get-structured-content', { location: 'New York' })).structuredContent).toHaveProperty(
    'temperature',
  )
  expect((await call(everything, 'echo', {})).isError).toBe(true)
})

test('server-memory keeps what it is told over a restart', async () => {
  const bench = createBench()
  const request = {
    args: [server('server-memory')],
    environment: [`MEMORY_FILE_PATH=${join(bench.folder, 'memory.json')}`],
  }
  const memory = await bench.connect(request)
  await call(memory, 'create_entities', { entities: [{ name: 'Ada', entityType: 'person', observations: ['counts'] }] })
  await memory.close()
  const again = await bench.connect(request)
  expect(textOf(await call(again, 'read_graph'))).toContain('Ada')
})

test('server-everything makes a task of a call, which asks the person and ends', async () => {
  const questions: string[] = []
  const everything = await createBench().connect({
    args: [server('server-everything'), 'stdio'],
    callIdleTimeoutMs: 30_000,
    callTotalTimeoutMs: 60_000,
    onQuestion: (question) => {
      questions.push(question.message)
      return Promise.resolve({ kind: 'accepted', values: { interpretation: 'snake' } })
    },
  })
  const args = { topic: 'python', ambiguous: true }
  expect(textOf(await everything.callTool('simulate-research-query', args, NEVER))).toContain('python (snake)')
  expect(questions).toHaveLength(1)
})
