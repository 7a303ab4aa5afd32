/** Makes programs by number, compares each, and reports what differs. */

import { readFileSync } from 'node:fs'
import { compare, isWellFormed, runProduct } from './compare.ts'
import type { Comparison } from './compare.ts'
import { supportedFeatures } from './probes.ts'
import { ProgramMaker } from './program-maker.ts'
import type { Feature } from './program-expressions.ts'
import { featureNames } from './program-expressions.ts'
import { Random } from './random.ts'
import { shrink } from './shrink.ts'
import { startWatchdog } from './watchdog.ts'

export interface ProgramOptions {
  readonly seed: number
  /** Names of features; undefined for all that the product can run. */
  readonly features: readonly string[] | undefined
}

const differencesShownMax = 5

export async function showProgram(number: number, options: ProgramOptions): Promise<void> {
  console.log(programNumber(number, options.seed, await chosenFeatures(options)))
}

export async function comparePrograms(
  count: number,
  options: ProgramOptions & { readonly isFirstEnough: boolean },
): Promise<void> {
  const features = await chosenFeatures(options)
  const counts = { same: 0, different: 0, 'over-budget': 0, syntax: 0 }
  console.log(`features: ${[...features].join(', ')}`)
  const noteProgress = startWatchdog()
  for (let number = 1; number <= count; number += 1) {
    noteProgress(number)
    if (number % 5_000 === 0) console.log(`${number} programs so far, ${counts.different} differ`)
    const text = programNumber(number, options.seed, features)
    const comparison = await compare(text)
    counts[comparison.kind] += 1
    if (comparison.kind === 'syntax') console.log(`program ${number} has a syntax error:\n${text}`)
    if (comparison.kind !== 'different') continue
    if (options.isFirstEnough) {
      console.log(`first difference: program ${number}`)
      break
    }
    if (counts.different <= differencesShownMax) {
      console.log(`program ${number} differs (seed ${options.seed}):`)
      await report(text, comparison)
    }
  }
  console.log(`${counts['over-budget']} programs were too long to compare, ${counts.syntax} had syntax errors`)
  console.log(`${count} programs, ${counts.different} differ`)
  process.exitCode = counts.different + counts.syntax > 0 ? 1 : 0
}

/** Compares one program that stands in a file. */
export async function compareFile(path: string): Promise<void> {
  const comparison = await compare(readFileSync(path, 'utf8'))
  console.log(comparison.kind)
  show(comparison)
}

/** The same program for the same seed, number and features, whatever came before it. */
function programNumber(number: number, seed: number, features: ReadonlySet<Feature>): string {
  return new ProgramMaker(new Random(seed * 1_000_003 + number), features).program()
}

async function chosenFeatures({ features }: ProgramOptions): Promise<ReadonlySet<Feature>> {
  if (features === undefined) return supportedFeatures((text) => runProduct(text))
  return new Set(featureNames.filter((name) => features.includes(name)))
}

async function report(text: string, found: Comparison): Promise<void> {
  const isDifferent = async (candidate: string): Promise<boolean> =>
    isWellFormed(candidate) && (await compare(candidate)).kind === 'different'
  const smallest = await shrink(text, isDifferent)
  const comparison = await compare(smallest)
  console.log(numbered(smallest))
  show(comparison.kind === 'different' ? comparison : found)
}

function show(comparison: Comparison): void {
  if (comparison.kind !== 'different') return
  const { expected, actual } = comparison
  console.log(`oracle: ${expected.ending}\n${expected.output}`)
  console.log(`product: ${actual.ending}\n${actual.output}\n`)
}

function numbered(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(4)}  ${line}`)
    .join('\n')
}
