/** Programs that go on for ever, each in its own way, and what a Ctrl-C does to them: for the tests and for the benchmark. */

import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { SenseEnding } from './sense-process.ts'
import { endOf, untilPrinted } from './sense-process.ts'

const ready = 'print("ready")\n'

/** Each prints "ready" just before the place that its name tells. */
export const endlessPrograms: Readonly<Record<string, string>> = {
  'a busy loop at module level': `${ready}while true: x = 1\n`,
  'a busy loop in a function': `def spin():\n    while true: x = 1\n${ready}spin()\n`,
  'a loop over huge Ints': `x = 3\nfor i in range(18): x = x * x\n${ready}while true: y = x * x\n`,
  'a pattern that never comes to an end': `import sense text\na = text.repeat("a", 40) + "!"\n${ready}text.matches(a, "^(a+)+$")\n`,
  'a recursion that is caught again and again': `def f(): return f()\n${ready}while true:\n    attempt:\n        f()\n    failed p:\n        x = 1\n`,
  'a wait for a message': `async agent a:\n    receive(1000)\nstart(a)\n${ready}await(a)\n`,
  'an agent that asks again and again': `async agent a:\n    receive(1000)\nstart(a)\n${ready}while a.status == "running": x = 1\n`,
  'a question to a person': `${ready}ask_human("?")\n`,
  'the comparison of large Arrays': `xs = []\nfor i in range(200000): push(xs, [i])\nys = xs + []\n${ready}while true: x = xs == ys\n`,
}

export interface Interrupted {
  readonly ending: SenseEnding
  /** From the signal to the end of the process. */
  readonly tookMs: number
}

/** Interrupts a program that has said "ready" and had time to get from there into its loop or wait. */
export async function interrupt(child: ChildProcessWithoutNullStreams): Promise<Interrupted> {
  const ended = endOf(child)
  await untilPrinted(child, 'ready')
  await pause(200)
  const start = performance.now()
  child.kill('SIGINT')
  const ending = await ended
  return { ending, tookMs: performance.now() - start }
}
