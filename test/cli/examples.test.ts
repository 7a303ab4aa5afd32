/** The programs in `examples/` that need nothing but Sense, run as their first lines say. */

import { readFileSync } from 'node:fs'
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

it('summarize asks once for each text', async () => {
  const { stdout, stderr } = await example('summarize.sns', 'examples/files/bills')
  const about = '(here a model would say what it is about)'
  expect(stdout).toBe(`electricity.txt: ${about}\ninternet.txt: ${about}\nwater.txt: ${about}\n`)
  expect(stderr).toBe('')
})

it.each(['clean-csv.sns', 'summarize.sns'])('%s says how it is used', async (name) => {
  const { stdout, status } = await example(name)
  expect(stdout).toMatch(new RegExp(`^usage: sense run ${name} -- `))
  expect(status).toBe(2)
  expect(readFileSync(join(repository, 'examples', name), 'utf8')).toContain(`#     sense run examples/${name} -- `)
})
