/** What a program reads of a server itself: facts, resources, prompts. Whole programs and a real server. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createToolServers } from '../../src/adapters/mcp/tool-servers.ts'
import type { SourceRunOptions } from '../support/run-source.ts'
import { runSource } from '../support/run-source.ts'

const serverPath = fileURLToPath(new URL('content-server.ts', import.meta.url))

/** Runs a program in which `notes` is the server; `heard` is what the server was asked. */
async function runWithServer(era: string, program: string, options: SourceRunOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sense-members-'))
  const journal = join(folder, 'journal')
  const args = [serverPath, era, journal].map((word) => JSON.stringify(word)).join(', ')
  const toolServers = createToolServers({ environment: process.env })
  try {
    const text = `notes = connect_mcp("notes", ${JSON.stringify(process.execPath)}, [${args}], "mcp.notes")\n${program}\n`
    const run = await runSource(text, { ...options, ports: { toolServers } })
    const problems = run.diagnostics.map(({ code, headline }) => `${code}: ${headline}`)
    return { ...run, problems, heard: readFileSync(journal, 'utf8').trim().split('\n') }
  } finally {
    await toolServers.closeAll()
    rmSync(folder, { recursive: true })
  }
}

describe.each([
  ['legacy', '2025-06-18'],
  ['modern', '2026-07-28'],
])('a server of the %s era', (era, protocol) => {
  it('tells its facts', async () => {
    const { output } = await runWithServer(
      era,
      'print(notes.name, notes.version, notes.protocol, notes.instructions)\nprint(notes.status)\nnotes.close()\nprint(notes.status)',
    )
    expect(output).toBe(`notes 3.1.4 ${protocol} Read the notes.\nconnected\nclosed\n`)
  })

  it('lists and reads resources', async () => {
    const program = `
for resource in notes.resources(): print(resource)
print(notes.read("note:///a"))
print(notes.read("note:///dot"))
print(notes.read("note:///all"))
for line in audit_log(): print(line)`
    const { output, problems } = await runWithServer(era, program)
    expect(problems).toEqual([])
    expect(output).toBe(
      [
        '{"uri": "note:///a", "name": "a", "title": "A note", "description": null, "mime_type": "text/plain", "size": 10, "is_template": false}',
        '{"uri": "note:///dot", "name": "note:///dot", "title": null, "description": "a dot", "mime_type": null, "size": null, "is_template": false}',
        '{"uri": "note:///{name}", "name": "any note", "title": null, "description": null, "mime_type": null, "size": null, "is_template": true}',
        'first note',
        '[137, 80, 78, 71]',
        'first note',
        '[resource: note:///dot, image/png, 4 bytes]',
        "[line 3] resource list 'notes' -> called",
        "[line 4] resource 'notes.note:///a' -> called",
        "[line 5] resource 'notes.note:///dot' -> called",
        "[line 6] resource 'notes.note:///all' -> called",
        '',
      ].join('\n'),
    )
  })

  it('lists prompts, and writes one', async () => {
    const program = `import sense records
print(notes.prompts())
print(notes.prompt("greet", records.new(who: "Ada")))
print(notes.prompt("two"))
print(audit_log())`
    const { output } = await runWithServer(era, program)
    expect(output).toBe(
      [
        '[{"name": "greet", "title": null, "description": "Greets.", "arguments": [{"name": "who", "description": null, "required": true}]}]',
        'Greet {"who":"Ada"}.',
        'user:',
        'Greet {}.',
        '',
        'assistant:',
        '[image: image/png, 4 bytes]',
        "[[line 3] prompt list 'notes' -> called, [line 4] prompt 'notes.greet' -> called, [line 5] prompt 'notes.two' -> called]",
        '',
      ].join('\n'),
    )
  })
})

describe('the tools of a server', () => {
  it('have a schema and annotations', async () => {
    const program = `
for each in notes.tools: print(each.schema, each.annotations)
tool own(n: Int) returns Int "Mine.":
    return n
print(own.schema, own.annotations)`
    const { output } = await runWithServer('legacy', program)
    expect(output).toBe(
      [
        '{"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]} {"destructiveHint": true, "limit": 12.5}',
        '{"type": "object"} {}',
        '{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false} {}',
        '',
      ].join('\n'),
    )
  })

  it('are denied one by one', async () => {
    const program = `
policy:
    deny mcp.notes.write_file
    allow mcp.notes
model m = inference("mock", "m", script: ["""call notes.write-file {"path": "x"}\ncall notes.look {}""", "{result}"])
set delegation = m
print(ask_with_tools("?", notes.tools).value)
for line in audit_log(): print(line)`
    const { output, heard } = await runWithServer('legacy', program)
    expect(output).toBe(
      [
        'did look',
        "[line 9] tool 'notes.write-file' -> denied (capability 'mcp.notes.write_file' denied by policy)",
        "[line 9] tool 'notes.look' -> called",
        '',
      ].join('\n'),
    )
    expect(heard.filter((method) => method === 'tools/call')).toHaveLength(1)
  })
})

describe('a request that may not be made', () => {
  it.each([
    ['notes.resources()', "resource list 'notes'"],
    ['notes.read("note:///a")', "resource 'notes.note:///a'"],
    ['notes.prompts()', "prompt list 'notes'"],
    ['notes.prompt("greet")', "prompt 'notes.greet'"],
  ])('%s is on record, and the server hears nothing', async (call, subject) => {
    const program = `policy:\n    allow mcp.notes\n    deny mcp.notes.*\nattempt:\n    ${call}\nfailed problem:\n    print(problem.class)\nprint(audit_log())`
    const { output, heard } = await runWithServer('legacy', program)
    expect(output).toBe(`SensePolicyError\n[[line 6] ${subject} -> denied (capability 'mcp.notes' denied by policy)]\n`)
    expect(heard.filter((method) => /^(?:resources|prompts)/.test(method))).toEqual([])
  })

  it('is left out of a dry run that leaves out tools', async () => {
    const program = 'print(notes.read("note:///a"), notes.prompts())'
    const { output, heard, auditLines } = await runWithServer('legacy', program, { dryRun: 'actions-and-tools' })
    expect(output).toBe('nil nil\n')
    expect(auditLines[0]).toBe("[line 2] resource 'notes.note:///a' -> called (dry run — call not sent)")
    expect(heard).not.toContain('resources/read')
  })
})

describe('a request that fails', () => {
  it.each([
    [
      'notes.read("note:///none")',
      'mcp-call-failed: the call of `notes.read` failed at the MCP server `notes`: there is no such thing (-32602)',
    ],
    [
      'notes.read("note:///empty")',
      'mcp-call-failed: the call of `notes.read` failed at the MCP server `notes`: invalid answer: it has no contents',
    ],
    ['notes.read("")', '`notes.read` needs a String as the address of a resource, but got an empty one'],
    ['notes.read(1)', '`notes.read` needs a String as the address of a resource, but got an Int'],
    [
      'import sense records\nnotes.prompt("greet", records.new(who: 1))',
      'needs a Record of Strings as its arguments, but got an Int for `who`',
    ],
    ['notes.prompt("greet", "Ada")', 'needs a Record of Strings as its arguments, but got a String'],
    [
      'notes.close()\nnotes.read("note:///a")',
      'mcp-server-closed: the MCP server `notes` was closed by the program, so `notes.read` cannot be called',
    ],
  ])('%s', async (program, expected) => {
    const { problems } = await runWithServer('legacy', program)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(expected)
  })

  it('is on record as failed', async () => {
    const { output } = await runWithServer('legacy', 'attempt:\n    notes.read("x")\nfailed p:\n    print(audit_log())')
    expect(output).toContain("[line 3] resource 'notes.x' -> failed (the call of `notes.read` failed")
  })
})

it('reads a server that has neither resources nor prompts, nor says anything of itself', async () => {
  const program = 'print(notes.resources(), notes.prompts(), notes.instructions)\nnotes.read("note:///a")'
  const { output, problems } = await runWithServer('bare', program)
  expect(output).toBe('[] [] nil\n')
  expect(problems).toEqual([
    'mcp-call-failed: the call of `notes.read` failed at the MCP server `notes`: Method not found (-32601)',
  ])
})
