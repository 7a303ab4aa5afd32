/**
 * An MCP server of 2025-11-25 whose calls are tasks: `node task-server.ts [plain]`; `plain` declares none. What a task does is
 * in `tasks`, by the name of its tool: the states that `tasks/get` shows one after the other, the last for ever, and the answer
 * to `tasks/result`. The tool `journal` is none and gives all methods that were heard, with the ids of tasks.
 */

import { createInterface } from 'node:readline'

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly taskId?: string
    readonly task?: unknown
    readonly _meta?: { readonly progressToken?: unknown }
  }
  readonly result?: unknown
}

interface Behaviour {
  readonly states: readonly (readonly [status: string, said?: string])[]
  readonly result?: object
  readonly error?: { readonly code: number; readonly message: string }
  readonly support?: string
}

const text = (said: string, more: object = {}): object => ({ content: [{ type: 'text', text: said }], ...more })
const tasks: Readonly<Record<string, Behaviour>> = {
  plain: { states: [['working', 'reading'], ['working', 'writ\u001bing'], ['completed']], result: text('done') },
  optional: { states: [['completed']], result: text('done'), support: 'optional' },
  direct: { states: [], support: 'optional' },
  unasked: { states: [['completed']], result: text('done'), support: 'forbidden' },
  asks: { states: [['working'], ['input_required', 'who are you?']] },
  unready: {
    states: [['input_required'], ['input_required'], ['input_required'], ['input_required'], ['completed']],
    result: text('done'),
  },
  fails: { states: [['working'], ['failed', 'the disk is full']], error: { code: -32603, message: 'internal' } },
  mute: { states: [['failed']], error: { code: -32603, message: 'it broke' } },
  sorry: { states: [['failed', 'no']], result: text('the disk is full') },
  stopped: { states: [['working'], ['cancelled', 'by the owner']] },
  endless: { states: [['working']] },
  lively: {
    states: [...Array.from({ length: 45 }, (_, step) => ['working', `step ${step}`] as const), ['completed']],
    result: text('done'),
  },
  progressing: {
    states: [...Array.from({ length: 45 }, () => ['working'] as const), ['completed']],
    result: text('done'),
  },
  odd: { states: [['dreaming']] },
  nameless: { states: [['working']] },
  lost: { states: [['working']] },
  dies: { states: [['working']] },
  seldom: { states: [['working', 'first'], ['working', 'second'], ['completed']], result: text('done') },
  slow: { states: [['working']] },
  unkept: { states: [['completed']], error: { code: -32602, message: 'the result is gone' } },
}
const say = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const journal: string[] = []
const looks = new Map<string, number>()
const tokens = new Map<string, unknown>()
let waiting: { readonly id: Message['id']; readonly taskId: string } | undefined

const stateOf = (taskId: string): object => {
  const { states = [] } = tasks[taskId] ?? {}
  const look = looks.get(taskId) ?? 0
  looks.set(taskId, look + 1)
  const [status = 'working', statusMessage] = states[Math.min(look, states.length - 1)] ?? []
  const pollInterval = taskId === 'seldom' ? 3_600_000 : 100
  const times = { createdAt: '2026-12-01T12:00:00Z', ttl: 60_000, pollInterval }
  return { taskId, status, ...(statusMessage === undefined ? {} : { statusMessage }), ...times }
}

const call = ({ id, params }: Message): void => {
  const name = params?.name ?? ''
  if (name === 'journal') say({ id, result: text(journal.join(' ')) })
  else if (name === 'direct' || params?.task === undefined) say({ id, result: text('no task') })
  else if (name === 'nameless') say({ id, result: { task: { status: 'working' } } })
  else {
    tokens.set(name, params._meta?.progressToken)
    const receipt = { id, result: { task: stateOf(name) } }
    if (name === 'slow') setTimeout(() => say(receipt), 1_000)
    else say(receipt)
  }
}

const get = ({ id, params }: Message): void => {
  const taskId = params?.taskId ?? ''
  if (taskId === 'dies') process.exit(7)
  if (taskId === 'lost') say({ id, error: { code: -32602, message: 'Task not found' } })
  else say({ id, result: stateOf(taskId) })
  const progress = looks.get(taskId)
  if (taskId === 'progressing')
    say({ method: 'notifications/progress', params: { progressToken: tokens.get(taskId), progress } })
}

const giveResult = ({ id, params }: Message): void => {
  const taskId = params?.taskId ?? ''
  const { result, error, states = [] } = tasks[taskId] ?? {}
  if (taskId === 'asks') {
    waiting = { id, taskId }
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
    const _meta = { 'io.modelcontextprotocol/related-task': { taskId } }
    say({ id: 'q', method: 'elicitation/create', params: { message: 'Who?', requestedSchema, _meta } })
  } else if (error !== undefined) say({ id, error })
  else if ((looks.get(taskId) ?? 0) < states.length) say({ id, error: { code: -32600, message: 'not yet' } })
  else say({ id, result })
}

const greeting = {
  protocolVersion: '2025-11-25',
  capabilities: {
    tools: {},
    ...(process.argv[2] === 'plain' ? {} : { tasks: { cancel: {}, requests: { tools: { call: {} } } } }),
  },
  serverInfo: {},
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as Message
  const { id, method, params } = message
  journal.push([method, params?.taskId].filter((word) => word !== undefined).join(':'))
  if (method === 'initialize') say({ id, result: greeting })
  else if (method === 'tools/list') {
    const listed = Object.entries(tasks).map(([name, { support = 'required' }]) => ({
      ...{ name, inputSchema: { type: 'object' }, execution: { taskSupport: support } },
    }))
    say({ id, result: { tools: [...listed, { name: 'journal', inputSchema: { type: 'object' } }] } })
  } else if (method === 'tools/call') call(message)
  else if (method === 'tasks/get') get(message)
  else if (method === 'tasks/result') giveResult(message)
  else if (method === 'tasks/cancel') say({ id, result: { ...stateOf(params?.taskId ?? ''), status: 'cancelled' } })
  else if (id === 'q' && waiting !== undefined) say({ id: waiting.id, result: text(JSON.stringify(message.result)) })
  else if (id !== undefined) say({ id, error: { code: -32601, message: 'Method not found' } })
}
