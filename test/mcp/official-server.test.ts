/** Servers that are made with the official library: both eras, on stdio and over HTTP. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { QuestionAnswer, ServerQuestion } from '../../src/runtime/ports/server-questions.ts'
import { call, COMPILE_CACHE, createBench, NEVER, textOf, until } from './harness.ts'
import { serveOfficial } from './official-server.ts'

const SERVER = fileURLToPath(new URL('official-server.ts', import.meta.url))

describe.each([
  ['legacy', 'stdio'],
  ['legacy', 'HTTP'],
  ['modern', 'stdio'],
  ['modern', 'HTTP'],
])('a server of the %s era by %s', (era, way) => {
  const connected = async (answers: readonly QuestionAnswer[] = []) => {
    const left = [...answers]
    const [questions, pages]: [ServerQuestion[], string[]] = [[], []]
    const onQuestion = (question: ServerQuestion): Promise<QuestionAnswer> => {
      questions.push(question)
      return Promise.resolve(left.shift() ?? { kind: 'cancelled' })
    }
    const bench = createBench({ openPage: (url) => void pages.push(url.href) })
    if (way === 'stdio') {
      const place = { args: [SERVER, era], environment: [COMPILE_CACHE] }
      return { connection: await bench.connect({ ...place, onQuestion }), questions, pages }
    }
    const { url, close } = await serveOfficial(era)
    onTestFinished(close)
    return { connection: await bench.connect({ command: url, onQuestion }), questions, pages }
  }

  it('is spoken to in its revision', async () => {
    const { connection } = await connected()
    expect(connection.facts).toMatchObject({
      version: '1',
      protocol: era === 'modern' ? '2026-07-28' : '2025-11-25',
    })
  })

  it('asks by a form, and tells accepted, declined and cancelled apart', async () => {
    const { connection, questions } = await connected([
      { kind: 'accepted', values: { name: 'Ada' } },
      { kind: 'declined' },
      { kind: 'cancelled' },
    ])
    const answers: unknown[] = []
    for (let count = 0; count < 3; count += 1) answers.push(JSON.parse(textOf(await call(connection, 'sign'))))
    expect(answers).toEqual([
      { action: 'accept', content: { name: 'Ada' } },
      { action: 'decline' },
      { action: 'cancel' },
    ])
    expect(questions[0]).toMatchObject({ kind: 'form', message: 'Who signs?', fields: [{ name: 'name' }] })
  })

  it('asks by a page, which is opened only after a yes', async () => {
    const { connection, questions, pages } = await connected([
      { kind: 'declined' },
      { kind: 'cancelled' },
      { kind: 'accepted', values: {} },
    ])
    const actions: unknown[] = []
    for (let count = 0; count < 3; count += 1) {
      actions.push(JSON.parse(textOf(await call(connection, 'visit'))))
      expect(pages).toHaveLength(count < 2 ? 0 : 1)
    }
    expect(actions).toEqual([{ action: 'decline' }, { action: 'cancel' }, { action: 'accept' }])
    expect(questions[0]).toMatchObject({ kind: 'page', host: 'example.org', url: 'https://example.org/consent' })
    expect(pages).toEqual(['https://example.org/consent'])
  })

  it('tells that its tools have changed', async () => {
    const { connection } = await connected()
    const names = async () => (await connection.changedTools(NEVER))?.map(({ name }) => name)
    // The subscription is on its way: what changes before it has come is not told.
    await until(async () => {
      await call(connection, 'grow').catch(() => undefined)
      return (await names())?.includes('grown') === true
    })
    expect(connection.tools.map(({ name }) => name)).toEqual(['sign', 'visit', 'grow', 'grown'])
  })
})
