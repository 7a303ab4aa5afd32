/**
 * `npm run test:model`: a real model, in a real llama.cpp server, asked by real programs.
 *
 * Needs a GGUF file, named in SENSE_TEST_GGUF, and a Python with the package `xllamacpp`, which is `python3` or what
 * SENSE_TEST_PYTHON names. A base model is enough: the template shows it by example what to do. Only the structure is
 * looked at, because what a small model says is anybody's guess. One question at a time, with generous limits.
 */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { nodeClock } from '../../src/adapters/node/clock.ts'
import { createModelProviders } from '../../src/adapters/providers/model-providers.ts'
import { headOf, runSource } from '../support/run-source.ts'

const model = process.env['SENSE_TEST_GGUF'] ?? ''
const python = process.env['SENSE_TEST_PYTHON'] ?? 'python3'

/** A busy machine writes a token or two in a second. */
const startMs = 300_000
const askSeconds = 600

if (model === '' || !existsSync(model)) {
  const reason = model === '' ? 'SENSE_TEST_GGUF names no file' : `${model} is not there`
  console.log(`skipped: ${reason}; see docs/models/openai-compatible.md for the servers this tests`)
} else {
  await testModel()
}

async function testModel(): Promise<void> {
  const server = await startLlamaServer()
  const relay = await startRelay(server.origin)
  try {
    await answers(relay)
    await callsTools(relay)
    await tellsOfFaults(relay)
    console.log('all passed')
  } finally {
    relay.close()
    server.stop()
  }
}

async function answers(relay: Relay): Promise<void> {
  const run = await ask(
    relay,
    'answer = MODEL.ask("What is the colour of the sky?")\nprint(answer.usage)\nprint(answer.value)',
  )
  assert.deepEqual(run.diagnostics.map(headOf), [])
  assert.match(run.output, /^\[[1-9]\d*, [1-9]\d*\]\n[^]*\S/)
  console.log(`ok: a question is answered: ${JSON.stringify(run.output)}`)
}

async function callsTools(relay: Relay): Promise<void> {
  const before = relay.bodies.length
  const run = await ask(
    relay,
    `asked = []
tool price(item: String) returns String requires shop.read "The price of an item.":
    push(asked, item)
    return "250 cents"
set delegation = MODEL
answer = ask_with_tools("What does tea cost?", [price], max_rounds: 4)
print(type_of(answer.value), asked)
`,
  )
  const bodies = relay.bodies.slice(before)
  const offered = bodies[0] as { tools: { function: { name: string } }[] }
  assert.deepEqual(
    offered.tools.map((tool) => tool.function.name),
    ['price'],
  )
  assert.ok(run.auditLines.some((line) => line.includes("tool 'price' -> called")))
  assert.ok(JSON.stringify(bodies[1]).includes('250 cents'), 'the result reaches the model')
  const isAnswered = /^String \[/.test(run.output)
  // A model that goes on calling is stopped, which is as good.
  assert.ok(isAnswered || run.diagnostics[0]?.code === 'too-many-rounds', run.output)
  console.log(
    `ok: a tool is called, and the result goes back: ${run.output.trim() || 'it called until it was stopped'}`,
  )
}

async function tellsOfFaults(relay: Relay): Promise<void> {
  relay.breaksCalls = true
  const run = await ask(
    relay,
    `tool price(item: String) returns String "The price of an item.":
    return "250 cents"
set delegation = MODEL
ask_with_tools("What does tea cost?", [price])
`,
  )
  const [error] = run.diagnostics
  assert.ok(error !== undefined)
  assert.match(
    headOf(error),
    /^SenseRuntimeError\[model-failed\] 4: the model `m` (failed on the side of its server|was refused)/,
  )
  console.log(`ok: what the server cannot read is told: ${headOf(error)}`)
}

function ask(relay: Relay, program: string): ReturnType<typeof runSource> {
  const labels = `base_url: "${relay.origin}/v1", temperature: 0, max_tokens: 40, timeout: ${askSeconds}`
  const source = program.replace('MODEL', `inference("openai-compatible", "m", ${labels})`)
  const environment = { get: (): undefined => undefined }
  return runSource(source, {
    ports: { environment, providers: createModelProviders(environment, { clock: nodeClock }) },
  })
}

interface Relay {
  readonly origin: string
  /** What the server was sent, in order. */
  readonly bodies: unknown[]
  /** Whether the arguments of earlier calls arrive as text that is no JSON. */
  breaksCalls: boolean
  close(): void
}

/** Stands between Sense and the server, and keeps what passes. */
async function startRelay(target: string): Promise<Relay> {
  const server = createServer((request, response) => {
    void textOf(request).then(async (text) => {
      relay.bodies.push(JSON.parse(text))
      const body = relay.breaksCalls ? text.replaceAll(/"arguments":"(?:[^"\\]|\\.)*"/g, '"arguments":"{broken"') : text
      const answer = await fetch(target + (request.url ?? ''), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const relay: Relay = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: [],
    breaksCalls: false,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return relay
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += String(piece)
  return text
}

interface LlamaServer {
  readonly origin: string
  stop(): void
}

async function startLlamaServer(): Promise<LlamaServer> {
  const args = ['llama_server.py', 'few-shots.jinja'].map((name) => join(import.meta.dirname, name))
  const [script = '', template = ''] = args
  const child = spawn(python, [script, model, template], { stdio: ['pipe', 'pipe', 'pipe'] })
  const origin = await originOf(child)
  return {
    origin,
    stop: () => {
      child.stdin.end()
      child.kill('SIGKILL')
    },
  }
}

function originOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<string> {
  let printed = ''
  let complaints = ''
  child.stderr.on('data', (piece: Buffer) => (complaints = (complaints + piece.toString()).slice(-2_000)))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the server was not ready after ${startMs / 1000} s`))
    }, startMs)
    child.stdout.on('data', (piece: Buffer) => {
      printed += piece.toString()
      const [origin] = /http:\S+/.exec(printed) ?? []
      if (origin === undefined) return
      clearTimeout(timer)
      resolve(origin)
    })
    child.on('error', reject)
    child.on('close', (status) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with status ${String(status)}:\n${complaints}`))
    })
  })
}
