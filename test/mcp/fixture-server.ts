/**
 * An MCP server that misbehaves on demand. Plain Node, no library, so that what stands on the wire is what is written
 * here.
 *
 *   node fixture-server.ts MODE JOURNAL [NUMBER]
 *
 * MODE says how it starts and ends; how it answers a call is chosen by the tool that is called. Everything it sees is
 * appended to the file JOURNAL, one JSON value a line.
 */

import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly cursor?: string
    readonly arguments?: Record<string, unknown>
    readonly _meta?: Record<string, unknown>
  }
  readonly result?: unknown
  readonly error?: unknown
}

const [mode = 'plain', journalPath = '', numberText = '1'] = process.argv.slice(2)
const number = Number(numberText)

const note = (entry: unknown): void => {
  if (journalPath !== '') appendFileSync(journalPath, `${JSON.stringify(entry)}\n`)
}
/** To the pipe itself, at once and whole, whatever the stream would do. */
const write = (text: string | Buffer, descriptor = 1): void => {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(descriptor, bytes, done)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
const say = (message: unknown): void =>
  write(`${mode === 'pretty' ? JSON.stringify(message, null, 2) : JSON.stringify(message)}\n`)
const answer = (id: unknown, result: unknown): void => say({ jsonrpc: '2.0', id, result })
const refuse = (id: unknown, code: number, message: string, data?: unknown): void =>
  say({ jsonrpc: '2.0', id, error: { code, message, data } })
const text = (value: string): unknown => ({ content: [{ type: 'text', text: value }] })
const later = (ms: number, action: () => void): void => void setTimeout(action, ms)

const tool = (name: string): unknown => ({
  name,
  description: `does ${name}`,
  inputSchema: { type: 'object', properties: {} },
})
const TOOLS = [
  'echo',
  'raw',
  'hang',
  'die',
  'exit',
  'slow',
  'progress',
  'huge',
  'environment',
  'grandchild',
  'flood-stderr',
  'close-output',
  'ask',
  'tell',
  'answer-and-exit',
  'burst',
  'late-nameless',
]

note({ started: process.pid, era: process.env['SENSE_RUN'] !== undefined })

/** What happens before the first message. */
const beginnings: Record<string, () => void> = {
  usage: () => {
    write('usage: server [options]\n  --help  shows this\n')
    process.exit(2)
  },
  fatal: () => {
    write('loading\nfatal: missing API key\n', 2)
    process.exit(3)
  },
  secret: () => {
    write(`\u001b[31mtoken is ${process.env['TOKEN'] ?? ''}\n`, 2)
    process.exit(3)
  },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  'flood-stderr': () => write(`${'log line '.repeat(20)}\n`.repeat(20_000), 2),
  'flood-stdout': () => write('2026-12-01 INFO starting up\n'.repeat(200_000)),
  banner: () => write('Welcome to the server!\n{"level":30,"msg":"listening"}\n[info] ready\n{ not json\n'),
  'noise-for-ever': () => void setInterval(() => write('working...\n'), 20),
  'output-closed': () => {
    closeSync(1)
    later(60_000, () => undefined)
  },
}
beginnings[mode]?.()

function capabilities(): unknown {
  return mode === 'no-tools' ? {} : { tools: {} }
}

function initialize(message: Message): void {
  const result = {
    protocolVersion: '2025-11-25',
    capabilities: capabilities(),
    serverInfo: { name: 'fixture', version: '1' },
  }
  const reply = { jsonrpc: '2.0', id: message.id, result }
  switch (mode) {
    case 'modern-only':
      return refuse(message.id, -32022, 'Unsupported protocol version', { supported: ['2026-07-28'] })
    case 'wrong-version':
      return answer(message.id, { ...result, protocolVersion: '1999-01-01' })
    case 'garbage':
      return answer(message.id, 'hello')
    case 'refuses':
      return refuse(message.id, -32603, 'database is locked')
    case 'bare':
      return write(`{"id":"${message.id}","result":{"protocolVersion":"2024-11-05"}}\n`)
    case 'batch':
      return write(`[${JSON.stringify(reply)}]\n`)
    case 'unterminated':
      return write(JSON.stringify(reply))
    case 'never':
    case 'late-modern':
      return
    default:
      return say(reply)
  }
}

function discover(message: Message): void {
  const discovery = {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: capabilities(),
    ttlMs: 0,
    cacheScope: 'private',
  }
  switch (mode) {
    case 'modern':
      return answer(message.id, discovery)
    case 'future':
      return answer(message.id, { ...discovery, supportedVersions: ['2031-01-01'] })
    case 'late-modern':
      return later(number, () => answer(message.id, discovery))
    case 'modern-only':
      return wasAsked ? answer(message.id, discovery) : undefined
    case 'exit-on-probe':
      note('exit on probe')
      write('expected initialize\n', 2)
      return process.exit(1)
    case 'deep-error':
      return write(`{"jsonrpc":"2.0","id":"${message.id}","error":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`)
    case 'silent-probe':
    case 'never':
      return
    case 'glued':
      return write(
        `progress 10%...${JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } })}\n`,
      )
    case 'bom':
      return write(
        `\u{feff}${JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } })}\r\n`,
      )
    default:
      return refuse(message.id, -32601, 'Method not found')
  }
}

let wasAsked = false

const BAD_TOOLS = [
  tool('good'),
  { name: 'no-schema' },
  { name: 'null-schema', inputSchema: null },
  { name: 'typeless', inputSchema: { properties: { a: {} } } },
  { name: 'array-root', inputSchema: { type: 'array' } },
  { inputSchema: { type: 'object' } },
  'text',
  { name: 'bad-output', inputSchema: { type: 'object' }, outputSchema: { type: 'array' }, annotations: 7, extra: true },
  { name: 'good', description: 'again', inputSchema: { type: 'object' } },
  { name: 'deep', inputSchema: JSON.parse(`${'{"a":'.repeat(3000)}{}${'}'.repeat(3000)}`) as unknown },
  { name: 'naïve/näme with.dots', inputSchema: { type: 'object' } },
]

function list(message: Message): void {
  const page = Number(message.params?.cursor ?? 0)
  const numbered = { tools: [tool(`t${page}`)], nextCursor: String(page + 1) }
  const pages: Record<string, () => unknown> = {
    pages: () => (page + 1 < number ? numbered : { tools: [tool(`t${page}`)] }),
    stuck: () => ({ tools: [tool('only')], nextCursor: 'same' }),
    endless: () => numbered,
    repeating: () => ({ tools: [tool('only')], nextCursor: String(page + 1) }),
    'null-cursor': () => ({ tools: [tool('only')], nextCursor: null }),
    'empty-cursor': () => ({ tools: [tool('only')], nextCursor: '' }),
    'number-cursor': () => ({ tools: [tool('only')], nextCursor: 7 }),
    'bad-tools': () => ({ tools: BAD_TOOLS }),
    'no-list': () => ({}),
    'long-cursor': () => ({ tools: [tool('only')], nextCursor: 'x'.repeat(10_000) }),
    'many-twins': () => ({ tools: Array.from({ length: 30 }, () => tool('only')) }),
  }
  if (mode === 'bad-page' && page > 0) return refuse(message.id, -32000, 'page lost')
  if (mode === 'bad-page') return answer(message.id, numbered)
  if (mode === 'hang-list') return
  if (mode === 'deep-tool') {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    return write(
      `{"jsonrpc":"2.0","id":${String(message.id)},"result":{"tools":[${JSON.stringify(tool('good'))},${deep}]}}\n`,
    )
  }
  if (mode === 'die-in-list') return process.exit(4)
  const common =
    mode === 'modern' || mode === 'late-modern' || mode === 'modern-only'
      ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
      : {}
  answer(message.id, pages[mode]?.() ?? { tools: TOOLS.map(tool), ...common })
}

const CHAT = ['-e', 'setInterval(() => console.error("still here"), 5)']
const HOLD = ['-e', 'setInterval(() => {}, 1000)']

const calls: Record<string, (message: Message, args: Record<string, unknown>) => void> = {
  echo: ({ id }, args) =>
    answer(id, { ...(text(JSON.stringify(args)) as object), ...(mode === 'modern' ? { resultType: 'complete' } : {}) }),
  /** Writes `text` as it stands, with ID replaced; in pieces of `pieceBytes`. */
  raw: ({ id }, args) => {
    const bytes = Buffer.from(String(args['text']).replaceAll('ID', String(id)))
    const pieceBytes = Number(args['pieceBytes'] ?? bytes.length)
    let offset = 0
    const next = (): void => {
      write(bytes.subarray(offset, offset + pieceBytes))
      offset += pieceBytes
      if (offset < bytes.length) setImmediate(next)
    }
    next()
  },
  hang: () => undefined,
  die: () => {
    write('about to crash\n', 2)
    process.kill(process.pid, 'SIGKILL')
  },
  exit: (_, args) => {
    write('leaving\n', 2)
    process.exit(Number(args['status'] ?? 0))
  },
  'answer-and-exit': ({ id }) => {
    write(JSON.stringify({ jsonrpc: '2.0', id, result: text('last words') }))
    process.exit(0)
  },
  slow: ({ id }, args) => later(Number(args['ms']), () => answer(id, text(`slow ${String(args['ms'])}`))),
  progress: ({ id, params }, args) => {
    let step = 0
    const timer = setInterval(() => {
      step += 1
      const progress = args['stands'] === true ? 1 : step
      say({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: params?._meta?.['progressToken'], progress },
      })
      if (step < Number(args['steps'])) return
      clearInterval(timer)
      if (args['stands'] !== true) answer(id, text('done'))
    }, 50)
  },
  burst: ({ id, params }) => {
    const line = (progress: number): string =>
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: params?._meta?.['progressToken'], progress },
      })
    write(`${Array.from({ length: 20_000 }, (_, index) => line(index)).join('\n')}\n`)
    answer(id, text('done'))
  },
  huge: ({ id }, args) => answer(id, text('ä'.repeat(Number(args['bytes']) / 2))),
  environment: ({ id }) => answer(id, text(JSON.stringify({ ...process.env, cwd: process.cwd() }))),
  'flood-stderr': ({ id }) => {
    write('x'.repeat(5_000_000), 2)
    answer(id, text('done'))
  },
  'close-output': (_, args) => {
    closeSync(1)
    later(Number(args['exitAfterMs'] ?? 60_000), () => process.exit(5))
  },
  /** An answer that does not say to what. */
  'late-nameless': (_, args) =>
    later(Number(args['ms']), () => write('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"late"}}\n')),
  /** Starts a process that outlives us if nobody ends it, then does what `then` says. */
  grandchild: ({ id }, args) => {
    const child = spawn(process.execPath, args['isChatty'] === true ? CHAT : HOLD, {
      detached: args['detached'] === true,
      stdio: args['holdsPipe'] === true ? 'inherit' : 'ignore',
    })
    child.unref()
    if (args['then'] === 'die') process.exit(9)
    answer(id, text(String(child.pid)))
  },
  ask: ({ id }) => {
    say({ jsonrpc: '2.0', id: 'q1', method: 'ping', params: { odd: true, _meta: 'broken' } })
    say({ jsonrpc: '2.0', id: 'q2', method: 'roots/list' })
    say({ jsonrpc: '2.0', id: 'q3', method: 'sampling/createMessage', params: { messages: [] } })
    later(100, () => answer(id, text('asked')))
  },
  tell: ({ id }) => {
    say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'hello' } })
    say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    answer(id, text('told'))
  },
}

function receive(message: Message): void {
  note(message)
  if (mode === 'logs-input') write(`Received: ${JSON.stringify(message)}\n`)
  if (mode === 'echoes-input') say(message)
  if (mode === 'output-closed') return
  if (message.method === 'initialize') initialize(message)
  else if (message.method === 'server/discover') discover(message)
  else if (message.method === 'tools/list') list(message)
  else if (message.method === 'tools/call') {
    const run = calls[message.params?.name ?? '']
    if (run === undefined) refuse(message.id, -32602, `Unknown tool: ${String(message.params?.name)}`)
    else run(message, message.params?.arguments ?? {})
  }
  if (message.method === 'initialize') wasAsked = true
}

/** How it leaves. */
function inputEnded(): void {
  note('input ended')
  if (mode === 'saving')
    later(number, () => {
      note('saved')
      process.exit(0)
    })
  else if (mode === 'deaf' || mode === 'deaf-to-end') later(60_000, () => undefined)
  else if (mode !== 'output-closed') process.exit(0)
}

if (mode === 'deaf') process.on('SIGTERM', () => note('heard TERM'))
if (mode === 'bare-echo') {
  process.stdin.pipe(process.stdout)
} else if (mode === 'not-reading') {
  let rest = ''
  process.stdin.on('data', (chunk: Buffer) => {
    rest += chunk.toString()
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      receive(JSON.parse(line) as Message)
      if (line.includes('tools/list')) process.stdin.pause()
    }
  })
  later(60_000, () => undefined)
} else {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => receive(JSON.parse(line) as Message))
  lines.on('close', inputEnded)
}
