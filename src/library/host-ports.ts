/** The ways out of a program that an application runs: those of this machine, with the application as its console. */

import { javaScriptModules } from '../adapters/javascript/modules.ts'
import { nodeClock } from '../adapters/node/clock.ts'
import { environmentVariables } from '../adapters/node/environment.ts'
import { createNodeFiles } from '../adapters/node/files.ts'
import { createTimedInterrupter, plainInterrupter } from '../adapters/node/interrupter.ts'
import { createNodeRandom } from '../adapters/node/random.ts'
import { createSecrets } from '../adapters/node/secrets.ts'
import { nodeSources } from '../adapters/node/source-files.ts'
import type { ToolServersOptions } from '../adapters/mcp/tool-servers.ts'
import { createModelProviders } from '../adapters/providers/model-providers.ts'
import { createStores } from '../adapters/sqlite/stores.ts'
import { hostFailed } from '../compiler/diagnostics/catalogue/library.ts'
import { createLaterPython } from '../engine/later-python.ts'
import { createLaterToolServers } from '../engine/later-tool-servers.ts'
import type { RunPorts } from '../runtime/execution/run.ts'
import type { ConsolePort } from '../runtime/ports/console.ts'
import { NoTerminal } from '../runtime/ports/console.ts'
import { timeoutMsMax } from '../runtime/tools/labelled-arguments.ts'
import { noSite, SenseError } from '../runtime/values/sense-error.ts'
import { thrownText } from './host-function.ts'
import type { RunEvent } from './run-events.ts'
import { activityEvents } from './run-events.ts'
import type { RunOptions } from './run-options.ts'
import { thingText } from './thing-text.ts'

export interface HostListeners {
  /** Throws nothing: Python prints also where no code of the program could be ended, between its turns and at its end. */
  readonly onOutput: (text: string) => void
  /** Absent where nobody listens. */
  readonly onEvent: ((event: RunEvent) => void) | undefined
  /** For code of the program: throws what ends it, once a function of the application has thrown. */
  readonly throwIfFaulty: () => void
}

export function portsFor(options: RunOptions, listeners: HostListeners): RunPorts {
  const { onOutput, onEvent } = listeners
  const { environment = environmentVariables(), timeoutMs } = options
  const environmentPort = { get: (name: string) => (Object.hasOwn(environment, name) ? environment[name] : undefined) }
  const secrets = createSecrets(environment)
  return {
    console: consoleFor(options, listeners),
    clock: nodeClock,
    environment: environmentPort,
    files: createNodeFiles(),
    interrupter: timeoutMs === undefined ? plainInterrupter : createTimedInterrupter(Math.min(timeoutMs, timeoutMsMax)),
    providers: createModelProviders(environmentPort, { secrets }),
    random: createNodeRandom(),
    secrets,
    toolServers: createLaterToolServers({ secrets, ...consentPageOf(options) }, environment),
    sources: nodeSources,
    stores: createStores(),
    python: createLaterPython({
      environment,
      input: 'ignore',
      output: { onOutput, onErrorOutput: () => undefined },
    }),
    javaScript: javaScriptModules,
    ...(onEvent === undefined ? {} : { activity: activityEvents({ onEvent, secrets, now: () => nodeClock.now() }) }),
  }
}

function consentPageOf({ signIn }: RunOptions): Pick<ToolServersOptions, 'showConsentPage'> {
  if (signIn === undefined) return {}
  return {
    showConsentPage: async ({ server, page, signal }) => {
      await signIn({ server, page: page.href }, signal)
    },
  }
}

function consoleFor({ answer }: RunOptions, { onOutput, throwIfFaulty }: HostListeners): ConsolePort {
  return {
    write(text) {
      onOutput(text)
      throwIfFaulty()
    },
    // Warnings and errors go to the caller as records.
    writeReport: () => undefined,
    // Nothing is kept here. But whatever reaches outside comes by, Python in a busy loop too.
    flush: throwIfFaulty,
    hasListener: () => answer !== undefined,
    async readLine(question, signal) {
      if (answer === undefined) throw new NoTerminal('nobody answers questions in this run')
      return await givenAnswer(async () => await answer(question, signal))
    },
  }
}

/** The place of what goes wrong is the call of `ask_human`. */
async function givenAnswer(ask: () => Promise<unknown>): Promise<string | null> {
  let answer: unknown
  try {
    answer = await ask()
  } catch (error) {
    throw new SenseError(hostFailed('answer', thrownText(error)), noSite)
  }
  if (typeof answer === 'string' || answer === null) return answer
  throw new SenseError(hostFailed('answer', `it gave ${thingText(answer)}, not a string or null`), noSite)
}
