/**
 * Calls that a Sense program makes, with model, gate, audit log and all, in turn with calls of the library.
 *
 * The program runs as under the command line, through the door that Ctrl-C can break open. A builtin of the host takes the
 * time; another lets the library have its turn while the program waits.
 */

import { nodeClock } from '../../src/adapters/node/clock.ts'
import { nodeEnvironment } from '../../src/adapters/node/environment.ts'
import { createCtrlCInterrupter } from '../../src/adapters/node/interrupter.ts'
import { javaScriptModules } from '../../src/adapters/javascript/modules.ts'
import { createSecrets } from '../../src/adapters/node/secrets.ts'
import { nodeSources } from '../../src/adapters/node/source-files.ts'
import { createNodeFiles } from '../../src/adapters/node/files.ts'
import { createNodeRandom } from '../../src/adapters/node/random.ts'
import { createModelProviders } from '../../src/adapters/providers/model-providers.ts'
import { createStores } from '../../src/adapters/sqlite/stores.ts'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import { runProgram } from '../../src/engine/run-program.ts'
import { createLaterPython } from '../../src/engine/later-python.ts'
import { hostNameOf } from '../../src/engine/host-names.ts'
import type { HostBuiltin } from '../../src/engine/host-names.ts'
import { Frame, waitFor } from '../../src/runtime/execution/suspension.ts'
import { bareServer, ourServers } from './contestants.ts'

export interface Load {
  /** Calls in one conversation. */
  readonly turns: number
  /** Conversations one after the other. */
  readonly talks: number
  /** How many such rows of conversations go on at once; with 1 there is no other fiber. */
  readonly atOnce: number
}

/** The milliseconds of each round of the program. Between them `others` is awaited. */
export async function senseRounds(rounds: number, load: Load, others: () => Promise<void>): Promise<readonly number[]> {
  const laps: number[] = []
  const lap: HostBuiltin = {
    suspends: false,
    definition: {
      name: 'lap',
      argumentsMin: 0,
      argumentsMax: 0,
      implementation: () => {
        laps.push(performance.now())
        return null
      },
    },
  }
  const secrets = createSecrets()
  const outcome = await runProgram(sourceFileOf('bench.sns', programOf(rounds, load)), {
    ports: {
      console: { write: say, writeReport: say, flush: () => undefined, readLine: () => Promise.resolve(null) },
      clock: nodeClock,
      files: createNodeFiles(),
      random: createNodeRandom(),
      secrets,
      environment: nodeEnvironment,
      interrupter: createCtrlCInterrupter(() => undefined),
      providers: createModelProviders(nodeEnvironment, { secrets }),
      toolServers: ourServers,
      sources: nodeSources,
      stores: createStores(),
      python: createLaterPython({ environment: {}, input: 'ignore', output: 'inherit' }),
      javaScript: javaScriptModules,
    },
    version: '0',
    onWarning: ({ headline }) => {
      say(`${headline}\n`)
    },
    hostNames: [lap, waitingBuiltin('others', others)].map(hostNameOf),
  })
  if (outcome.ending !== 'completed') throw new Error(outcome.diagnostics[0]?.headline ?? outcome.ending)
  return laps.flatMap((end, index) => (index % 2 === 1 ? [end - (laps[index - 1] ?? NaN)] : []))
}

function say(text: string): void {
  process.stdout.write(text)
}

function waitingBuiltin(name: string, action: () => Promise<void>): HostBuiltin {
  return {
    suspends: true,
    definition: {
      name,
      argumentsMin: 0,
      argumentsMax: 0,
      implementation: ({ site }) => new Frame(steps(), '', site),
    },
  }
  function* steps() {
    yield* waitFor(action())
    return null
  }
}

/** The first round only warms up. */
function programOf(rounds: number, { turns, talks, atOnce }: Load): string {
  return `
s = connect_mcp("bare", ${JSON.stringify(process.execPath)}, [${JSON.stringify(bareServer)}], "bare.use")
turns = []
for n in range(${turns}): push(turns, """call bare.echo {"text": "x"}""")
push(turns, "done")
def talk():
    model m = inference("mock", "m", script: turns)
    set delegation = m
    return ask_with_tools("go", s.tools, max_rounds: ${turns + 1}).value
async tool talks():
    for n in range(${talks}): talk()
for round in range(${rounds + 1}):
    others()
    lap()
    if ${atOnce} == 1:
        for n in range(${talks}): talk()
    else:
        rows = []
        for n in range(${atOnce}): push(rows, talks())
        for row in rows: await(row)
    lap()
s.close()
`
}
