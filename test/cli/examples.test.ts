/** The programs in `examples/` that need no keys, run as their first lines say. */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { startVendorServer } from '../providers/vendor-server.ts'
import { ProgramFolder, repository, runSense } from './sense-process.ts'

const results = new ProgramFolder()

afterAll(() => {
  results.remove()
})

const example = (name: string, ...args: readonly string[]) => runSense(['run', `examples/${name}`, '--', ...args])

it('clean-csv makes one form of dates and addresses', async () => {
  const cleaned = join(results.path, 'cleaned.csv')
  const { stdout, stderr, status } = await example('clean-csv.sns', 'examples/data/orders.csv', cleaned)
  expect({ stdout, stderr, status }).toEqual({
    stdout: '4 orders, 1 of them twice; together 6550 cents\n',
    stderr: '',
    status: 0,
  })
  expect(readFileSync(cleaned, 'utf8')).toBe(`Date,Customer,Email,Cents
2026-09-05,Grace Hopper,grace@example.org,300
2026-09-28,Grace Hopper,grace@example.org,900
2026-10-01,"Alan ""Prof"" Turing",alan@example.org,4100
2026-10-03,"Lovelace, Ada",ada@example.org,1250
`)
})

it('clean-csv-python does the same with the csv of Python', async () => {
  const cleaned = join(results.path, 'cleaned-by-python.csv')
  const { stdout, stderr, status } = await example('clean-csv-python.sns', 'examples/data/orders.csv', cleaned)
  expect({ stdout, stderr, status }).toEqual({ stdout: '4 orders, 1 of them twice\n', stderr: '', status: 0 })
  expect(readFileSync(cleaned, 'utf8')).toBe(`Date,Customer,Email,Cents
2026-09-05,Grace Hopper,grace@example.org,300
2026-09-28,Grace Hopper,grace@example.org,900
2026-10-01,"Alan ""Prof"" Turing",alan@example.org,4100
2026-10-03,"Lovelace, Ada",ada@example.org,1250
`)
})

it('web-api reads prices and orders what is cheap enough', async () => {
  const orders: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/prices') response.end('{"tea": 250, "cake": 420, "bread": 300}')
    else {
      let body = ''
      request.on('data', (part) => (body += String(part)))
      request.on('end', () => {
        orders.push(`${request.method ?? ''} ${request.headers['content-type'] ?? ''} ${body}`)
        response.statusCode = orders.length > 1 ? 503 : 201
        response.end(orders.length > 1 ? 'sold out' : '{"number": 7}')
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const { stdout, stderr, status } = await example('web-api.sns', `http://127.0.0.1:${port}`, '300')
  server.close()
  expect(stdout).toBe('ordered tea as number 7\ncake costs 420 cents, which is too much\n')
  expect(orders).toEqual([
    'POST application/json {"item": "tea", "count": 1}',
    'POST application/json {"item": "bread", "count": 1}',
  ])
  expect(stderr).toContain('the server says 503: sold out')
  expect(status).toBe(1)
})

it('summarize asks once for each text', async () => {
  const { stdout, stderr } = await example('summarize.sns', 'examples/files/bills')
  const about = '(here a model would say what it is about)'
  expect(stdout).toBe(`electricity.txt: ${about}\ninternet.txt: ${about}\nwater.txt: ${about}\n`)
  expect(stderr).toBe('')
})

it('claude-servers gives a model the tools of all servers that start', async () => {
  const args = ['node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', 'examples/files']
  const mcpServers = {
    notes: { command: 'node', args, env: { LOG_LEVEL: 'warn' } },
    remote: { url: 'https://example.com/mcp' },
    gone: { command: 'no-such-command' },
  }
  const config = results.add('mcp.json', JSON.stringify({ mcpServers }))
  const turns = [
    { calls: [{ name: 'notes__read_text_file', args: { path: 'notes/shopping.txt' } }] },
    { text: 'Buy what is on the list.' },
  ]
  const server = await startVendorServer('compatible', turns)
  const words = ['run', '--model', 'ollama:qwen3', 'examples/claude-servers.sns', '--', config, 'What should I buy?']
  const { stdout, status } = await runSense(words, { environment: { OLLAMA_HOST: server.origin } })
  await server.close()
  const [url, command, ...rest] = stdout.split('\n')
  expect(url).toMatch(/^without remote: .*`command`/)
  expect(command).toMatch(/^without gone: .*`no-such-command` was not found/)
  expect(rest.slice(0, 2).join('\n')).toMatch(/^Buy what is on the list\.\n\[line \d+\] tool 'files.read' -> called$/)
  expect(stdout).toMatch(/tool 'notes\.read_text_file' -> called\n/)
  const listed = readFileSync(join(repository, 'examples/files/notes/shopping.txt'), 'utf8')
  expect(JSON.stringify(server.requests[1])).toContain(JSON.stringify(listed).slice(1, -1))
  expect(status).toBe(0)
})

it('approve-payment pays only what somebody agreed to', async () => {
  const answers = await Promise.all(
    ['yes\n', 'no\n'].map((input) => runSense(['run', 'examples/approve-payment.sns'], { input })),
  )
  const committed = answers.map(({ stdout }) => stdout.includes("irreversible action 'transfer' -> committed"))
  expect(committed).toEqual([true, false])
  expect(answers.map(({ status }) => status)).toEqual([0, 0])
})

it('triage answers mails with a real provider', async () => {
  const folder = new ProgramFolder()
  folder.add('1.txt', 'When do you open?')
  const turns = [{ calls: [{ name: 'reply', args: { words: 'At nine.' } }] }, { text: 'I have answered it.' }]
  const server = await startVendorServer('anthropic', turns)
  const environment = { ANTHROPIC_API_KEY: 'sk-ant-example-1234', ANTHROPIC_BASE_URL: server.baseUrl }
  const { stdout, stderr } = await runSense(['run', 'examples/triage/main.sns', '--', folder.path], { environment })
  await server.close()
  folder.remove()
  expect(stdout + stderr).toBe('1.txt\n  reply: At nine.\n  I have answered it.\n')
})

it('the tests of triage pass', async () => {
  const { stdout, status } = await runSense(['test', 'examples/triage'])
  expect(stdout).toMatch(/\n1 file, 4 tests: 4 passed, 0 failed\n$/)
  expect(status).toBe(0)
})

it('web-server answers several visitors at once', async () => {
  const child = spawn(process.execPath, ['examples/web-server/server.mjs', '0'], { cwd: repository })
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const { value: url } = await lines.next()
    const ask = async (question: string, at = String(url)): Promise<string> => {
      const response = await fetch(at, { method: 'POST', body: question })
      return `${response.status} ${await response.text()}`
    }
    const questions = ['How many lamps?', 'x'.repeat(201), 'Lamps, please', 'x'.repeat(20_000)]
    expect(await Promise.all(questions.map((question) => ask(question)))).toEqual([
      '200 There are 3 lamps.\n',
      '200 Please ask in 200 characters.\n',
      '200 There are 3 lamps.\n',
      '413 the question is too long\n',
    ])
    expect(await ask('?', `${String(url)}/other`)).toBe('404 POST /ask\n')
    expect((await lines.next()).value).toBe("[line 10] tool 'stock' -> called")
  } finally {
    child.kill()
  }
})

it.each(['clean-csv.sns', 'clean-csv-python.sns', 'summarize.sns', 'web-api.sns', 'claude-servers.sns'])(
  '%s says how it is used',
  async (name) => {
    const { stdout, status } = await example(name)
    expect(stdout).toMatch(new RegExp(`^usage: sense run ${name} -- `))
    expect(status).toBe(2)
    expect(readFileSync(join(repository, 'examples', name), 'utf8')).toContain(`#     sense run examples/${name} -- `)
  },
)
