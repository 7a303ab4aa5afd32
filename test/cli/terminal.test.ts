/** What a person at a terminal sees of reports and of waits, at several widths. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { displayWidth } from '../../src/compiler/diagnostics/display-width.ts'
import { ProgramFolder } from './sense-process.ts'
import { hasPython, plainLines, senseAtTerminal } from './terminal.ts'

const programs = new ProgramFolder()
afterAll(() => {
  programs.remove()
})

const wide = programs.add('wide.sns', 'total = 1\r\ntext = "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字" + \t totl\r\n')

describe.runIf(hasPython)('a report', () => {
  it.each([80, 40, 30])('keeps its marks under what they mark at %d columns', async (columns) => {
    const { shown, status } = await senseAtTerminal(['run', wide], [['unknown-name', null]], { columns })
    const lines = plainLines(shown)
    const markLine = lines.findIndex((line) => line.includes('^^^^'))
    const code = lines[markLine - 1] ?? ''
    expect(displayWidth(code)).toBeLessThanOrEqual(columns)
    expect(displayWidth(code.slice(0, code.indexOf('totl')))).toBe(lines[markLine]?.indexOf('^^^^'))
    expect(lines.filter((line) => line.startsWith('hint') && displayWidth(line) > columns)).toEqual([])
    expect(status).toBe(1)
  })

  it.each([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
  ])('is coloured only where that is wanted: %j', async (environment, isColoured) => {
    const { shown } = await senseAtTerminal(['run', wide], [['unknown-name', null]], { environment })
    expect(shown.includes('\u001b[')).toBe(isColoured)
    expect(plainLines(shown).join('\n')).toContain('hint: a name close to it is `total`')
  })
})

describe.runIf(hasPython)('the line that tells of a wait', () => {
  // It answers when the test has seen enough.
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const message = { role: 'assistant', content: 'at last' }
    const answer = { id: '1', object: 'chat.completion', created: 1, model: 'm', choices: [{ index: 0, message }] }
    request.resume().on('end', () => {
      waiting.push(() => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)))
    })
  })
  let program = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    program = programs.add(
      'slow.sns',
      `model clerk_with_a_name_that_is_long = inference("openai-compatible", "m", base_url: "http://127.0.0.1:${port}/v1")\n` +
        'set delegation = clerk_with_a_name_that_is_long\nx = ask("hi")\n',
    )
  })
  afterAll(() => {
    for (const answer of waiting) answer()
    server.close()
  })

  it.each([
    [80, 'waiting for the model clerk_with_a_name_that_is_long: 3 s'],
    [40, 'waiting for the model clerk_with_…: 3 s'],
  ])('fits into %d columns and is taken back at Ctrl-C', async (columns, line) => {
    const { shown, status } = await senseAtTerminal(['run', program], [[`\r\u001b[K${line}`, '\u0003']], { columns })
    expect(shown.endsWith('\r\u001b[K')).toBe(true)
    expect(status).toBe(130)
  })

  it('is not for a terminal that cannot take it back', async () => {
    const environment = { TERM: 'dumb' }
    const { shown, status } = await senseAtTerminal(['run', '--timeout', '4', program], [['run-timeout', null]], {
      environment,
    })
    expect(shown).not.toContain('waiting for')
    expect(status).toBe(1)
  })
})
