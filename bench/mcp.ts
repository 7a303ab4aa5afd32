/**
 * MCP beside the library's own client: one run, in turn, on the same bare server; medians of `--rounds` rounds (default 7).
 *
 *     npm run bench -- mcp [--rounds N] [--bytes N] [--only NAME]
 *
 * Prints a ratio for each measure and its limit, and ends with status 1 if one was missed. `SENSE_REFERENCE` may name the
 * `sense` command of the Python implementation, whose whole program is then measured too.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bareServer, connectLibrary, connectOurs, ourServers } from './mcp/contestants.ts'
import {
  callAtOnce,
  callInTurn,
  inTurn,
  kilobytesEach,
  median,
  plainLarge,
  runProcess,
  timed,
  timedConnect,
} from './mcp/measuring.ts'
import { senseRounds } from './mcp/sense-rounds.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    bytes: { type: 'string', default: '50000000' },
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(options.rounds)
const missed: string[] = []

const measures: Readonly<Record<string, () => Promise<void>>> = {
  calls: measureCalls,
  'in-flight': measureInFlight,
  connect: measureConnect,
  together: measureTogether,
  large: measureLarge,
  memory: measureMemory,
  program: measureProgram,
}
for (const [name, measure] of Object.entries(measures)) {
  if (options.only === '' || options.only === name) await measure()
}
await ourServers.closeAll()
process.exitCode = missed.length > 0 ? 1 : 0

/** One call after the other, through a Sense program with its model, gate and audit log. */
async function measureCalls(): Promise<void> {
  const load = { turns: 20, talks: 25, atOnce: 1 }
  const count = load.turns * load.talks
  const library = await connectLibrary()
  const theirs: number[] = []
  const ours = await senseRounds(rounds, load, async () => {
    theirs.push(await timed(() => callInTurn(library, count)))
  })
  await library.close()
  const [our, their] = [median(ours.slice(1)) / count, median(theirs.slice(1)) / count]
  report('one call', `${our.toFixed(3)} ms, library ${their.toFixed(3)} ms`, our / their, 1.3)
}

/** 32 calls at once: through the connection, and through 32 conversations of a Sense program. Ratios of throughput. */
async function measureInFlight(): Promise<void> {
  const load = { turns: 20, talks: 5, atOnce: 32 }
  const each = load.turns * load.talks
  const count = each * load.atOnce
  const [library, connection] = [await connectLibrary(), await connectOurs()]
  const theirs: number[] = []
  const direct: number[] = []
  const ours = await senseRounds(rounds, load, async () => {
    theirs.push(await timed(() => callAtOnce(library, each, load.atOnce)))
    direct.push(await timed(() => callAtOnce(connection, each, load.atOnce)))
  })
  await Promise.all([library.close(), connection.close()])
  const [their, our, program] = [theirs, direct, ours].map((times) => (count / median(times.slice(1))) * 1000)
  const perSecond = (value = NaN) => `${value.toFixed(0)} calls/s`
  const ratio = (value = NaN) => value / (their ?? NaN)
  report('32 in flight', `${perSecond(our)}, library ${perSecond(their)}`, ratio(our), 0.9, 'at least')
  report('32 in flight, program', `${perSecond(program)}, library ${perSecond(their)}`, ratio(program), 0.9, 'at least')
}

async function measureConnect(): Promise<void> {
  const times = await inTurn(rounds * 3, [() => timedConnect(connectOurs), () => timedConnect(connectLibrary)])
  const [our, their] = [median(times[0]), median(times[1])]
  report('connect and list', `${our.toFixed(1)} ms, library ${their.toFixed(1)} ms`, our / their, 1.2)
}

/** 32 servers that start at the same time, beside 32 times one. */
async function measureTogether(): Promise<void> {
  const count = 32
  const together = async () => {
    const begun = performance.now()
    const connections = await Promise.all(Array.from({ length: count }, connectOurs))
    const time = performance.now() - begun
    await Promise.all(connections.map((connection) => connection.close()))
    return time
  }
  const times = await inTurn(rounds, [together, () => timedConnect(connectOurs)])
  const [all, one] = [median(times[0]), median(times[1])]
  report(`${count} servers at once`, `${all.toFixed(0)} ms, one ${one.toFixed(1)} ms`, all / (count * one), 0.6)
}

/** A large result beside a list of its chunks, joined once and parsed. */
async function measureLarge(): Promise<void> {
  const bytes = Number(options.bytes)
  const connection = await connectOurs()
  const times = await inTurn(rounds, [() => timed(() => connection.call('huge', { bytes })), () => plainLarge(bytes)])
  await connection.close()
  const [our, plain] = [median(times[0]), median(times[1])]
  report(`a result of ${bytes / 1e6} MB`, `${our.toFixed(0)} ms, plain ${plain.toFixed(0)} ms`, our / plain, 4)
}

async function measureMemory(): Promise<void> {
  const count = 20
  const [our, their] = [await kilobytesEach(count, connectOurs), await kilobytesEach(count, connectLibrary)]
  report('memory of a connection', `${our.toFixed(0)} KB, library ${their.toFixed(0)} KB of heap`, our / their)
}

/** Whole processes. What an empty Sense program takes beyond an empty script is the start of Sense, and is taken off. */
async function measureProgram(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sense-bench-'))
  const fileOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const words = `${JSON.stringify(process.execPath)}, [${JSON.stringify(bareServer)}]`
  const program = fileOf('all.sns', `s = connect_mcp("bare", ${words})\nprint(len(s.tools))\ns.close()\n`)
  const sense = ['--stack-size=3900', join(import.meta.dirname, '../bin/sense.js'), 'run']
  const [empty, emptyScript] = [fileOf('empty.sns', 'x = 1\n'), fileOf('empty.mjs', '')]
  const script = join(import.meta.dirname, 'mcp/library-script.mjs')
  const reference = process.env['SENSE_REFERENCE']
  try {
    const times = await inTurn(rounds, [
      () => runProcess(process.execPath, [...sense, program]),
      () => runProcess(process.execPath, [script, bareServer]),
      () => runProcess(process.execPath, [...sense, empty]),
      () => runProcess(process.execPath, [emptyScript]),
      ...(reference === undefined ? [] : [() => runProcess(reference, ['run', program])]),
    ])
    const [our = NaN, their = NaN, emptyProgram = NaN, emptyOne = NaN, theirs = NaN] = times.map(median)
    const start = emptyProgram - emptyOne
    const text = `${our.toFixed(0)} ms, of it ${start.toFixed(0)} ms the start of Sense, library ${their.toFixed(0)} ms`
    report('a whole program', text, (our - start) / their, 1.3)
    if (reference !== undefined) console.log(`${' '.repeat(30)}(the reference: ${theirs.toFixed(0)} ms)`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One line; a limit that is missed shows in it and in the exit status. */
function report(
  name: string,
  text: string,
  ratio: number,
  limit?: number,
  sense: 'at most' | 'at least' = 'at most',
): void {
  const isMet = limit === undefined || (sense === 'at most' ? ratio <= limit : ratio >= limit)
  if (!isMet) missed.push(name)
  const verdict = limit === undefined ? '' : `, ${sense} ${limit}${isMet ? '' : ': MISSED'}`
  console.log(`${name.padEnd(24)} ${ratio.toFixed(2)}${verdict}  (${text})`)
}
