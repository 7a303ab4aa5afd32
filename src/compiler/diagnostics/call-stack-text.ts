/**
 * A call stack in print: one line for each call, innermost first; a recursion is folded into a count.
 */

import type { CallStackFrame } from './diagnostic.ts'
import { displayWidth } from './display-width.ts'
import { placeText } from './render-line.ts'
import { visibleText } from './visible-text.ts'

// Recursion of up to this many functions that call each other in turn is recognised.
const periodMax = 4
// Only the innermost and outermost calls help; a stack of many different calls is cut in the middle.
const linesMax = 24

/** The lines of a stack, indented by three spaces. */
export function callStackLines(stack: readonly CallStackFrame[]): readonly string[] {
  const width = Math.min(30, Math.max(0, ...stack.slice(0, 1_000).map((frame) => displayWidth(nameOf(frame)))))
  const lines: string[] = []
  let index = 0
  while (index < stack.length) {
    const { period, repeats } = repetitionAt(stack, index)
    for (const frame of stack.slice(index, index + period)) lines.push(frameLine(frame, width))
    if (repeats > 1) lines.push(repetitionLine(period, repeats - 1))
    index += period * repeats
  }
  return lines.length <= linesMax ? lines : cutInMiddle(lines)
}

const nameOf = (frame: CallStackFrame): string => visibleText(frame.functionName)

function frameLine(frame: CallStackFrame, width: number): string {
  const name = nameOf(frame)
  if (frame.calledAt === undefined) return `   ${name}`
  return `   ${name}${' '.repeat(Math.max(0, width - displayWidth(name)))}   called at ${placeText(frame.calledAt)}`
}

function repetitionLine(period: number, repeats: number): string {
  const what = period === 1 ? 'this call' : `these ${period} calls`
  const times = repeats === 1 ? 'once more' : `${repeats} more times`
  return `   … ${what} ${times}`
}

/** The shortest group of calls at `index` that repeats at once, and how often it stands there in all. */
function repetitionAt(stack: readonly CallStackFrame[], index: number): { period: number; repeats: number } {
  for (let period = 1; period <= periodMax; period += 1) {
    let length = period
    while (isSameCall(stack[index + length], stack[index + length - period])) length += 1
    const repeats = Math.floor(length / period)
    if (repeats > 2 || (repeats === 2 && period > 1)) return { period, repeats }
  }
  return { period: 1, repeats: 1 }
}

function isSameCall(left: CallStackFrame | undefined, right: CallStackFrame | undefined): boolean {
  if (left === undefined || right === undefined || left.functionName !== right.functionName) return false
  if (left.calledAt?.file !== right.calledAt?.file) return false
  return left.calledAt?.span.offsetStart === right.calledAt?.span.offsetStart
}

function cutInMiddle(lines: readonly string[]): readonly string[] {
  const half = Math.floor(linesMax / 2)
  const left = lines.length - 2 * half
  return [...lines.slice(0, half), `   … ${left} more lines`, ...lines.slice(-half)]
}
