/**
 * Formats random programs, as they are and laid out badly: `node test/fuzz/format.ts --programs 10000 --seed 1`.
 *
 * What must hold is in `format-laws.ts`. The last line counts the programs and those that broke a promise.
 */

import { parseArgs } from 'node:util'
import { findFormatFault, layOutBadly } from './format-laws.ts'
import { featureNames } from './program-expressions.ts'
import { ProgramMaker } from './program-maker.ts'
import { Random } from './random.ts'

const failuresShownMax = 5

const { values } = parseArgs({
  options: { programs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const count = Number(values.programs)
const seed = Number(values.seed)

let failures = 0
for (let number = 1; number <= count; number += 1) {
  const random = new Random(seed * 1_000_003 + number)
  const text = new ProgramMaker(random, new Set(featureNames)).program()
  for (const program of [text, layOutBadly(text, random)]) {
    const fault = faultOf(program)
    if (fault === undefined) continue
    failures += 1
    if (failures <= failuresShownMax) console.log(`program ${number}: ${fault}\n==== from\n${program}`)
  }
}
console.log(`${count} programs, ${failures} broken promises`)
process.exitCode = failures === 0 ? 0 : 1

function faultOf(text: string): string | undefined {
  try {
    return findFormatFault(text)
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}
