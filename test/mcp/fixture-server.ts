/**
 * An MCP server that misbehaves on demand. Plain Node, no library, so that what stands on the wire is what is written
 * here.
 *
 *   node fixture-server.ts MODE JOURNAL [NUMBER]
 *
 * A MODE with a point in its name, such as `frame.crlf`, is one misbehaviour of an otherwise good server with the tool
 * `good`; the table `modes` has them all, and `misbehaviour.test.ts` says what a program must see of each. The other modes
 * say how it starts and ends, and how it answers a call is chosen by the tool that is called. Everything it sees is
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
const deliver = (line: string): void => write(current?.form?.(line) ?? `${line}\n`)
const say = (message: unknown): void => deliver(JSON.stringify(message, null, mode === 'pretty' ? 2 : undefined))
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
  else if (message.method === 'prompts/list') refuse(message.id, -32601, 'Method not found')
  else if (message.method === 'tools/call') {
    const run = calls[message.params?.name ?? '']
    if (run === undefined) refuse(message.id, -32602, `Unknown tool: ${String(message.params?.name)}`)
    else run(message, message.params?.arguments ?? {})
  }
  if (message.method === 'initialize') wasAsked = true
}

/** What the server knows when it answers a request. */
interface Ask {
  readonly id: string | number
  readonly params: NonNullable<Message['params']>
  /** The line as it came. */
  readonly line: string
  /** Calls so far, this one included. */
  readonly count: number
}

type Hook = (ask: Ask) => void

/** Where a mode departs from a server that does everything right. */
interface Mode {
  /** Of a mode that is made when it is wanted: all of it. */
  readonly make?: () => Mode
  readonly begin?: () => void
  readonly discover?: Hook
  readonly initialize?: Hook
  readonly list?: Hook
  /** The first call. */
  readonly call?: Hook
  /** Every later one; without this it is answered as it should be. */
  readonly later?: Hook
  /** Every message that is not one of these. */
  readonly other?: (message: Message) => void
  /** Every line that comes in, before anything else. */
  readonly line?: (line: string) => void
  /** How each message is written. */
  readonly form?: (line: string) => string | Buffer
  readonly end?: () => void
}

const lineOf = (id: unknown, result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result })
const right = (ask: Ask): string => lineOf(ask.id, { ...(text(`right ${ask.count}`) as object), ...modernFields() })
const rightly: Hook = (ask) => deliver(right(ask))
const modernFields = (): object => (mode.startsWith('modern') ? { resultType: 'complete' } : {})
/** The right answer in another form. */
const inForm =
  (form: (line: string) => string | Buffer): Hook =>
  (ask) =>
    write(form(right(ask)))
/** The right answer while a late one to the first call arrives. */
const rightlyLater: Hook = (ask) => later(400, () => rightly(ask))
/** A text in place of the answer, in which ID stands for the number of the call. */
const saying =
  (template: string): Hook =>
  (ask) =>
    write(`${template.replaceAll('ID', JSON.stringify(ask.id))}\n`)
/** An answer with this result. */
const giving =
  (result: unknown): Hook =>
  (ask) =>
    say({ jsonrpc: '2.0', id: ask.id, result })
const outcome = (fields: string): Mode => ({ call: saying(`{"jsonrpc":"2.0","id":ID,${fields}}`) })
const content = (...blocks: unknown[]): Mode => ({ call: giving({ content: blocks, ...modernFields() }) })
const dying =
  (how: () => void): Hook =>
  () =>
    how()
/** Made only where it is wanted: most of the time of a start would go into it. */
const large = (make: () => Mode): Mode => ({ make })
const page = (result: unknown): Mode => ({ list: giving(result) })
const schema = (inputSchema: unknown): Mode => page({ tools: [{ name: 'bad', inputSchema }, goodTool] })
const goodTool = { name: 'good', description: 'works', inputSchema: { type: 'object', properties: {} } }
const pages = (...all: readonly unknown[]): Mode => ({
  list: (ask) => giving(all[ask.params.cursor === undefined ? 0 : Number(ask.params.cursor)] ?? all.at(-1))(ask),
})
const initialized = (result: unknown): Mode => ({ initialize: giving(result) })
const greeting = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'f', version: '1' } }
const discovery = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: 'private',
}
/** First something unasked, then the answer. */
const before = (action: (ask: Ask) => void): Mode => ({
  call: (ask) => {
    action(ask)
    rightly(ask)
  },
})
const asking = (method: string, id: unknown = 'q', params?: unknown): void =>
  say({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
const telling = (method: string, params?: unknown): void =>
  say({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })
/** Many messages at once, in one write. */
const flooding = (count: number, messageOf: (n: number) => object): void =>
  write(Array.from({ length: count }, (_, n) => `${JSON.stringify({ jsonrpc: '2.0', ...messageOf(n) })}\n`).join(''))
const utf16 = (line: string): Buffer => Buffer.from(line, 'utf16le')
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const exitLater = (status: number, ms = 20): void => later(ms, () => process.exit(status))
const waiting = new Map<string, Message>()
const modern = (parts: Mode): Mode => ({ discover: giving(discovery), ...parts })

const modes: Record<string, Mode> = {
  // start: from the process to the list of tools
  'start.plain': {},
  'start.exit-early': {
    begin: () => {
      write('reading settings\nfatal: API_TOKEN is not set\n', 2)
      process.exit(3)
    },
  },
  'start.exit-zero': { begin: () => process.exit(0) },
  'start.usage': {
    begin: () => {
      write('usage: server [options]\n')
      process.exit(2)
    },
  },
  'start.crash': { begin: () => process.kill(process.pid, 'SIGSEGV') },
  'start.control-characters': {
    begin: () => {
      write('\u001b[2J\u001b[31mred\u0007 \u202eevil\n', 2)
      process.exit(1)
    },
  },
  'start.secret': {
    begin: () => {
      write(`token ${process.env['API_TOKEN'] ?? ''} in mode ${process.env['MODE'] ?? ''}\n`, 2)
      process.exit(1)
    },
  },
  'start.exit-on-probe': {
    discover: () => {
      write('expected initialize\n', 2)
      process.exit(1)
    },
  },
  'start.abort-on-probe': { discover: () => process.abort() },
  'start.close-on-probe': {
    discover: () => {
      closeSync(1)
      exitLater(1, 200)
    },
  },
  'start.exit-on-anything': { line: () => process.exit(7) },
  'start.silent': { discover: () => undefined, initialize: () => undefined },
  'start.silent-probe': { discover: () => undefined },
  'start.hang-initialize': { initialize: () => undefined },
  'start.hang-list': { list: () => undefined },
  'start.exit-in-list': {
    list: dying(() => {
      write('out of disk\n', 2)
      process.exit(4)
    }),
  },
  'start.killed-in-list': { list: dying(() => process.kill(process.pid, 'SIGKILL')) },
  'start.close-stdout': {
    begin: () => {
      closeSync(1)
      later(60_000, () => undefined)
    },
    discover: () => undefined,
  },
  'start.half-answer-and-exit': {
    initialize: (ask) => {
      write(lineOf(ask.id, greeting).slice(0, 60))
      process.exit(5)
    },
  },
  'start.unterminated-answer-and-exit': {
    list: (ask) => {
      write(lineOf(ask.id, { tools: [goodTool] }))
      process.exit(0)
    },
  },
  'start.initialize-string': initialized('hello'),
  'start.initialize-null': initialized(null),
  'start.initialize-array': initialized([]),
  'start.initialize-empty': initialized({}),
  'start.initialize-number-version': initialized({ ...greeting, protocolVersion: 20_251_125 }),
  'start.initialize-unknown-version': initialized({ ...greeting, protocolVersion: '1999-01-01' }),
  'start.initialize-error': { initialize: ({ id }) => refuse(id, -32603, 'database is locked') },
  'start.initialize-unknown-method': { initialize: ({ id }) => refuse(id, -32601, 'Method not found') },
  'start.initialize-not-json': { initialize: saying('{"jsonrpc":"2.0","id":ID,"result":{oops}}') },
  'start.initialize-nameless': {
    initialize: saying(`{"jsonrpc":"2.0","id":null,"result":${JSON.stringify(greeting)}}`),
  },
  'start.initialize-twice': {
    initialize: (ask) => {
      giving(greeting)(ask)
      giving({ ...greeting, protocolVersion: '1999-01-01' })(ask)
    },
  },
  'start.initialize-wrong-id': {
    initialize: saying(`{"jsonrpc":"2.0","id":"other","result":${JSON.stringify(greeting)}}`),
  },
  'start.names-its-version': {
    initialize: (ask) => {
      if (ask.line.includes('2025-11-25'))
        refuse(ask.id, -32602, 'Unsupported protocol version', { supported: ['2024-11-05'] })
      else giving({ ...greeting, protocolVersion: '2024-11-05' })(ask)
    },
  },
  'start.version-2025-06-18': initialized({ ...greeting, protocolVersion: '2025-06-18' }),
  'start.version-2025-03-26': initialized({ ...greeting, protocolVersion: '2025-03-26' }),
  'start.version-2024-11-05': initialized({ ...greeting, protocolVersion: '2024-11-05' }),
  'start.version-2024-10-07': initialized({ ...greeting, protocolVersion: '2024-10-07' }),
  'start.version-alone': initialized({ protocolVersion: '2025-06-18' }),
  'start.capabilities-null': initialized({ ...greeting, capabilities: null }),
  'start.capabilities-array': initialized({ ...greeting, capabilities: [] }),
  'start.capability-null': initialized({ ...greeting, capabilities: { tools: null } }),
  'start.no-capability': initialized({ ...greeting, capabilities: {} }),
  'start.odd-server-info': initialized({ ...greeting, serverInfo: 7, instructions: { a: 1 }, _meta: [] }),
  'start.probe-error-string': { discover: saying('{"jsonrpc":"2.0","id":ID,"error":"what?"}') },
  'start.probe-error-deep': { discover: saying(`{"jsonrpc":"2.0","id":ID,"error":${deep(100_000)}}`) },
  'start.probe-result-odd': { discover: giving('modern? no') },
  'start.probe-nameless': {
    discover: saying('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}'),
  },
  'start.ping-before-all': {
    begin: () => asking('ping', 1),
    discover: (ask) => void waiting.set('probe', { id: ask.id }),
    other: () => refuse(waiting.get('probe')?.id, -32601, 'no'),
  },
  'start.talks-first': {
    begin: () => {
      telling('notifications/tools/list_changed')
      telling('notifications/message', { level: 'info', data: 'up' })
      asking('roots/list', 'early')
    },
  },
  'start.echo': {
    line: (line) => {
      write(`${line}\n`)
    },
    discover: () => undefined,
    initialize: () => undefined,
    list: () => undefined,
  },
  'start.logs-input': { line: (line) => write(`got ${line}\n`) },
  'start.echoes-input': { line: (line) => write(`${line}\n`) },
  'start.stderr-flood': { begin: () => write(`${'log line '.repeat(20)}\n`.repeat(20_000), 2) },
  'start.stdout-flood': { begin: () => write('2026-12-01 INFO starting up\n'.repeat(200_000)) },
  'start.banner': { begin: () => write('Welcome!\n{"level":30,"msg":"listening"}\n[info] ready\n{ not json\n') },
  'start.noise-for-ever': {
    begin: () => void setInterval(() => write('working...\n'), 20),
    discover: () => undefined,
    initialize: () => undefined,
  },
  'start.asks-for-a-password': {
    begin: () => write('Password: '),
    discover: () => undefined,
    initialize: () => undefined,
  },
  'start.slow': { begin: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200) },

  // frame: how bytes become messages
  'frame.crlf': { form: (line) => `${line}\r\n` },
  'frame.lone-cr': { form: (line) => `${line}\r` },
  'frame.no-newline': { form: (line) => line },
  'frame.bom': { form: (line) => `\ufeff${line}\n` },
  'frame.pretty': { form: (line) => `${JSON.stringify(JSON.parse(line), null, 2)}\n` },
  'frame.pretty-crlf': {
    form: (line) => `${JSON.stringify(JSON.parse(line), null, '\t').replaceAll('\n', '\r\n')}\r\n`,
  },
  'frame.batch': { form: (line) => `[${line}]\n` },
  'frame.batch-mixed': {
    form: (line) => `[{"jsonrpc":"2.0","method":"notifications/message","params":{}},7,null,${line}]\n`,
  },
  'frame.padded': { form: (line) => `\n\n   ${line}   \n\n` },
  'frame.content-length': { form: (line) => `Content-Length: ${Buffer.byteLength(line)}\r\n\r\n${line}` },
  'frame.events': { form: (line) => `event: message\ndata: ${line}\n\n` },
  'frame.nul-terminated': { form: (line) => `${line}\0\n` },
  'frame.nul-instead-of-newline': { form: (line) => `${line}\0` },
  'frame.record-separator': { form: (line) => `\u001e${line}\n` },
  'frame.utf16': { form: (line) => utf16(`${line}\n`) },
  'frame.no-jsonrpc': { form: (line) => `${line.replace('"jsonrpc":"2.0",', '')}\n` },
  'frame.jsonrpc-number': { form: (line) => `${line.replace('"jsonrpc":"2.0"', '"jsonrpc":2.0')}\n` },
  'frame.jsonrpc-null': { form: (line) => `${line.replace('"jsonrpc":"2.0"', '"jsonrpc":null')}\n` },
  'frame.ids-as-text': { form: (line) => `${line.replace(/"id":(\d+)/, '"id":"$1"')}\n` },
  'frame.ids-as-floats': { form: (line) => `${line.replace(/"id":(\d+)/, '"id":$1.0')}\n` },
  'frame.no-ids': { form: (line) => `${line.replace(/"id":(?:\d+|"[^"]*"),/, '')}\n` },
  'frame.prefix': { form: (line) => `[server] ${line}\n` },
  'frame.noise-before': { call: inForm((line) => `progress 10%...${line}\n`) },
  'frame.noise-with-brace': { call: inForm((line) => `{ oops ${line}\n`) },
  'frame.noise-after': { call: inForm((line) => `${line} done\n`) },
  'frame.noise-around-lines': { call: inForm((line) => `one\n{"two":\n[3\n${line}\nfour\n`) },
  'frame.glued': { call: inForm((line) => `{"jsonrpc":"2.0","method":"notifications/message","params":{}}${line}\n`) },
  'frame.glued-comma': {
    call: inForm((line) => `{"jsonrpc":"2.0","method":"notifications/message","params":{}},${line}\n`),
  },
  'frame.bom-mid-stream': { call: inForm((line) => `\n\ufeff\n\ufeff${line}\n`) },
  'frame.quoted-copy': {
    call: inForm((line) => `received ${line.replace('right', 'wrong')} from upstream\n${line}\n`),
  },
  'frame.byte-by-byte': { call: (ask) => piecemeal(Buffer.from(`${right(ask).replace('right', 'ríght 🎉')}\n`), 1) },
  'frame.split-character': {
    call: (ask) => piecemeal(Buffer.from(`${lineOf(ask.id, text('é🎉'.repeat(2_000)))}\n`), 7),
  },
  'frame.unicode-oddities': { call: giving(text('\u2028\u2029\u0085\ufeff\u200b\u{1f468}\u200d\u{1f469}')) },
  'frame.lone-surrogates': {
    call: saying('{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"a\\ud800b\\udc00c"}]}}'),
  },
  'frame.invalid-utf8': {
    call: inForm((line) =>
      Buffer.concat([
        Buffer.from(line.slice(0, line.indexOf('right') + 5)),
        Buffer.from([0xe9, 0xff]),
        Buffer.from(`${line.slice(line.indexOf('right') + 5)}\n`),
      ]),
    ),
  },
  'frame.raw-tab': { call: inForm((line) => `${line.replace('right', 'right\tnow\u0001')}\n`) },
  'frame.duplicate-keys': {
    call: saying(
      '{"jsonrpc":"2.0","id":99999,"id":ID,"result":7,"result":{"content":[{"type":"text","text":"right 1"}]}}',
    ),
  },
  'frame.proto-keys': {
    call: saying(
      '{"__proto__":{"id":5},"jsonrpc":"2.0","id":ID,"constructor":1,"result":{"__proto__":{"isError":true},"content":[{"type":"text","text":"right 1","__proto__":1}]}}',
    ),
  },
  'frame.unknown-fields': {
    call: saying(
      '{"jsonrpc":"2.0","trace":{"a":[1]},"id":ID,"result":{"content":[{"type":"text","text":"right 1","x":null}],"y":[]},"z":1}',
    ),
  },
  'frame.unknown-field-no-jsonrpc': {
    call: saying('{"id":ID,"took":3,"result":{"content":[{"type":"text","text":"right 1"}]}}'),
  },
  'frame.method-in-answer': {
    call: saying(
      '{"jsonrpc":"2.0","id":ID,"method":"tools/call","result":{"content":[{"type":"text","text":"right 1"}]}}',
    ),
  },
  'frame.comment': { call: saying('{"jsonrpc":"2.0","id":ID,/* done */"result":{"content":[]}}') },
  'frame.trailing-comma': { call: saying('{"jsonrpc":"2.0","id":ID,"result":{"content":[],},}') },
  'frame.single-quotes': { call: saying("{'jsonrpc':'2.0','id':ID,'result':{}}") },
  'frame.not-a-number': {
    call: saying('{"jsonrpc":"2.0","id":ID,"result":{"structuredContent":{"a":NaN,"b":-Infinity}}}'),
  },
  'frame.id-last-not-json': { call: saying('{"result":{"a":undefined},"jsonrpc":"2.0","id":ID}') },
  'frame.cut-in-text': { call: inForm((line) => `${line.slice(0, line.indexOf('right'))}\n`) },
  'frame.cut-in-structure': { call: inForm((line) => `${line.slice(0, line.indexOf('[') + 1)}\n`) },
  'frame.cut-then-next': {
    call: (ask) => {
      write(right(ask).slice(0, 45))
      telling('notifications/message', {})
    },
  },
  'frame.deep-unknown': {
    call: saying(
      `{"jsonrpc":"2.0","id":ID,"x":${deep(200_000)},"result":{"content":[{"type":"text","text":"right 1"}]}}`,
    ),
  },
  'frame.large': { call: giving(text('ä'.repeat(25_000_000))) },
  'frame.many-lines': {
    call: (ask) => {
      write('INFO still at it\n'.repeat(200_000))
      rightly(ask)
    },
  },
  'frame.many-braces': {
    call: (ask) => {
      write(`${'{"id":'.repeat(200_000)}\n`)
      rightly(ask)
    },
  },
  'frame.too-large': { call: giving(text('x'.repeat(4_000_000))) },
  'frame.too-large-pretty': {
    call: (ask) =>
      write(
        `${JSON.stringify({ jsonrpc: '2.0', id: ask.id, result: text('x'.repeat(900).concat(' ')), a: Array(200_000).fill('padding') }, null, 2)}\n`,
      ),
  },
  'frame.too-many-values': {
    call: (ask) => write(`{"jsonrpc":"2.0","id":${ask.id},"result":{"content":[${'[],'.repeat(1_500_000)}[]]}}\n`),
  },
  'frame.endless-line': {
    call: (ask) => {
      write(`{"jsonrpc":"2.0","id":${ask.id},"result":{"content":[{"type":"text","text":"`)
      write('x'.repeat(6_000_000))
    },
  },
  'frame.endless-noise': {
    call: (ask) => {
      write(`${'.'.repeat(2_100_000)}\n`)
      rightly(ask)
    },
  },

  // rpc: what an answer says
  'rpc.result-null': outcome('"result":null'),
  'rpc.result-text': outcome('"result":"done"'),
  'rpc.result-array': outcome('"result":[1]'),
  'rpc.result-number': outcome('"result":1e400'),
  'rpc.result-true': outcome('"result":true'),
  'rpc.neither': { call: saying('{"jsonrpc":"2.0","id":ID}') },
  'rpc.both': outcome('"result":{},"error":{"code":1,"message":"x"}'),
  'rpc.both-null': outcome('"result":null,"error":null'),
  'rpc.error-null-too': outcome('"result":{"content":[{"type":"text","text":"right 1"}]},"error":null'),
  'rpc.error': outcome('"error":{"code":-32000,"message":"no luck"}'),
  'rpc.error-text': outcome('"error":"no luck"'),
  'rpc.error-number': outcome('"error":5'),
  'rpc.error-array': outcome('"error":[1,2]'),
  'rpc.error-true': outcome('"error":true'),
  'rpc.error-no-code': outcome('"error":{"message":"no luck"}'),
  'rpc.error-code-text': outcome('"error":{"code":"-7","message":"no luck"}'),
  'rpc.error-code-float': outcome('"error":{"code":1.5,"message":"no luck"}'),
  'rpc.error-code-huge': outcome('"error":{"code":123456789012345678901234567890,"message":"no luck"}'),
  'rpc.error-code-null': outcome('"error":{"code":null,"message":"no luck"}'),
  'rpc.error-no-message': outcome('"error":{"code":5}'),
  'rpc.error-message-object': outcome('"error":{"code":5,"message":{"why":"no luck"}}'),
  'rpc.error-message-huge': { call: ({ id }) => refuse(id, -1, `no luck ${'x'.repeat(5_000_000)}`) },
  'rpc.error-message-control': outcome('"error":{"code":5,"message":"no\\u001b[2J\\u0000\\r\\nluck\\u202e"}'),
  'rpc.error-data-text': outcome('"error":{"code":5,"message":"no luck","data":"disk full"}'),
  'rpc.error-data-huge': { call: ({ id }) => refuse(id, -1, 'no luck', { trace: 'x'.repeat(5_000_000) }) },
  'rpc.error-deep': outcome(`"error":${deep(200_000)}`),
  'rpc.error-empty': outcome('"error":{}'),
  'rpc.error-nameless': { call: saying('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}') },
  'rpc.nameless': { call: saying('{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"right 1"}]}}') },
  'rpc.id-object': {
    call: saying('{"jsonrpc":"2.0","id":{"n":ID},"result":{"content":[{"type":"text","text":"right 1"}]}}'),
  },
  'rpc.wrong-id-first': {
    call: (ask) => {
      say({ jsonrpc: '2.0', id: Number(ask.id) + 1_000, result: text('wrong') })
      rightly(ask)
    },
  },
  'rpc.next-id-first': {
    call: (ask) => {
      say({ jsonrpc: '2.0', id: Number(ask.id) + 1, result: text('wrong') })
      rightly(ask)
    },
  },
  'rpc.old-id-first': {
    call: (ask) => {
      say({ jsonrpc: '2.0', id: Number(ask.id) - 1, result: text('wrong') })
      rightly(ask)
    },
  },
  'rpc.wrong-id-only': { call: (ask) => say({ jsonrpc: '2.0', id: Number(ask.id) + 1_000, result: text('wrong') }) },
  'rpc.twice': {
    call: (ask) => {
      rightly(ask)
      rightly(ask)
    },
  },
  'rpc.twice-different': {
    call: (ask) => {
      rightly(ask)
      say({ jsonrpc: '2.0', id: ask.id, result: text('wrong') })
      later(30, () => say({ jsonrpc: '2.0', id: ask.id, error: { code: 1, message: 'wrong' } }))
    },
  },
  'rpc.twice-nameless': {
    call: (ask) => {
      rightly(ask)
      later(30, () => write('{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"wrong"}]}}\n'))
    },
  },
  'rpc.hang': { call: () => undefined },
  'rpc.late': {
    later: rightlyLater,
    call: (ask) => later(1_200, () => say({ jsonrpc: '2.0', id: ask.id, result: text('late') })),
  },
  'rpc.late-as-text': {
    later: rightlyLater,
    call: (ask) => later(1_200, () => say({ jsonrpc: '2.0', id: String(ask.id), result: text('late') })),
  },
  'rpc.late-nameless': {
    later: rightlyLater,
    call: () =>
      later(1_200, () => write('{"jsonrpc":"2.0","id":null,"result":{"content":[{"type":"text","text":"late"}]}}\n')),
  },
  'rpc.late-error': {
    later: rightlyLater,
    call: (ask) => later(1_200, () => refuse(ask.id, -32800, 'request cancelled')),
  },

  // list: pages, tools and schemas
  'list.hundred-pages': {
    list: (ask) => {
      const n = Number(ask.params.cursor ?? 0)
      giving({ tools: [{ ...goodTool, name: `t${n}` }], ...(n < 99 ? { nextCursor: String(n + 1) } : {}) })(ask)
    },
  },
  'list.same-cursor': page({ tools: [goodTool], nextCursor: 'same' }),
  'list.cursor-cycle': pages(
    { tools: [goodTool], nextCursor: '1' },
    { tools: [{ ...goodTool, name: 'two' }], nextCursor: '2' },
    { tools: [{ ...goodTool, name: 'three' }], nextCursor: '1' },
  ),
  'list.endless': {
    list: (ask) => {
      const n = Number(ask.params.cursor ?? 0)
      giving({ tools: [{ ...goodTool, name: `t${n}` }], nextCursor: String(n + 1) })(ask)
    },
  },
  'list.empty-pages': { list: (ask) => giving({ tools: [], nextCursor: `${ask.params.cursor ?? ''}x` })(ask) },
  'list.cursor-null': page({ tools: [goodTool], nextCursor: null }),
  'list.cursor-empty': page({ tools: [goodTool], nextCursor: '' }),
  'list.cursor-number': page({ tools: [goodTool], nextCursor: 7 }),
  'list.cursor-object': page({ tools: [goodTool], nextCursor: { at: 1 } }),
  'list.cursor-huge': page({ tools: [goodTool], nextCursor: 'x'.repeat(100_000) }),
  'list.page-two-error': {
    list: (ask) =>
      ask.params.cursor === undefined
        ? giving({ tools: [goodTool], nextCursor: '1' })(ask)
        : refuse(ask.id, -32000, 'page lost'),
  },
  'list.page-two-hangs': {
    list: (ask) => {
      if (ask.params.cursor === undefined) giving({ tools: [goodTool], nextCursor: '1' })(ask)
    },
  },
  'list.page-two-not-json': {
    list: (ask) =>
      ask.params.cursor === undefined
        ? giving({ tools: [goodTool], nextCursor: '1' })(ask)
        : saying('{"jsonrpc":"2.0","id":ID,"result":{oops}}')(ask),
  },
  'list.page-one-bad': pages({ tools: 'none', nextCursor: '1' }, { tools: [goodTool] }),
  'list.page-two-bad': pages(
    { tools: [goodTool], nextCursor: '1' },
    { tools: 7, nextCursor: '2' },
    { tools: [{ ...goodTool, name: 'three' }] },
  ),
  'list.tools-null': page({ tools: null }),
  'list.tools-missing': page({}),
  'list.tools-object': page({ tools: { good: goodTool } }),
  'list.tools-text': page({ tools: 'good' }),
  'list.error': { list: ({ id }) => refuse(id, -32603, 'the index is being built') },
  'list.unknown-method': { list: ({ id }) => refuse(id, -32601, 'Method not found') },
  'list.not-json': { list: saying('{"jsonrpc":"2.0","id":ID,"result":{"tools":[}]}}') },
  'list.ten-thousand': large(() =>
    page({ tools: Array.from({ length: 10_000 }, (_, n) => ({ ...goodTool, name: `t${n}` })) }),
  ),
  'list.eleven-thousand': large(() =>
    page({ tools: Array.from({ length: 11_000 }, (_, n) => ({ ...goodTool, name: `t${n}` })) }),
  ),
  'list.twins': page({ tools: [goodTool, { ...goodTool, description: 'wrong' }, goodTool] }),
  'list.odd-tools': page({
    tools: [7, null, 'text', [], {}, { name: 5 }, { name: '' }, { inputSchema: {} }, goodTool],
  }),
  'list.odd-names': page({
    tools: ['a b', 'naïve/näme', 'x\u0000y\n', '🎉', 'a.b', '\ud800', '__proto__', 'constructor', 'n'.repeat(200)]
      .map((name) => ({ ...goodTool, name }))
      .concat(goodTool),
  }),
  'list.control-characters': page({
    tools: [
      {
        ...goodTool,
        inputSchema: { type: 'object', description: '\u001b[1m' },
        annotations: { title: '\u0007' },
        name: '\u001b[2J\u202egood',
        description: '\u001b]0;title\u0007\u009b1A\u{e0041}\r\nnext\u200dline',
      },
      { ...goodTool, name: '\\u{1b}[2J\\u{202e}good' },
      goodTool,
    ],
  }),
  'list.name-huge': page({ tools: [{ ...goodTool, name: 'n'.repeat(100_000) }, goodTool] }),
  'list.description-object': page({ tools: [{ ...goodTool, name: 'bad', description: { text: 'x' } }, goodTool] }),
  'list.description-huge': page({
    tools: [{ ...goodTool, name: 'bad', description: 'x'.repeat(1_000_000) }, goodTool],
  }),
  'list.description-null': page({ tools: [{ ...goodTool, name: 'bad', description: null }, goodTool] }),
  'list.annotations-text': page({ tools: [{ ...goodTool, name: 'bad', annotations: 'readOnly' }, goodTool] }),
  'list.annotations-null': page({
    tools: [
      { ...goodTool, name: 'bad', annotations: null, title: 7, icons: 'x', _meta: [], execution: { taskSupport: 9 } },
      goodTool,
    ],
  }),
  'list.output-schema-odd': page({
    tools: [
      { ...goodTool, name: 'bad', outputSchema: { type: 'array' } },
      { ...goodTool, name: 'worse', outputSchema: 'any' },
      goodTool,
    ],
  }),
  'list.deep-tool': {
    list: saying(
      `{"jsonrpc":"2.0","id":ID,"result":{"tools":[${JSON.stringify(goodTool)},{"name":"bad","inputSchema":{"type":"object","properties":${'{"a":'.repeat(200_000)}{}${'}'.repeat(200_000)}}}]}}`,
    ),
  },
  'list.schema-missing': page({ tools: [{ name: 'bad' }, goodTool] }),
  'list.schema-null': schema(null),
  'list.schema-text': schema('object'),
  'list.schema-true': schema(true),
  'list.schema-array': schema([]),
  'list.schema-no-type': schema({ properties: { a: { type: 'string' } } }),
  'list.schema-array-root': schema({ type: 'array', items: {} }),
  'list.schema-type-list': schema({ type: ['object', 'null'] }),
  'list.schema-union-root': schema({ anyOf: [{ type: 'object', properties: { a: {} } }, { type: 'object' }] }),
  'list.schema-unknown-type': schema({
    type: 'object',
    properties: { a: { type: 'str' }, b: { type: 5 }, c: { type: ['string', 'any'] } },
  }),
  'list.schema-properties-array': schema({ type: 'object', properties: ['a'] }),
  'list.schema-property-text': schema({ type: 'object', properties: { a: 'string', b: null, c: { type: 'string' } } }),
  'list.schema-required-text': schema({ type: 'object', properties: { a: {} }, required: 'a' }),
  'list.schema-required-odd': schema({ type: 'object', properties: { a: {} }, required: ['a', 5, null, 'b'] }),
  'list.schema-odd-keywords': schema({
    type: 'object',
    properties: {
      a: { enum: 'x', anyOf: [], items: 7, minimum: '1', pattern: '(', description: 5, additionalProperties: 'no' },
    },
  }),
  'list.schema-self-reference': schema({ type: 'object', properties: { a: { $ref: '#' } } }),
  'list.schema-tree': schema({
    type: 'object',
    properties: { a: { $ref: '#/$defs/node' } },
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  }),
  'list.schema-pure-cycle': schema({
    type: 'object',
    properties: { a: { $ref: '#/$defs/a' } },
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  }),
  'list.schema-dangling': schema({
    type: 'object',
    properties: { a: { $ref: '#/$defs/none' }, b: { $ref: 'other.json' }, c: { $ref: 7 } },
  }),
  'list.schema-remote': schema({ type: 'object', properties: { a: { $ref: 'http://127.0.0.1:9/schema.json' } } }),
  'list.schema-root-reference': schema({
    $ref: '#/$defs/args',
    $defs: { args: { type: 'object', properties: { a: { type: 'string' } } } },
  }),
  'list.schema-many-definitions': large(() =>
    schema({
      type: 'object',
      properties: {},
      $defs: Object.fromEntries(
        Array.from({ length: 20_000 }, (_, n) => [`d${n}`, { type: 'string', description: 'x'.repeat(40) }]),
      ),
    }),
  ),
  'list.schema-deep': large(() =>
    schema(JSON.parse(`{"type":"object","properties":${'{"a":{"properties":'.repeat(2_000)}{}${'}}'.repeat(2_000)}}`)),
  ),
  'list.schema-huge-numbers': {
    list: saying(
      `{"jsonrpc":"2.0","id":ID,"result":{"tools":[${JSON.stringify(goodTool)},{"name":"bad","inputSchema":{"type":"object","properties":{"a":{"type":"integer","maximum":9223372036854775807,"minimum":-1e400}}}}]}}`,
    ),
  },
  'list.proto-property': {
    list: saying(
      `{"jsonrpc":"2.0","id":ID,"result":{"__proto__":{"tools":[]},"tools":[${JSON.stringify(goodTool)},{"name":"bad","inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}}]}}`,
    ),
  },
  'list.changed-at-once': {
    list: (ask) => {
      giving({ tools: [goodTool] })(ask)
      telling('notifications/tools/list_changed')
    },
  },

  // result: what a call gives
  'result.empty-object': { call: giving({}) },
  'result.content-empty': { call: giving({ content: [] }) },
  'result.content-null': { call: giving({ content: null }) },
  'result.content-text': { call: giving({ content: 'right 1' }) },
  'result.content-object': { call: giving({ content: { type: 'text', text: 'right 1' } }) },
  'result.content-number': { call: giving({ content: 7 }) },
  'result.text-blocks': content({ type: 'text', text: 'ri' }, { type: 'text', text: 'ght 1' }),
  'result.text-without-type': content({ text: 'right 1' }),
  'result.text-number': content({ type: 'text', text: 42 }),
  'result.text-null': content({ type: 'text', text: null }),
  'result.text-empty': content({ type: 'text', text: '' }),
  'result.blocks-odd': content(7, null, 'loose', [1], true, {}),
  'result.unknown-type': content({ type: 'hologram', data: 'AAAA' }, { type: 'text', text: 'right 1' }),
  'result.type-number': content({ type: 5, text: 'x' }),
  'result.image': content({ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }),
  'result.image-no-type': content({ type: 'image', data: 'iVBORw0KGgo=' }),
  'result.image-data-url': content({ type: 'image', data: 'data:image/png;base64,aGVsbG8=' }),
  'result.image-not-base64': content({ type: 'image', data: '!!not base64!!', mimeType: 'image/png' }),
  'result.image-no-data': content({ type: 'image', mimeType: 'image/png' }),
  'result.audio': content({ type: 'audio', data: 'aGVsbG8=', mimeType: 'audio/wav' }),
  'result.link': content({ type: 'resource_link', uri: 'file:///a.txt', name: 'a' }),
  'result.link-no-address': content({ type: 'resource_link', name: 'a' }),
  'result.resource-text': content({
    type: 'resource',
    resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'right 1' },
  }),
  'result.resource-blob': content({ type: 'resource', resource: { uri: 'file:///a.bin', blob: 'aGVsbG8=' } }),
  'result.resource-bad-blob': content({ type: 'resource', resource: { uri: 'file:///a.bin', blob: '%%%' } }),
  'result.resource-no-address': content({ type: 'resource', resource: { text: 'right 1' } }),
  'result.resource-flat': content({ type: 'resource', uri: 'file:///a.txt', text: 'right 1' }),
  'result.resource-null': content({ type: 'resource', resource: null }),
  'result.structured-only': { call: giving({ structuredContent: { a: [1, 'x', null] } }) },
  'result.structured-and-text': {
    call: giving({ content: [{ type: 'text', text: 'right 1' }], structuredContent: { a: 1 } }),
  },
  'result.structured-array': { call: giving({ content: [], structuredContent: [1, 2] }) },
  'result.structured-text': { call: giving({ content: [], structuredContent: 'right 1' }) },
  'result.structured-null': { call: giving({ content: [{ type: 'text', text: 'right 1' }], structuredContent: null }) },
  'result.structured-deep': {
    call: saying(`{"jsonrpc":"2.0","id":ID,"result":{"structuredContent":${deep(200_000)}}}`),
  },
  'result.structured-exact': {
    call: saying(
      '{"jsonrpc":"2.0","id":ID,"result":{"structuredContent":{"id":9007199254740993,"big":123456789012345678901234567890,"__proto__":1}}}',
    ),
  },
  'result.old-tool-result': { call: giving({ toolResult: { a: 1 } }) },
  'result.error': { call: giving({ isError: true, content: [{ type: 'text', text: 'bad luck' }] }) },
  'result.error-text-flag': { call: giving({ isError: 'true', content: [{ type: 'text', text: 'bad luck' }] }) },
  'result.error-false-text': { call: giving({ isError: 'false', content: [{ type: 'text', text: 'right 1' }] }) },
  'result.error-null': { call: giving({ isError: null, content: [{ type: 'text', text: 'right 1' }] }) },
  'result.error-structured': {
    call: giving({ isError: true, content: [], structuredContent: { reason: 'bad luck' } }),
  },
  'result.error-silent': { call: giving({ isError: true }) },
  'result.meta-odd': {
    call: giving({
      _meta: 7,
      annotations: [],
      content: [{ type: 'text', text: 'right 1', annotations: 'x', _meta: null }],
    }),
  },
  'result.control-characters': { call: giving(text('a\u001b[2Jb\u0000c')) },
  'result.schema-mismatch': {
    list: giving({
      tools: [
        { ...goodTool, outputSchema: { type: 'object', required: ['x'], properties: { x: { type: 'number' } } } },
      ],
    }),
    call: giving({ content: [{ type: 'text', text: 'right 1' }], structuredContent: { y: 'z' } }),
  },
  'result.many-blocks': large(() => ({
    call: giving({ content: Array.from({ length: 50_000 }, (_, n) => ({ type: 'text', text: `${n % 10}` })) }),
  })),
  'result.many-odd-blocks': large(() => ({
    call: giving({ content: Array.from({ length: 120_000 }, () => ({ type: 'hologram' })) }),
  })),
  'result.long': { call: giving(text('🎉'.repeat(100_100))) },
  'result.task': { call: giving({ task: { taskId: '1', status: 'working' } }) },
  'result.type-task': { call: giving({ resultType: 'task', taskId: '1' }) },
  'result.type-input': {
    call: giving({ resultType: 'input_required', inputRequests: { a: { method: 'elicitation/create', params: {} } } }),
  },
  'result.type-unknown': { call: giving({ resultType: 'stream\u001b[2J', content: [] }) },
  'result.type-number-field': { call: giving({ resultType: 7, content: [{ type: 'text', text: 'right 1' }] }) },
  'result.arguments': {
    call: (ask) => giving(text(/"arguments":(.*?)(?:,"_meta"|\}\}$)/.exec(ask.line)?.[1] ?? ''))(ask),
  },

  // push: what nobody asked for
  'push.ping': before(() => asking('ping', 'p1')),
  'push.ping-flood': before(() => flooding(5_000, (n) => ({ id: `p${n}`, method: 'ping' }))),
  'push.ping-same-id': {
    call: (ask) => {
      asking('ping', ask.id)
      waiting.set('call', { id: ask.id })
    },
    other: (message) => {
      if (message.result !== undefined) {
        say(message)
        later(50, () => say({ jsonrpc: '2.0', id: waiting.get('call')?.id, result: text('right 1') }))
      }
    },
  },
  'push.ask-same-id': {
    call: (ask) => {
      asking('roots/list', ask.id)
      waiting.set('call', { id: ask.id })
    },
    other: (message) => {
      if (message.error !== undefined) {
        say(message)
        later(50, () => say({ jsonrpc: '2.0', id: waiting.get('call')?.id, result: text('right 1') }))
      }
    },
  },
  'push.ping-and-wait': {
    call: (ask) => {
      asking('ping', 'p1')
      waiting.set('call', { id: ask.id })
    },
    other: (message) => {
      if (message.id === 'p1') say({ jsonrpc: '2.0', id: waiting.get('call')?.id, result: text('right 1') })
    },
  },
  'push.sampling': before(() => asking('sampling/createMessage', 's1', { messages: [], maxTokens: 5 })),
  'push.elicitation': before(() =>
    asking('elicitation/create', 'e1', { message: 'Your password?', requestedSchema: {} }),
  ),
  'push.roots': before(() => asking('roots/list', 'r1')),
  'push.unknown-request': before(() => asking('no/such/method', 'u1', 'params?')),
  'push.call-us': before(() => asking('tools/call', 'c1', { name: 'x' })),
  'push.odd-ids': before(() => {
    for (const id of [1.5, 0, -1, '', 'x'.repeat(1_000), { a: 1 }, [1], true]) asking('ping', id)
  }),
  'push.huge-id': before(() => write('{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}\n')),
  'push.id-null': before(() => write('{"jsonrpc":"2.0","id":null,"method":"ping"}\n')),
  'push.method-number': before((ask) => write(`{"jsonrpc":"2.0","id":${ask.id},"method":5}\n`)),
  'push.empty-message': before(() => write('{"jsonrpc":"2.0"}\n{}\n[]\n[[]]\nnull\n7\n"text"\n')),
  'push.deep-params': before(() =>
    write(`{"jsonrpc":"2.0","id":"d1","method":"roots/list","params":${deep(200_000)}}\n`),
  ),
  'push.progress-unknown': before(() => {
    for (const progressToken of ['x', 99, null, {}, undefined])
      telling('notifications/progress', { progressToken, progress: 1 })
  }),
  'push.progress-odd': before((ask) => {
    for (const progress of ['1', null, {}, -5, '1e400'])
      telling('notifications/progress', { progressToken: ask.params._meta?.['progressToken'], progress })
  }),
  'push.progress-burst': before((ask) =>
    flooding(20_000, (progress) => ({
      method: 'notifications/progress',
      params: { progressToken: ask.params._meta?.['progressToken'], progress },
    })),
  ),
  'push.progress-keeps-alive': {
    call: (ask) => {
      let n = 0
      const timer = setInterval(() => {
        n += 1
        if (n > 6) {
          clearInterval(timer)
          rightly(ask)
        } else telling('notifications/progress', { progressToken: ask.params._meta?.['progressToken'], progress: n })
      }, 400)
    },
  },
  'push.progress-stands': {
    call: (ask) => {
      const timer = setInterval(
        () => telling('notifications/progress', { progressToken: ask.params._meta?.['progressToken'], progress: 1 }),
        100,
      )
      later(2_000, () => clearInterval(timer))
    },
  },
  'push.log-flood': before(() =>
    flooding(50_000, (n) => ({ method: 'notifications/message', params: { level: 'info', data: `line ${n}` } })),
  ),
  'push.unknown-notification': before(() => telling('notifications/nobody/knows', [1])),
  'push.list-changed': before(() => telling('notifications/tools/list_changed')),
  'push.cancelled': before((ask) =>
    telling('notifications/cancelled', { requestId: ask.id, reason: 'I do not want to' }),
  ),
  'push.unasked-answers': before(() => {
    for (const id of [0, 99, 'x', '', -1]) say({ jsonrpc: '2.0', id, result: text('wrong') })
  }),
  'push.stderr-noise': before(() => write('x'.repeat(5_000_000), 2)),
  'push.unread-flood': {
    call: (ask) => {
      process.stdin.pause()
      flooding(100_000, (n) => ({ id: `p${n}`, method: 'ping' }))
      later(300, () => process.stdin.resume())
      rightly(ask)
    },
  },

  // end: how a server goes
  'end.exit': {
    call: dying(() => {
      write('leaving\n', 2)
      process.exit(5)
    }),
  },
  'end.exit-zero': { call: dying(() => process.exit(0)) },
  'end.killed': { call: dying(() => process.kill(process.pid, 'SIGKILL')) },
  'end.exit-after-answer': {
    call: (ask) => {
      rightly(ask)
      write('done for today\n', 2)
      process.exit(6)
    },
  },
  'end.unterminated-last-answer': {
    call: (ask) => {
      write(right(ask))
      process.exit(0)
    },
  },
  'end.half-answer': {
    call: (ask) => {
      write(right(ask).slice(0, 50))
      process.exit(0)
    },
  },
  'end.close-stdout': {
    call: dying(() => {
      closeSync(1)
      later(60_000, () => undefined)
    }),
  },
  'end.close-stdin': {
    call: (ask) => {
      process.stdin.destroy()
      setImmediate(() => {
        closeSync(0)
        rightly(ask)
        later(60_000, () => undefined)
      })
    },
  },
  'end.stops-reading': {
    call: () => {
      process.stdin.pause()
      later(60_000, () => undefined)
    },
  },
  'end.stderr-tail': {
    call: dying(() => {
      write(`${'old line\n'.repeat(10_000)}token ${process.env['API_TOKEN'] ?? ''}\n\u001b[31mlast words\n`, 2)
      process.exit(9)
    }),
  },
  'end.grandchild-holds-pipe': {
    call: dying(() => {
      spawn(process.execPath, HOLD, { stdio: 'inherit' })
      later(100, () => process.exit(9))
    }),
  },
  'end.answers-after-stdin-end': {
    call: () => undefined,
    end: () => {
      write('{"jsonrpc":"2.0","id":99,"result":{}}\n')
      exitLater(0)
    },
  },

  // modern: the era without a handshake
  'modern.plain': modern({}),
  'modern.envelope': modern({
    call: (ask) => giving({ ...(text(JSON.stringify(ask.params._meta)) as object), resultType: 'complete' })(ask),
  }),
  'modern.no-result-type': modern({ call: giving({ content: [{ type: 'text', text: 'right 1' }] }) }),
  'modern.task': modern({ call: giving({ resultType: 'task', taskId: '1' }) }),
  'modern.input-required': modern({
    call: giving({ resultType: 'input_required', inputRequests: {}, requestState: 'x' }),
  }),
  'modern.unknown-type': modern({ call: giving({ resultType: 'novel' }) }),
  'modern.asks': modern(
    before(() => {
      asking('ping', 'm1')
      asking('roots/list', 'm2')
      asking('sampling/createMessage', 'm3')
    }),
  ),
  'modern.asks-before-it-is-known': { begin: () => asking('ping', 'm0'), discover: giving(discovery) },
  'modern.hang': modern({ call: () => undefined }),
  'modern.missing-capability': modern({
    call: ({ id }) => refuse(id, -32021, 'needs sampling', { requiredCapabilities: {} }),
  }),
  'modern.discover-bare': { discover: giving({ supportedVersions: ['2026-07-28'] }) },
  'modern.discover-odd': {
    discover: giving({
      ...discovery,
      supportedVersions: [7, null, '2026-07-28', '2031-01-01'],
      capabilities: 'all',
      instructions: 9,
    }),
  },
  'modern.future-only': { discover: giving({ ...discovery, supportedVersions: ['2031-01-01'] }) },
  'modern.old-only': { discover: giving({ ...discovery, supportedVersions: ['2025-06-18'] }) },
  'modern.no-versions': { discover: giving({ ...discovery, supportedVersions: null }) },
  'modern.refuses-once': {
    discover: (ask) => {
      if (ask.id === 'sense-probe-1')
        refuse(ask.id, -32022, 'Unsupported protocol version', { supported: ['2026-07-28'] })
      else giving(discovery)(ask)
    },
  },
  'modern.refuses-always': {
    discover: ({ id }) => refuse(id, -32022, 'Unsupported protocol version', { supported: ['2026-07-28'] }),
    initialize: ({ id }) => refuse(id, -32022, 'no', { supported: ['2026-07-28'] }),
  },
  'modern.refuses-for-future': {
    discover: ({ id }) => refuse(id, -32022, 'Unsupported protocol version', { supported: ['2031-01-01'] }),
  },
  'modern.refuses-for-old': {
    discover: ({ id }) => refuse(id, -32022, 'Unsupported protocol version', { supported: ['2025-11-25'] }),
  },
  'modern.silent-then-refuses': {
    discover: (ask) => {
      if (ask.id === 'sense-probe-1') waiting.set('probe', { id: ask.id })
      else giving(discovery)(ask)
    },
    initialize: (ask) => {
      refuse(ask.id, -32022, 'no', { supported: ['2026-07-28'] })
    },
  },
  'modern.late': {
    begin: () => undefined,
    discover: (ask) => later(1_300, () => giving(discovery)(ask)),
    initialize: () => undefined,
  },
  'modern.late-after-initialize': { discover: (ask) => later(1_300, () => giving(discovery)(ask)) },
  'modern.list-bare': modern({ list: giving({ tools: [goodTool] }) }),

  // more of each kind, thought of later
  'start.input-closed': {
    begin: () => {
      process.stdin.destroy()
      setImmediate(() => closeSync(0))
      later(60_000, () => undefined)
    },
    end: () => undefined,
  },
  'start.error-output-closed': { begin: () => closeSync(2) },
  'start.error-output-binary': { begin: () => write(Buffer.alloc(1_000_000, Buffer.from([0, 27, 255, 10, 200])), 2) },
  'start.daemon': {
    begin: () => {
      spawn(process.execPath, [...process.argv.slice(1, 2), 'start.plain', ''], { detached: true, stdio: 'inherit' })
      process.exit(0)
    },
  },
  'start.stopped': { begin: () => process.kill(process.pid, 'SIGSTOP') },
  'start.exit-after-initialize': {
    initialize: (ask) => {
      giving(greeting)(ask)
      process.exit(1)
    },
  },
  'start.initializes-us': { begin: () => asking('initialize', 'i1', { protocolVersion: '2025-11-25' }) },
  'start.answers-in-advance': { begin: () => flooding(20, (id) => ({ id, result: { tools: [], content: [] } })) },
  'start.terminal-banner': { begin: () => write('\u001b[2J\u001b]0;title\u0007Hello\u202e\n') },
  'start.latin-1-banner': { begin: () => write(Buffer.from('Gr\u00f6\u00dfe\n', 'latin1')) },
  'start.drip': { initialize: (ask) => drip(lineOf(ask.id, greeting)) },
  'start.both-eras': {
    discover: (ask) => {
      refuse(ask.id, -32601, 'Method not found')
      giving(discovery)(ask)
    },
  },
  'start.deaf-and-wrong': {
    begin: () => void process.on('SIGTERM', () => undefined),
    initialize: giving('hello'),
    end: () => later(60_000, () => undefined),
  },
  'start.many-children': {
    begin: () => {
      for (let count = 0; count < 20; count += 1) spawn('sleep', ['60'], { detached: true, stdio: 'inherit' })
      process.exit(3)
    },
  },
  'start.version-list': initialized({ ...greeting, protocolVersion: ['2025-06-18'] }),
  'start.result-in-params': { initialize: ({ id }) => say({ jsonrpc: '2.0', id, params: greeting }) },
  'start.answers-notification': { other: () => say({ jsonrpc: '2.0', id: null, result: {} }) },
  'frame.two-marks': { call: inForm((line) => `\ufeff\ufeff${line}\n`) },
  'frame.utf16-big': { call: inForm((line) => utf16(`${line}\n`).swap16()) },
  'frame.form-feeds': { call: inForm((line) => `\f\v${line}\v\f\n`) },
  'frame.cr-cr-lf': { form: (line) => `${line}\r\r\n` },
  'frame.line-separators': { form: (line) => `${line}\u2028` },
  'frame.bare-names': { call: saying('{jsonrpc: "2.0", id: ID, result: {content: []}}') },
  'frame.twice-encoded': { form: (line) => `${JSON.stringify(line)}\n` },
  'frame.spread-out': { call: inForm((line) => line.replace('"id"', `${' '.repeat(5_000_000)}"id"`) + '\n') },
  'frame.escaped-names': { call: inForm((line) => line.replace('"id"', '"\\u0069d"') + '\n') },
  'frame.id-exponent': {
    call: saying('{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"right 1"}]},"id":IDe0}'),
  },
  'frame.id-leading-zero': { call: saying('{"jsonrpc":"2.0","id":0ID,"result":{"content":[]}}') },
  'frame.id-padded': {
    call: saying('{"jsonrpc":"2.0","id":" ID ","result":{"content":[{"type":"text","text":"right 1"}]}}'),
  },
  'frame.pascal-case': { call: saying('{"JsonRpc":"2.0","Id":ID,"Result":{"Content":[]}}') },
  'frame.event-comments': before(() => write(': keep-alive\n\n: keep-alive\n\n')),
  'frame.log-with-number': before(({ id }) => write(`{"level":"error","id":${id},"error":{"message":"wrong"}}\n`)),
  'frame.pretty-large': {
    call: (ask) =>
      write(
        `${JSON.stringify({ jsonrpc: '2.0', id: ask.id, result: { structuredContent: Array(300_000).fill(1) } }, null, 2)}\n`,
      ),
  },
  'rpc.answers-cancelling': { call: () => undefined, other: ({ id }) => refuse(id ?? null, -32600, 'wrong') },
  'rpc.list-for-call': { call: giving({ tools: [goodTool] }) },
  'rpc.wrong-id-huge': {
    call: saying('{"jsonrpc":"2.0","id":99999999999999999999,"result":{"content":[{"type":"text","text":"wrong"}]}}'),
  },
  'list.schema-chain': large(() =>
    schema({
      type: 'object',
      $defs: {
        ...Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`d${n}`, { $ref: `#/$defs/d${n + 1}` }])),
        d9000: { type: 'string' },
      },
      properties: { a: { $ref: '#/$defs/d0' } },
    }),
  ),
  'list.schema-anchors': large(() =>
    schema({
      type: 'object',
      $defs: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`d${n}`, { $anchor: `a${n}` }])),
      properties: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`p${n}`, { $ref: `#a${n}` }])),
    }),
  ),
  'list.schema-doubling': schema({
    type: 'object',
    $defs: Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `d${n}`,
        { allOf: [0, 1].map(() => ({ $ref: `#/$defs/d${Math.min(n + 1, 59)}` })) },
      ]),
    ),
    properties: { a: { $ref: '#/$defs/d0' } },
  }),
  'list.schema-patterns': large(() =>
    schema({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 16_000 }, (_, n) => [`p${n}`, { pattern: `\\p{L}${n}` }])),
    }),
  ),
  'list.schema-other-name': page({ tools: [{ name: 'bad', input_schema: { type: 'object' } }, goodTool] }),
  'list.overlap': pages({ tools: [goodTool], nextCursor: '1' }, { tools: [goodTool, { ...goodTool, name: 'two' }] }),
  'list.exit-on-page-two': {
    list: (ask) => {
      if (ask.params.cursor !== undefined) process.exit(8)
      giving({ tools: [goodTool], nextCursor: '1' })(ask)
    },
  },
  'list.changed-between-pages': {
    list: (ask) => {
      telling('notifications/tools/list_changed')
      const isFirst = ask.params.cursor === undefined
      giving(isFirst ? { tools: [goodTool], nextCursor: '__proto__' } : { tools: [{ ...goodTool, name: 'two' }] })(ask)
    },
  },
  'list.all-bad': page({ tools: Array.from({ length: 500 }, () => ({ title: 'nameless' })) }),
  'list.alike': page({
    tools: ['a.b', 'a_b', 'a-b', 'A.B', 'srv.good'].map((name) => ({ ...goodTool, name })).concat(goodTool),
  }),
  'result.nested-content': content([{ type: 'text', text: 'x' }]),
  'result.image-large': content({ type: 'image', mimeType: 'image/png', data: 'A'.repeat(20_000_000) }),
  'result.image-odd-type': content({ type: 'image', mimeType: 'image/\u001b[2J\npng', data: 'AAAA' }),
  'result.link-odd': content({ type: 'resource_link', uri: 'file:///a\n\u001b[2J', name: 7 }),
  'result.resource-array': content({ type: 'resource', resource: ['x'] }),
  'result.resource-number': content({ type: 'resource', resource: { uri: 'file:///a.txt', text: 42 } }),
  'result.error-image': {
    call: giving({ isError: true, content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] }),
  },
  'result.error-one': { call: giving({ isError: 1, content: [{ type: 'text', text: 'bad luck' }] }) },
  'result.structured-wide': large(() => ({
    call: giving({ structuredContent: Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n])) }),
  })),
  'result.other-text-type': content({ type: 'output_text', text: 'right 1' }),
  'result.upper-case-type': content({ type: 'TEXT', text: 'right 1' }),
  'push.batch': before(() =>
    write('[{"jsonrpc":"2.0","id":"b1","method":"ping"},{"jsonrpc":"2.0","id":"b2","method":"ping"}]\n'),
  ),
  'push.error-flood': before(() => flooding(20_000, () => ({ id: null, error: { code: -32700, message: 'wrong' } }))),
  'push.cancels-all': before(() =>
    flooding(200, (requestId) => ({ method: 'notifications/cancelled', params: { requestId } })),
  ),
  'push.progress-infinite': before(({ params }) =>
    write(
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"${String(params._meta?.['progressToken'])}","progress":1e999}}\n`,
    ),
  ),
  'push.progress-late': {
    call: rightly,
    later: (ask) => {
      telling('notifications/progress', { progressToken: Number(ask.id) - 1, progress: 5 })
      rightly(ask)
    },
  },
  'push.log-control': before(() => telling('notifications/message', { level: 'error', data: '\u001b[2J\u202e' })),
  'end.stopped': { call: () => process.kill(process.pid, 'SIGSTOP') },
  'end.answer-and-killed': {
    call: (ask) => {
      rightly(ask)
      process.kill(process.pid, 'SIGKILL')
    },
  },
  'end.closes-all': {
    call: () => {
      process.stdin.destroy()
      for (const descriptor of [1, 2]) closeSync(descriptor)
      later(60_000, () => undefined)
    },
    end: () => undefined,
  },
  'end.children': {
    call: (ask) => {
      const script = 'for i in 1 2 3 4 5 6 7 8 9 10; do (trap "" TERM; sleep 60) & done; wait'
      for (let count = 0; count < 3; count += 1) spawn('sh', ['-c', script], { detached: true, stdio: 'inherit' })
      rightly(ask)
    },
  },
  'end.deaf': {
    begin: () =>
      void process
        .on('SIGTERM', () => undefined)
        .on('SIGINT', () => undefined)
        .on('SIGHUP', () => undefined),
    end: () => later(60_000, () => undefined),
  },
  'end.farewell': {
    end: () => {
      write('Goodbye!\u001b[2J\n')
      write('Goodbye!\n', 2)
      process.exit(9)
    },
  },
  'end.large-last-answer': {
    call: (ask) => {
      deliver(lineOf(ask.id, text('x'.repeat(20_000_000))))
      process.exit(0)
    },
  },
  'modern.state-only': modern({ call: giving({ resultType: 'input_required', requestState: 'x' }) }),
  'modern.result-type-null': modern({
    call: giving({ resultType: null, content: [{ type: 'text', text: 'right 1' }] }),
  }),
  'modern.discover-twice': {
    discover: (ask) => {
      giving(discovery)(ask)
      giving({ ...discovery, supportedVersions: ['2031-01-01'] })(ask)
    },
  },
  'modern.list-input': modern({ list: giving({ resultType: 'input_required', inputRequests: {} }) }),
  'modern.list-changed': modern(before(() => telling('notifications/tools/list_changed'))),

  // and later still
  'frame.noise-after-no-newline': { call: inForm((line) => `${line} done`) },
  'frame.noise-after-all-no-newline': { form: (line) => `${line} done` },
  'frame.next-begun-no-newline': {
    call: inForm((line) => `${line}{"jsonrpc":"2.0","method":"notifications/mess`),
    later: (ask) => write(`age","params":{"data":"é"}}${right(ask)}\n`),
  },
  'frame.next-brace-no-newline': {
    call: inForm((line) => `${line} {`),
    later: (ask) => write(`${right(ask).slice(1)}\n`),
  },
  'frame.not-json-no-newline': { call: ({ id }) => write(`{"jsonrpc":"2.0","id":${id},"result":{oops}} `) },
  'frame.pascal-case-no-newline': { call: ({ id }) => write(`{"JsonRpc":"2.0","Id":${id},"Result":{"Content":[]}}`) },
  'frame.pretty-no-newline': { form: (line) => JSON.stringify(JSON.parse(line), null, 2) },
  'frame.pretty-noise-after-no-newline': { form: (line) => `${JSON.stringify(JSON.parse(line), null, 2)} done` },
  'frame.too-large-no-newline': {
    call: (ask) => write(lineOf(ask.id, text('x'.repeat(4_000_000)))),
    later: inForm((line) => line),
  },
  'frame.json-noise-too-large': {
    call: (ask) => {
      write(`[${'{"a":1},'.repeat(300_000)}`)
      // For longer than it takes to believe an answer without a number.
      let count = 0
      const timer = setInterval(() => {
        count += 1
        write('{"a":1},')
        if (count < 20) return
        clearInterval(timer)
        write('0]\n')
        rightly(ask)
      }, 50)
    },
  },
  'rpc.nameless-again': {
    call: (ask) => {
      write('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"wrong"}}\n')
      rightly(ask)
    },
    later: () => write('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}\n'),
  },
  'start.ended-on-probe': { discover: () => process.kill(process.pid, 'SIGTERM') },
  'start.endless-error-line': {
    begin: () => {
      write('x'.repeat(5_000_000), 2)
      process.exit(255)
    },
  },
  'start.proto-capabilities': {
    initialize: saying(
      '{"jsonrpc":"2.0","id":ID,"result":{"protocolVersion":"2025-11-25","capabilities":{"__proto__":{"tools":{}}}}}',
    ),
  },
  'start.instructions-huge': initialized({ ...greeting, instructions: 'x'.repeat(5_000_000) }),
  'start.greets-and-lists': {
    initialize: (ask) => {
      const list = lineOf(Number(ask.id) + 1, { tools: [{ ...goodTool, name: 'wrong' }] })
      write(`${lineOf(ask.id, greeting)}\n${list}\n`)
    },
  },
  'frame.coloured': { form: (line) => `\u001b[2K\u001b[32m${line}\u001b[0m\n` },
  'frame.batch-of-answers': {
    call: (ask) => write(`[${lineOf(Number(ask.id) + 1, text('wrong'))},${right(ask)}]\n`),
  },
  'frame.slow-pieces': {
    call: (ask) => {
      const line = `${JSON.stringify({ jsonrpc: '2.0', id: ask.id, result: text('{"a":1}'), x: [{ a: {} }] })}\n`
      const pieces = line.split(/(?<=[}\]])/)
      for (const [index, piece] of pieces.entries()) later(120 * index, () => write(piece))
    },
  },
  'frame.noise-then-answer': {
    call: (ask) => {
      write('done 50% {"a":1} ')
      later(200, () => rightly(ask))
    },
  },
  'frame.overlong-utf8': {
    call: ({ id }) => {
      const [head = '', tail = ''] = lineOf(id, text('a|b')).split('|')
      write(Buffer.concat([Buffer.from(head), Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80]), Buffer.from(`${tail}\n`)]))
    },
  },
  'frame.id-list': {
    call: saying('{"jsonrpc":"2.0","id":[ID],"result":{"content":[{"type":"text","text":"right 1"}]}}'),
  },
  'frame.id-float-text': { form: (line) => `${line.replace(/"id":(\d+)/, '"id":"$1.0"')}\n` },
  'frame.all-fields': {
    form: (line) =>
      `${line.replace('"jsonrpc"', '"method":null,"params":null,"jsonrpc"').replace(/\}$/, ',"error":null}')}\n`,
    discover: saying('{"jsonrpc":"2.0","id":ID,"result":null}'),
  },
  'rpc.error-false-too': outcome('"result":{"content":[{"type":"text","text":"right 1"}]},"error":false'),
  'rpc.error-empty-text-too': outcome('"result":{"content":[{"type":"text","text":"right 1"}]},"error":""'),
  'rpc.error-message-empty': outcome('"error":{"code":5,"message":""}'),
  'rpc.error-message-blank': outcome('"error":{"code":5,"message":" \\n\\t "}'),
  'rpc.error-text-empty': outcome('"error":""'),
  'rpc.error-proto': outcome('"error":{"__proto__":{"message":"x","code":7},"constructor":1,"toString":2}'),
  'rpc.error-surrogates': outcome('"error":{"code":5,"message":"no\\ud800luck\\udc00"}'),
  'rpc.error-data-deep': outcome(`"error":{"code":5,"message":"no luck","data":${deep(10_000)}}`),
  'list.case-twins': page({ tools: ['Good', 'GOOD', 'gOOD'].map((name) => ({ ...goodTool, name })).concat(goodTool) }),
  'list.proto-names': page({
    tools: ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'prototype']
      .map((name) => ({ ...goodTool, name }))
      .concat(goodTool),
  }),
  'list.blank-names': page({
    tools: ['   ', '\u200b', '\t', '\u3000'].map((name) => ({ ...goodTool, name })).concat(goodTool),
  }),
  'list.composed-names': page({ tools: ['\u00e9', 'e\u0301'].map((name) => ({ ...goodTool, name })).concat(goodTool) }),
  'list.cursor-true': page({ tools: [goodTool], nextCursor: true }),
  'list.cursor-surrogate': pages(
    { tools: [goodTool], nextCursor: '\ud800' },
    { tools: [{ ...goodTool, name: 'two' }] },
  ),
  'list.schema-proto-reference': {
    list: saying(
      `{"jsonrpc":"2.0","id":ID,"result":{"tools":[{"name":"bad","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/__proto__"},"b":{"$ref":"#/constructor"},"c":{"$ref":"#/properties/toString"}},"required":["toString","__proto__"]}},${JSON.stringify(goodTool)}]}}`,
    ),
  },
  'list.schema-booleans': schema({ type: 'object', properties: { a: true, b: false }, additionalProperties: false }),
  'list.schema-infinite-default': {
    list: saying(
      `{"jsonrpc":"2.0","id":ID,"result":{"tools":[{"name":"bad","inputSchema":{"type":"object","properties":{"a":{"type":"number","default":1e999,"maximum":-1e999,"enum":[1e999,-0]}}}},${JSON.stringify(goodTool)}]}}`,
    ),
  },
  'list.schema-huge-enum': large(() =>
    schema({
      type: 'object',
      properties: { a: { enum: Array.from({ length: 40_000 }, (_, n) => `v${n}`) } },
    }),
  ),
  'result.structured-infinite': {
    call: saying('{"jsonrpc":"2.0","id":ID,"result":{"structuredContent":{"a":1e999,"b":-1e999,"c":-0}}}'),
  },
  'result.structured-proto': {
    call: saying(
      '{"jsonrpc":"2.0","id":ID,"result":{"structuredContent":{"constructor":{"prototype":{"x":1}},"toString":2,"then":3}}}',
    ),
  },
  'result.content-deep': { call: saying(`{"jsonrpc":"2.0","id":ID,"result":{"content":${deep(10_000)}}}`) },
  'result.text-deep': {
    call: saying(`{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":${deep(10_000)}}]}}`),
  },
  'result.error-odd-flags': {
    call: giving({ isError: {}, content: [{ type: 'text', text: 'right 1' }] }),
    later: giving({ isError: 'yes', content: [{ type: 'text', text: 'right 2' }] }),
  },
  'result.error-no-content': { call: giving({ isError: true, content: [7, null, {}] }) },
  'result.images-odd': content(
    ...['====', '=', 'A', 'AAA=AAAA', 'AA AA\n', '-_-_', 'data:,hi', '\ud800AAA'].map((data) => ({
      type: 'image',
      mimeType: 'image/png',
      data,
    })),
  ),
  'result.media-type-huge': content({ type: 'image', mimeType: `image/${'x'.repeat(10_000)}`, data: 'AAAA' }),
  'result.type-huge': content({ type: 'x'.repeat(10_000) }),
  'result.resource-proto': {
    call: saying(
      '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"resource","resource":{"__proto__":{"text":"wrong"},"uri":"a\\ud800"}}]}}',
    ),
  },
  'push.ping-next-id': {
    call: (ask) => {
      asking('ping', Number(ask.id) + 1)
      waiting.set('call', { id: ask.id })
    },
    other: (message) => {
      waiting.set('reply', message)
      say({ jsonrpc: '2.0', id: waiting.get('call')?.id, result: text('right 1') })
    },
    later: (ask) => {
      say(waiting.get('reply'))
      rightly(ask)
    },
  },
  'push.odd-methods': before(() => {
    for (const method of ['', '__proto__', 'constructor', 'toString', '\ud800']) asking(method, `m${method.length}`)
  }),
  'push.progress-negative': {
    call: (ask) => {
      const progressToken = String(ask.params._meta?.['progressToken'])
      for (let n = 1; n < 7; n += 1)
        later(400 * n, () => telling('notifications/progress', { progressToken, progress: n - 100, total: -1 }))
      later(2_500, () => rightly(ask))
    },
  },
  'push.progress-odd-words': before((ask) => {
    const progressToken = ask.params._meta?.['progressToken']
    telling('notifications/progress', { progressToken, progress: 1, total: 'x', message: 'x'.repeat(1_000_000) })
    telling('notifications/progress', { progressToken, progress: 2, total: 1e300, message: { a: '\u001b[2J' } })
    telling('notifications/progress', { progressToken, progress: 3, total: 0, message: '\u001b[2J\u202e\ud800' })
  }),
  'push.log-odd': before(() => {
    write(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${deep(200_000)}}}\n`)
    telling('notifications/message', { level: '__proto__', logger: { a: 1 }, data: null })
    telling('notifications/message', { level: ['error'], logger: 'x'.repeat(1_000_000), data: 'x'.repeat(1_000_000) })
    telling('notifications/message')
  }),
  'end.stopped-child': {
    call: (ask) => {
      spawn('sh', ['-c', 'kill -STOP $$; sleep 60'], { detached: true, stdio: 'inherit' })
      rightly(ask)
    },
  },
  'end.becomes-another': {
    call: () => process.execve?.('/bin/sleep', ['sleep', '60'], process.env),
  },
  'end.writes-after-end': {
    end: () => void setInterval(() => write('still here\n'), 1),
  },
  'end.ended-by-limit': { call: () => process.kill(process.pid, 'SIGXCPU') },
  'modern.versions-text': { discover: giving({ ...discovery, supportedVersions: '2026-07-28' }) },
  'modern.cache-odd': {
    discover: saying(
      '{"jsonrpc":"2.0","id":ID,"result":{"resultType":"complete","supportedVersions":["2026-07-28","2026-07-28"],"capabilities":{"tools":{}},"ttlMs":-1e999,"cacheScope":7,"_meta":[]}}',
    ),
  },
  'modern.result-type-capitals': modern({
    call: giving({ resultType: 'Complete', content: [{ type: 'text', text: 'right 1' }] }),
  }),
  'modern.refuses-in-call': modern({
    call: ({ id }) => refuse(id, -32022, 'Unsupported protocol version', { supported: ['2031-01-01'] }),
  }),
  'modern.list-task': modern({ list: giving({ resultType: 'task', taskId: '1' }) }),
}

/** Writes a line byte by byte, slowly. */
function drip(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  let offset = 0
  const timer = setInterval(() => {
    write(bytes.subarray(offset, offset + 1))
    offset += 1
    if (offset === bytes.length) clearInterval(timer)
  }, 3)
}

/** Writes bytes in pieces, each in a turn of its own. */
function piecemeal(bytes: Buffer, size: number): void {
  let offset = 0
  const next = (): void => {
    write(bytes.subarray(offset, offset + size))
    offset += size
    if (offset < bytes.length) setImmediate(next)
  }
  next()
}

let callCount = 0

/** One line that came in, for a server in one of the modes above. */
function receiveInMode(current: Mode, line: string): void {
  const message = JSON.parse(line) as Message
  note(message)
  current.line?.(line)
  const ask = { id: message.id ?? '', params: message.params ?? {}, line, count: callCount + 1 }
  const listed = mode.startsWith('modern') ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {}
  const { method } = message
  if (method === 'server/discover') (current.discover ?? (() => refuse(message.id, -32601, 'Method not found')))(ask)
  else if (method === 'initialize') (current.initialize ?? giving(greeting))(ask)
  else if (method === 'tools/list') (current.list ?? giving({ tools: [goodTool], ...listed }))(ask)
  else if (method === 'tools/call') {
    callCount += 1
    const answerIt = callCount === 1 ? current.call : current.later
    ;(answerIt ?? rightly)(ask)
  } else current.other?.(message)
}

/** How it leaves. */
function inputEnded(): void {
  note('input ended')
  if (current !== undefined) return (current.end ?? (() => process.exit(0)))()
  if (mode === 'saving')
    later(number, () => {
      note('saved')
      process.exit(0)
    })
  else if (mode === 'deaf' || mode === 'deaf-to-end') later(60_000, () => undefined)
  else if (mode !== 'output-closed') process.exit(0)
}

const current = modes[mode]?.make?.() ?? modes[mode]
if (current === undefined) beginnings[mode]?.()
else current.begin?.()
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
  lines.on('line', (line) => {
    if (current === undefined) receive(JSON.parse(line) as Message)
    else receiveInMode(current, line)
  })
  lines.on('close', inputEnded)
}
