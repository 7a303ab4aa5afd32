import { expect, it } from 'vitest'
import type { CallContext } from '../../../../src/runtime/execution/callable.ts'
import type { AuditEntry, DryRun } from '../../../../src/runtime/execution/gate.ts'
import type { Steps } from '../../../../src/runtime/execution/suspension.ts'
import { dryRunSummary } from '../../../../src/runtime/safety/dry-run.ts'
import { invokeForModel } from '../../../../src/runtime/tools/invoke-for-model.ts'
import type { ToolOutcome } from '../../../../src/runtime/tools/tool-outcome.ts'
import { registerTools } from '../../../../src/runtime/tools/tool-registry.ts'
import { createTrial } from '../tools/trial-run.ts'
import type { Trial } from '../tools/trial-run.ts'
import { serverToolsOf, textResult } from '../tools/trial-tools.ts'

const inDryRun = (trial: Trial, dryRun: DryRun): CallContext => ({ ...trial.at(4), run: { ...trial.run, dryRun } })

/** Calls `files.read` and `files.write`, of which the policy denies the latter, and `files.read` with bad arguments. */
async function outcomesIn(trial: Trial, dryRun: DryRun, contacted: string[]): Promise<readonly ToolOutcome[]> {
  const answering = (toolName: string) => {
    contacted.push(toolName)
    return Promise.resolve(textResult('content'))
  }
  trial.deny(2, 'files.write')
  const tools = [
    ...serverToolsOf('files', ['read'], answering, { capability: 'files.read' }),
    ...serverToolsOf('files', ['write'], answering, { capability: 'files.write' }),
  ]
  let outcomes: readonly ToolOutcome[] = []
  function* steps(): Steps {
    const calls = [
      { id: '1', toolName: 'files.read', argumentsText: '{}' },
      { id: '2', toolName: 'files.write', argumentsText: '{}' },
      { id: '3', toolName: 'files.read', argumentsText: '[]' },
    ]
    outcomes = yield* invokeForModel(inDryRun(trial, dryRun), {
      registry: registerTools(tools, 4),
      calls,
      imageRules: undefined,
    })
    return null
  }
  await trial.drive(steps())
  return outcomes
}

it('a dry run of tools tells the model so and leaves the server alone, after all checks', async () => {
  const trial = createTrial()
  const contacted: string[] = []
  const outcomes = await outcomesIn(trial, 'actions-and-tools', contacted)
  expect(contacted).toEqual([])
  expect(outcomes.map(({ text }) => text)).toEqual([
    'not run (dry run)',
    "error: tool 'files.write' requires capability 'files.write', which is denied by policy",
    'error: the arguments of `files.read` must be a JSON object: this is an Array',
  ])
  expect(trial.run.gate.auditEntries().map(({ event }) => event)).toEqual(['called', 'denied'])
  expect(trial.run.gate.auditLines()).toEqual([
    "[line 4] tool 'files.read' -> called (dry run — call not sent)",
    "[line 4] tool 'files.write' -> denied (capability 'files.write' denied by policy)",
  ])
})

it('a dry run of actions calls the server, and the summary counts the call once', async () => {
  const trial = createTrial()
  const contacted: string[] = []
  expect((await outcomesIn(trial, 'actions', contacted))[0]?.text).toBe('content')
  expect(contacted).toEqual(['read'])
  const { gate } = trial.run
  expect(dryRunSummary('actions', gate.auditLines(), gate.auditEntries())).toBe(`
--- dry run summary ---
[line 4] tool 'files.read' -> called
[line 4] tool 'files.write' -> denied (capability 'files.write' denied by policy)
1 tool call ran for real: files.read
`)
})

it('the summary counts calls that failed or never ended, too', () => {
  const entry = (name: string, event: AuditEntry['event']): AuditEntry => ({
    ...{ kind: 'tool', name, event, detail: undefined, line: 1, file: undefined, timestamp: 0 },
    ...{ lineage: [], callers: [], capability: undefined },
  })
  const entries = [
    ...[entry('s.a', 'started'), entry('s.a', 'failed'), entry('s.b', 'started'), entry('t', 'denied')],
    ...[entry('t', 'called'), entry('s.a', 'started'), entry('s.a', 'called')],
  ]
  expect(dryRunSummary('actions', ['line'], entries)).toMatch(/\n4 tool calls ran for real: s\.a \(2\), s\.b, t\n$/)
})
