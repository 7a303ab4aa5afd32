/**
 * Files go both ways between this implementation and the older one. Runs only where `SENSE_REFERENCE` names the command of
 * an installed one, such as `venv/bin/sense`.
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Float } from '../../src/runtime/values/float.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { call, openMemories } from './memories.ts'

const reference = process.env.SENSE_REFERENCE ?? ''

const values: readonly (readonly [source: string, value: Value])[] = [
  ['3', 3],
  ['3.0', new Float(3)],
  ['0.1', new Float(0.1)],
  ['10000000000000000.0', new Float(1e16)],
  ['0.0000001', new Float(1e-7)],
  ['-0.0', new Float(-0)],
  ['123456789012345678901234567890', 123456789012345678901234567890n],
  ['nil', null],
  ['[true, false, [], [1, 2.0]]', [true, false, [], [1, new Float(2)]]],
  ['"é 😀 \\"q\\" \\\\ \\n \\t"', 'é 😀 "q" \\ \n \t'],
]

it.skipIf(reference === '')('opens what the reference wrote, and the other way round', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sense-reference-'))
  const runReference = (program: string): string => {
    writeFileSync(join(folder, 'program.sns'), program)
    return execFileSync(reference, ['run', 'program.sns'], { cwd: folder }).toString()
  }
  const { declare, stores } = openMemories()
  try {
    const remembering = values.map(([source], number) => `m.remember("theirs ${number}", ${source})\n`)
    const infinity = 'm.remember("infinity", float("inf"))\n'
    runReference(`persistent memory m: "m.db"\n${remembering.join('')}${infinity}m.forget("infinity")\n`)
    const memory = declare(join(folder, 'm.db'))
    expect(memory.entries()).toEqual(values.map(([, value], number) => [`theirs ${number}`, value]))
    expect(call(memory, 'as_of', 'infinity', values.length + 1)).toEqual(new Float(Infinity))
    for (const [number, [, value]] of values.entries()) call(memory, 'remember', `ours ${number}`, value)
    stores.closeAll()
    const comparisons = values.map(
      ([source], number) =>
        `print(m.recall("ours ${number}") == ${source}, type_of(m.recall("ours ${number}")) == type_of(${source}))\n`,
    )
    const output = runReference(`persistent memory m: "m.db"\n${comparisons.join('')}print(len(m.history("ours 0")))\n`)
    expect(output).toBe(`${'true true\n'.repeat(values.length)}1\n`)
  } finally {
    stores.closeAll()
    rmSync(folder, { recursive: true })
  }
})
