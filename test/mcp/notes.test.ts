/** What a server says while it works reaches whoever watches, and nobody else. */

import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runText } from '../../src/index.ts'
import type { RunEvent } from '../../src/index.ts'

const serverPath = fileURLToPath(new URL('telling-server.ts', import.meta.url))

const program = `files = connect_mcp("files", ${JSON.stringify(process.execPath)}, [${JSON.stringify(serverPath)}])
set delegation = inference("mock", "m", script: ["call files.index {}", "{result}"])
print(ask_with_tools("?", files.tools).value)
`

it('as events, between the call and its end', async () => {
  const events: RunEvent[] = []
  const { output, problems } = await runText(program, { onEvent: (event) => events.push(event) })
  expect([output, problems]).toEqual(['done\n', []])
  const kinds = events.map(({ kind }) => kind).filter((kind) => /^(?:tool|server-log)/.test(kind))
  expect(kinds).toEqual(['tool-call', 'server-log', 'tool-progress', 'tool-progress', 'server-log', 'tool-result'])
  expect(events.filter(({ kind }) => kind === 'tool-progress')).toMatchObject([
    { name: 'files.index', progress: 1, total: 3, message: 'reading\\nmuch' },
    { name: 'files.index', progress: 2 },
  ])
  expect(events.filter(({ kind }) => kind === 'server-log')).toMatchObject([
    { name: 'files', level: 'info', text: 'index \\u{1b}[31mopened' },
    { name: 'files', level: 'warning', text: '{"free":3}' },
  ])
})

it('and to nobody where nobody watches', async () => {
  expect(await runText(program)).toMatchObject({ ok: true, output: 'done\n' })
})
