/**
 * Calls of Python beside bare round trips over pipes of the same kind: `npm run bench -- python`.
 *
 * The bare side writes 32 bytes to a `python3` that writes them back, which is the least that a question to another process
 * can cost. Both sides take turns in one process, so that a slow moment of the machine hits both; a ratio is the median of
 * the turns' ratios. The second table is how long a million numbers take, in seconds: to Python, and there and back.
 */

import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentVariables } from '../src/adapters/node/environment.ts'
import { findPython } from '../src/adapters/python/python-command.ts'
import type { HostBuiltin } from '../src/engine/host-names.ts'
import { Float } from '../src/runtime/values/float.ts'
import type { Value } from '../src/runtime/values/value.ts'
import { runSource } from '../test/support/run-source.ts'

/** What the promise on speed allows a call, as a multiple of a bare round trip; and a million numbers, in seconds. */
const ratioMax = 4
const secondsMax = 1

const turns = 40
const callsInTurn = 250

const echo = `
import os
while True:
    data = os.read(3, 65536)
    if not data: break
    os.write(4, data)
`

const program = `
import python "math" as math
import python "builtins" as py
f = math.sqrt

def calls(n):
    start = clock()
    for i in range(n): f(i)
    return clock() - start

def member_calls(n):
    start = clock()
    for i in range(n): math.sqrt(i)
    return clock() - start

bare(1000)
calls(1000)
for turn in range(${turns}):
    report("turn", [bare(${callsInTurn}), calls(${callsInTurn}), member_calls(${callsInTurn})])

def seconds(f, xs):
    start = clock()
    f(xs)
    return (clock() - start) / 1000

ints = range(1000000)
floats = []
mixed = []
for i in ints:
    push(floats, i * 0.5)
    if i % 2 == 0: push(mixed, i)
    else: push(mixed, i * 0.5)
for round in range(3):
    report("Ints", [seconds(py.len, ints), seconds(py.list, ints)])
    report("Floats", [seconds(py.len, floats), seconds(py.list, floats)])
    report("both, mixed", [seconds(py.len, mixed), seconds(py.list, mixed)])
`

interface BarePython {
  readonly child: ChildProcess
  roundTrips(count: number): void
}

/** Its pipes block, and are open for both ends on both sides, so that none has to wait for the other. */
function startBare(): BarePython {
  const folder = mkdtempSync(join(tmpdir(), 'sense-bench-'))
  const paths = ['requests', 'replies'].map((name) => join(folder, name))
  execFileSync('mkfifo', paths)
  const [requests = 0, replies = 0] = paths.map((path) => openSync(path, 'r+'))
  rmSync(folder, { recursive: true })
  const { path } = findPython(environmentVariables())
  const child = spawn(path, ['-c', echo], { stdio: ['ignore', 'inherit', 'inherit', requests, replies] })
  const [message, answer] = [Buffer.alloc(32), Buffer.alloc(64)]
  return {
    child,
    roundTrips(count) {
      for (let done = 0; done < count; done += 1) {
        writeSync(requests, message)
        readSync(replies, answer)
      }
    },
  }
}

const numberOf = (value: Value): number => (value instanceof Float ? value.double : Number(value))

function builtin(name: string, count: number, run: (args: readonly Value[]) => Value): HostBuiltin {
  const definition = { name, argumentsMin: count, argumentsMax: count, implementation: run }
  return { suspends: false, definition: { ...definition, implementation: (_context, args) => run(args) } }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

const bare = startBare()
const reported = new Map<string, number[][]>()
const outcome = await runSource(program, {
  hostBuiltins: [
    builtin('clock', 0, () => new Float(performance.now())),
    builtin('bare', 1, ([count = null]) => {
      const start = performance.now()
      bare.roundTrips(numberOf(count))
      return new Float(performance.now() - start)
    }),
    builtin('report', 2, ([name = null, numbers = null]) => {
      const row = Array.isArray(numbers) ? numbers.map(numberOf) : []
      if (typeof name === 'string') reported.set(name, [...(reported.get(name) ?? []), row])
      return null
    }),
  ],
})
bare.child.kill()
for (const { headline } of outcome.diagnostics) console.log(headline)

const rows = reported.get('turn') ?? []
const microseconds = (column: number): number => (median(rows.map((row) => row[column] ?? NaN)) / callsInTurn) * 1000
const ratio = (column: number): number =>
  median(rows.map(([base = NaN, ...others]) => (others[column - 1] ?? NaN) / base))
console.log(`bare round trip            ${microseconds(0).toFixed(1)} us`)
console.log(
  `call of a function         ${microseconds(1).toFixed(1)} us, ${ratio(1).toFixed(2)} times as much (at most ${ratioMax})`,
)
console.log(`read of a member and call  ${microseconds(2).toFixed(1)} us, ${ratio(2).toFixed(2)} times as much`)

let isQuick = ratio(1) <= ratioMax
for (const [name, measured] of reported) {
  if (name === 'turn') continue
  const [over = NaN, both = NaN] = [0, 1].map((column) => Math.min(...measured.map((row) => row[column] ?? NaN)))
  isQuick &&= over < secondsMax
  console.log(`1,000,000 ${name.padEnd(16)} ${over.toFixed(3)} s over, ${both.toFixed(3)} s over and back`)
}
if (outcome.diagnostics.length > 0 || !isQuick) process.exitCode = 1
