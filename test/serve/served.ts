/** A program that `sense serve` serves in a process of its own, and the library's own client at it, in either era. */

import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ElicitResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { launcher, repository, startSense } from '../cli/sense-process.ts'

export type Era = 'legacy' | 'modern'
export const eras: readonly Era[] = ['legacy', 'modern']

/** What the person at the client answers; without it the client cannot show a question. */
export type Answer = (message: string, fields: readonly string[]) => ElicitResult | Promise<ElicitResult>

/** The words behind the path of Node. */
export function serveWords(words: readonly string[]): readonly string[] {
  return ['--stack-size=3900', launcher, 'serve', ...words]
}

/** How long a test waits for what must come; only a fault takes so long. */
export const LIMIT_MS = 60_000

/** For tests that start several processes, which takes long on a busy machine. */
export const SLOW_MS = 180_000

export class Served {
  /** What it wrote on standard error so far. */
  told = ''
  readonly client: Client
  readonly transport: StdioClientTransport | StreamableHTTPClientTransport

  constructor(client: Client, transport: StdioClientTransport | StreamableHTTPClientTransport) {
    this.client = client
    this.transport = transport
  }

  async call(name: string, args: Record<string, unknown> = {}, options: { signal?: AbortSignal } = {}) {
    const result = await this.client.callTool({ name, arguments: args }, options)
    const text = result.content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join('')
    return { text, isError: result.isError === true }
  }

  /** Resolves when `text` was told on standard error. */
  async untilTold(text: string): Promise<void> {
    await untilToldBy(this, text)
  }

  async close(): Promise<void> {
    await this.client.close()
  }
}

async function untilToldBy(teller: { readonly told: string }, text: string): Promise<void> {
  const end = performance.now() + LIMIT_MS
  while (!teller.told.includes(text)) {
    if (performance.now() > end) throw new Error(`${text} was never told, but only:\n${teller.told}`)
    await pause(20)
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

export function clientOf(era: Era, answer?: Answer): Client {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    {
      capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode },
    },
  )
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const fields = 'requestedSchema' in params ? Object.keys(params.requestedSchema.properties) : []
      return await answer(params.message, fields)
    })
  }
  return client
}

/** Starts the program and connects a client to its standard input and output. */
export async function servedOverStdio(era: Era, words: readonly string[], answer?: Answer): Promise<Served> {
  const { PATH = '', HOME = '' } = process.env
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...serveWords(words)],
    cwd: repository,
    env: { PATH, HOME },
    stderr: 'pipe',
  })
  const served = new Served(clientOf(era, answer), transport)
  transport.stderr?.on('data', (bytes: Buffer) => (served.told += bytes.toString('utf8')))
  await served.client.connect(transport, { timeout: LIMIT_MS })
  return served
}

/** A program that is served over HTTP. */
export class HttpProcess {
  told = ''
  readonly child: ChildProcessWithoutNullStreams
  readonly #exit: Promise<number | null>

  constructor(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    this.child = startSense(['serve', '--http', '0', ...words], { environment, input: '' })
    // What the program prints must not fill the pipe.
    this.child.stdout.resume()
    this.child.stderr.on('data', (bytes: Buffer) => (this.told += bytes.toString('utf8')))
    this.#exit = new Promise((resolve) => {
      this.child.on('close', resolve)
    })
  }

  async address(): Promise<{ readonly url: URL; readonly token: string }> {
    const end = performance.now() + LIMIT_MS
    for (;;) {
      const [, url] = /serving at (\S+)/.exec(this.told) ?? []
      const [, token] = /Bearer (\S+)\n/.exec(this.told) ?? []
      if (url !== undefined && token !== undefined) return { url: new URL(url), token }
      if (performance.now() > end || this.child.exitCode !== null) throw new Error(`it does not serve:\n${this.told}`)
      await pause(20)
    }
  }

  /** A client of its own. */
  async connect(era: Era, answer?: Answer): Promise<Served> {
    const { url, token } = await this.address()
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    })
    const served = new Served(clientOf(era, answer), transport)
    await served.client.connect(transport, { timeout: LIMIT_MS })
    return served
  }

  async untilTold(text: string): Promise<void> {
    await untilToldBy(this, text)
  }

  /** The status it ended with. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    this.child.kill(signal)
    return await this.#exit
  }
}
