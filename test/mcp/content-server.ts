/**
 * An MCP server with resources and prompts: `node content-server.ts ERA JOURNAL`. Plain Node, so that what stands on the
 * wire is what is written here. ERA is `legacy`, `modern`, or `bare` for a legacy server that has tools only.
 */

import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

interface Request {
  readonly id?: Json
  readonly method: string
  readonly params?: { readonly [name: string]: Json }
}

const [era = 'legacy', journalPath = ''] = process.argv.slice(2)
const say = (message: Json): void => void process.stdout.write(`${JSON.stringify(message)}\n`)

const about = { name: 'content', version: '3.1.4' }
const capabilities = era === 'bare' ? { tools: {} } : { tools: {}, resources: {}, prompts: {} }
const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const tools = [
  {
    name: 'write-file',
    description: 'Writes.',
    inputSchema: schema,
    annotations: { destructiveHint: true, limit: 12.5 },
  },
  { name: 'look', inputSchema: { type: 'object' } },
]

const contents: Readonly<Record<string, readonly Json[]>> = {
  'note:///a': [{ uri: 'note:///a', mimeType: 'text/plain', text: 'first note' }],
  'note:///dot': [{ uri: 'note:///dot', mimeType: 'image/png', blob: 'iVBORw==' }],
  'note:///all': [
    { uri: 'note:///a', text: 'first note\n' },
    { uri: 'note:///dot', mimeType: 'image/png', blob: 'iVBORw==' },
  ],
  'note:///empty': [],
}

const textOf = (params: Request['params'], name: string): string => {
  const value = params?.[name]
  return typeof value === 'string' ? value : ''
}

const paged = (params: Request['params'], field: string, pages: readonly Json[]): Json => {
  const index = Number(params?.['cursor'] ?? 0)
  return { [field]: pages[index] ?? [], ...(index + 1 < pages.length ? { nextCursor: String(index + 1) } : {}) }
}

const answers: Readonly<Record<string, (params: Request['params']) => Json | undefined>> = {
  'tools/list': () => ({ tools }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: `did ${textOf(params, 'name')}` }] }),
  'resources/list': (params) =>
    paged(params, 'resources', [
      [{ uri: 'note:///a', name: 'a', title: 'A note', mimeType: 'text/plain', size: 10 }, { name: 'without address' }],
      [
        { uri: 'note:///dot', description: 'a dot' },
        { uri: 'note:///a', name: 'again' },
      ],
    ]),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'note:///{name}', name: 'any note' }] }),
  'resources/read': (params) => {
    const found = contents[textOf(params, 'uri')]
    return found === undefined ? undefined : { contents: found }
  },
  'prompts/list': () => ({
    prompts: [{ name: 'greet', description: 'Greets.', arguments: [{ name: 'who', required: true }, { nameless: 1 }] }],
  }),
  'prompts/get': (params) => {
    const who = JSON.stringify(params?.['arguments'])
    const user = { role: 'user', content: { type: 'text', text: `Greet ${who}.` } }
    const picture = { role: 'assistant', content: { type: 'image', data: 'iVBORw==', mimeType: 'image/png' } }
    return { messages: params?.['name'] === 'greet' ? [user] : [user, picture] }
  },
}

const greetings: Readonly<Record<string, (params: Request['params']) => Json | undefined>> =
  era === 'modern'
    ? {
        'server/discover': () => ({
          ...{ supportedVersions: ['2026-07-28'], capabilities, instructions: 'Read the notes.', ttlMs: 0 },
          _meta: { 'io.modelcontextprotocol/serverInfo': about },
        }),
      }
    : {
        initialize: () => ({
          ...{ protocolVersion: '2025-06-18', capabilities, serverInfo: about },
          ...(era === 'bare' ? {} : { instructions: 'Read the notes.' }),
        }),
      }

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as Request
  if (journalPath !== '') appendFileSync(journalPath, `${method}\n`)
  if (id === undefined) continue
  const isMissing = era === 'bare' && /^(?:resources|prompts)/.test(method)
  const answer = isMissing ? undefined : (greetings[method] ?? answers[method])
  const result = answer?.(params)
  if (result !== undefined) say({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...(result as object) } })
  else if (answer === undefined) say({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
  else say({ jsonrpc: '2.0', id, error: { code: -32602, message: 'there is no such thing' } })
}
