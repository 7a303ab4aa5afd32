/**
 * Throws odd texts at the parser: `node test/fuzz/syntax.ts --inputs 20000 --seed 1`.
 *
 * For each input: nothing is thrown, tokens and trivia join back to the text, every span lies within the file and within the
 * span of its parent, and a text of under 10 kB is parsed in under a second. The last line counts the inputs and failures.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse } from '../../src/compiler/syntax/parse.ts'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import { findTextFault, findTreeFault } from './syntax-laws.ts'
import { Random } from './random.ts'
import { builtInPrograms, makeInput } from './syntax-inputs.ts'

// A text this short that takes longer counts as a hang.
const hangMs = 1_000
const hangLengthMax = 10_000
const failuresShownMax = 5

const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
})
const inputs = Number(values.inputs)
const random = new Random(Number(values.seed))
const programs = [...builtInPrograms, ...readCases()]

let crashes = 0
let hangs = 0
for (let number = 1; number <= inputs; number += 1) {
  const text = makeInput(random, programs)
  const fault = findFault(text)
  if (fault === undefined) continue
  if (fault === 'hang') hangs += 1
  else crashes += 1
  if (crashes + hangs <= failuresShownMax) console.log(`input ${number}: ${fault}\n${JSON.stringify(text)}`)
}
console.log(`${inputs} inputs, ${crashes} crashes, ${hangs} hangs`)
process.exitCode = crashes + hangs === 0 ? 0 : 1

function findFault(text: string): string | undefined {
  const file = sourceFileOf('fuzz.sns', text)
  const start = performance.now()
  try {
    const { program, problems } = parse(file)
    const isSlow = performance.now() - start > hangMs && text.length < hangLengthMax
    return isSlow ? 'hang' : (findTextFault(file) ?? findTreeFault(file, program, problems))
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

/** The programs of the conformance cases, if they are there. */
function readCases(): readonly string[] {
  const folder = new URL('../conformance/cases/', import.meta.url)
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => name.endsWith('.sns')).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  } catch {
    return []
  }
}
