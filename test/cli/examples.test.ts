/** The programs in `examples/` that need no keys, run as their first lines say. */

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
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

it.each(['clean-csv.sns', 'clean-csv-python.sns', 'summarize.sns', 'web-api.sns'])(
  '%s says how it is used',
  async (name) => {
    const { stdout, status } = await example(name)
    expect(stdout).toMatch(new RegExp(`^usage: sense run ${name} -- `))
    expect(status).toBe(2)
    expect(readFileSync(join(repository, 'examples', name), 'utf8')).toContain(`#     sense run examples/${name} -- `)
  },
)
