/** The first programs of the pages in docs/models run. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headOf } from '../support/run-source.ts'
import type { TrialServiceName } from './trial-service.ts'
import { runWithService } from './trial-service.ts'
import type { Turn } from './vendor-server.ts'

const pageOf = (name: string): string => readFileSync(join(import.meta.dirname, `../../docs/models/${name}.md`), 'utf8')

const services: readonly TrialServiceName[] = ['anthropic', 'openai', 'ollama', 'openai-compatible']
const environment = { OPENAI_API_KEY: 'sk-docs-1234', ANTHROPIC_API_KEY: 'sk-docs-1234' }

async function runFirstProgram(name: TrialServiceName, turns: readonly Turn[]) {
  const [, program = ''] = /^```sense shown\n(.*?)^```$/ms.exec(pageOf(name)) ?? []
  return await runWithService(name, turns, program.replace('"http://127.0.0.1:8080/v1"', 'ADDRESS'), { environment })
}

describe.each(services)('docs/models/%s.md', (name) => {
  it('has a first program that runs', async () => {
    const turns = [{ calls: [{ name: 'stock', args: { item: 'pears' } }] }, { text: 'Twelve.' }]
    const run = await runFirstProgram(name, turns)
    expect([...run.diagnostics, ...run.warnings].map(headOf)).toEqual([])
    expect(run.output).toMatch(/^Twelve\.\n/)
  })
})
