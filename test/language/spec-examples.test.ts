/**
 * Runs the examples of `spec/`: each block marked `sense` that is followed by one marked `output`.
 *
 * The output is what the program prints; an error is one more line, `CLASS[code] in line N`.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { positionAt } from '../../src/compiler/source/positions.ts'
import type { Diagnostic } from '../../src/compiler/diagnostics/diagnostic.ts'
import { senseBlocksIn } from '../support/marked-blocks.ts'
import { runSource } from '../support/run-source.ts'

const folder = join(import.meta.dirname, '../../spec')

const chapters = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()

describe.each(chapters)('spec/%s', (chapter) => {
  const examples = senseBlocksIn(readFileSync(join(folder, chapter), 'utf8'))

  it('has an output for each of its programs', () => {
    expect(examples.filter((example) => example.output === undefined).map((example) => example.title)).toEqual([])
  })

  it.each(examples)('$title', async ({ text, output }) => {
    expect(await outputOf(text)).toBe(output)
  })
})

async function outputOf(program: string): Promise<string> {
  const { output, diagnostics } = await runSource(program)
  return output + diagnostics.map(reportLine).join('')
}

function reportLine({ class: errorClass, code, place }: Diagnostic): string {
  const line = place && positionAt(place.file.text, place.file.lineStarts, place.span.offsetStart).line
  return `${errorClass}[${code}] in line ${line ?? 'none'}\n`
}
