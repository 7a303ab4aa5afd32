/** Makes random calls, lets Sense and Python answer them, and finds the calls that they answer differently. */

import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isCallable, noLabels } from '../../src/runtime/execution/callable.ts'
import { Float } from '../../src/runtime/values/float.ts'
import { floatText } from '../../src/runtime/values/float-text.ts'
import { SenseRecord } from '../../src/runtime/values/record.ts'
import { SenseError } from '../../src/runtime/values/sense-error.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { isArray } from '../../src/runtime/values/value.ts'
import { Random } from '../fuzz/random.ts'
import { context, memberNamed } from '../unit/runtime/host/call-member.ts'
import type { PythonCall } from './calls.ts'
import { randomCall } from './calls.ts'

/** Values as `results.py` writes them. */
type Tagged =
  | null
  | boolean
  | string
  | { readonly int: string }
  | { readonly float: string }
  | { readonly items: readonly Tagged[] }
  | { readonly entries: readonly (readonly [string, Tagged])[] }
  | { readonly error: string }

/** Functions of the two languages' own libraries of mathematics, which need not round their last digits alike. */
const isInexact: ReadonlySet<string> = new Set(['math.pow', 'math.log', 'math.exp', 'math.sin', 'math.cos'])

/** How far apart such results may be, relative to their size: some units of the last place. */
const relativeErrorMax = 1e-15

export interface Comparison {
  readonly count: number
  /** How many of the calls raised an error in both. */
  readonly errorCount: number
  /** Each as a text. */
  readonly differences: readonly string[]
}

/** Whether there is a Python to compare with. */
export function isPythonThere(): boolean {
  return spawnSync('python3', ['-c', '']).status === 0
}

/** Compares `count` calls; the same `seed` makes the same calls. */
export async function compareWithPython(count: number, seed: number): Promise<Comparison> {
  const random = new Random(seed)
  const calls = Array.from({ length: count }, () => randomCall(random))
  const theirs = await answersOfPython(calls)
  const differences: string[] = []
  let errorCount = 0
  calls.forEach((call, index) => {
    const our = answerOfSense(call)
    const their = theirs[index] ?? null
    if (isErrorAnswer(our) && isErrorAnswer(their)) errorCount += 1
    else if (!isSame(call.name, our, their)) differences.push(differenceText(call, our, their))
  })
  return { count, errorCount, differences }
}

function answerOfSense({ name, args }: PythonCall): Tagged {
  const member = memberNamed(name)
  if (!isCallable(member)) throw new Error(`${name} is no function`)
  try {
    return tagged(valueOf(member.call(context, args, noLabels)))
  } catch (error) {
    if (error instanceof SenseError) return { error: error.problem.code }
    throw error
  }
}

function answersOfPython(calls: readonly PythonCall[]): Promise<readonly Tagged[]> {
  const child = spawn('python3', [join(import.meta.dirname, 'results.py')], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.end(calls.map(({ name, args }) => `${JSON.stringify([name, args.map(tagged)])}\n`).join(''))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      const lines = output.split('\n').slice(0, -1)
      if (lines.length !== calls.length) reject(new Error(`Python answered ${lines.length} of ${calls.length} calls`))
      else resolve(lines.map((line) => JSON.parse(line) as Tagged))
    })
  })
}

function tagged(value: Value): Tagged {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return { int: String(value) }
  if (value instanceof Float) return { float: floatText(value.double) }
  if (isArray(value)) return { items: value.map(tagged) }
  if (value instanceof SenseRecord) return { entries: [...value.entries].map(([key, item]) => [key, tagged(item)]) }
  throw new Error('only data is compared')
}

function isSame(name: string, our: Tagged, their: Tagged): boolean {
  if (JSON.stringify(our) === JSON.stringify(their)) return true
  if (!isInexact.has(name) || !isFloatAnswer(our) || !isFloatAnswer(their)) return false
  const [ours, theirs] = [Number(our.float), Number(their.float)]
  return Math.abs(ours - theirs) <= Math.abs(theirs) * relativeErrorMax
}

function differenceText({ name, args }: PythonCall, our: Tagged, their: Tagged): string {
  const texts = [args.map(tagged), our, their].map((each) => JSON.stringify(each))
  return `${name} ${texts[0] ?? ''}\n  Sense:  ${texts[1] ?? ''}\n  Python: ${texts[2] ?? ''}`
}

function isErrorAnswer(answer: Tagged): boolean {
  return typeof answer === 'object' && answer !== null && 'error' in answer
}

function isFloatAnswer(answer: Tagged): answer is { readonly float: string } {
  return typeof answer === 'object' && answer !== null && 'float' in answer
}

/** None of the compared functions waits. */
const valueOf = (called: unknown): Value => called as Value
