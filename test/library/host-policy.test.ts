/** What an application can keep from a program altogether. */

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runFile, runText } from '../../src/index.ts'
import type { HostPolicy } from '../../src/index.ts'
import type { PythonPort } from '../../src/runtime/ports/python.ts'
import { PythonStartFailure } from '../../src/runtime/ports/python.ts'
import { runSource } from '../support/run-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'sense-library-'))

const doors: readonly (readonly [capability: string, text: string])[] = [
  ['python.import', 'import python "os" as os\n'],
  ['js.import', 'import js "node:fs" as fs\n'],
  ['js.import', 'from js "node:fs" import readFileSync\n'],
  ['mcp.connect', 'connect_mcp("m", "/nonexistent/command", [])\n'],
  ['memory.persist', `persistent memory m: "${join(folder, 'm.db')}"\n`],
]

describe.each(doors)('%s', (capability, text) => {
  it.each<[name: string, policy: HostPolicy]>([
    ['by its name', { deny: [capability] }],
    ['by a pattern', { deny: [capability.replace(/\..*/, '.*')] }],
    ['by what alone is allowed', { allowOnly: ['mail.send'] }],
    ['by nothing at all being allowed', { allowOnly: [] }],
  ])('is denied %s', async (_name, policy) => {
    const { problems, audit } = await runText(`policy: allow ${capability}\n${text}`, { policy })
    expect(problems).toMatchObject([{ code: 'capability-denied-by-host' }])
    expect(problems[0]?.headline).toContain(`requires capability '${capability}'`)
    expect(audit).toMatchObject([{ event: 'denied', capability }])
  })

  it('is denied by a rule of the program itself', async () => {
    const { problems } = await runText(`policy: deny ${capability}\n${text}`)
    expect(problems).toMatchObject([{ code: 'capability-denied' }])
  })
})

it('what is denied can be told from what is allowed', async () => {
  const program =
    'tool a() requires mail.read:\n  return 1\ntool b() requires mailbox.read:\n  return 2\nprint(b(), a())\n'
  const { output, problems } = await runText(`print(0)\n${program}`, {
    policy: { allowOnly: ['mail.*', 'mailbox.read'] },
  })
  expect({ output, problems }).toEqual({ output: '0\n2 1\n', problems: [] })
  const denied = await runText(program, { policy: { deny: ['mail.*'] } })
  expect(denied.problems[0]?.headline).toContain("'mail.read'")
  expect(denied.auditLines[0]).toContain("'b' -> called")
})

it('modules that only compute, and other files of the program, need nothing', async () => {
  writeFileSync(join(folder, 'part.sns'), 'import sense text\nname = text.upper("ada")\n')
  writeFileSync(join(folder, 'main.sns'), 'import "./part.sns" as part\nprint(part.name)\n')
  const main = pathToFileURL(join(folder, 'main.sns'))
  expect(await runFile(main, { policy: { allowOnly: [] } })).toMatchObject({ ok: true, output: 'ADA\n' })
})

it.each<[name: string, hostPolicy: HostPolicy, count: number]>([
  ['nothing of Python where that is denied', { deny: ['python.*'] }, 0],
  ['what Python needs where it may be imported', { deny: ['js.import'] }, 1],
])('prepares %s', async (_name, hostPolicy, count) => {
  let prepared = 0
  const unusable: PythonPort = {
    prepare: () => {
      prepared += 1
      return Promise.resolve()
    },
    start: () => {
      throw new PythonStartFailure('missing', { name: 'python3', isChosen: false })
    },
    closeAll: () => Promise.resolve(),
  }
  const { diagnostics } = await runSource('import python os\n', { ports: { python: unusable }, hostPolicy })
  expect(diagnostics).toHaveLength(1)
  expect(prepared).toBe(count)
})
