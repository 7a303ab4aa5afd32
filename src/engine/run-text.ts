/** Running Sense from a TypeScript program: text in, output and outcome out. */

import { nodeClock } from '../adapters/node/clock.ts'
import { nodeEnvironment } from '../adapters/node/environment.ts'
import { plainInterrupter } from '../adapters/node/interrupter.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import { nodeSources } from '../adapters/node/source-files.ts'
import { createModelProviders } from '../adapters/providers/model-providers.ts'
import { createStores } from '../adapters/sqlite/stores.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { sourceFileOf } from '../compiler/source/source-file.ts'
import { NoTerminal } from '../runtime/ports/console.ts'
import { createLaterToolServers } from './later-tool-servers.ts'
import type { RunOutcome } from './run-program.ts'
import { runProgram } from './run-program.ts'

export interface RunTextOptions {
  /** The name of the text in reports. Default: `<text>`. */
  readonly name?: string
  /** Called with each piece of output, whole lines as a rule. Default: it is only kept for the result. */
  readonly onOutput?: (text: string) => void
  /** Called with each warning about a server or tool. */
  readonly onWarning?: (warning: Diagnostic) => void
  /** Cancels the run where it waits or makes an effect. */
  readonly signal?: AbortSignal
}

export interface TextOutcome extends RunOutcome {
  /** Everything the program printed. */
  readonly output: string
}

/**
 * Runs a program with the providers and servers of this machine. Never rejects: an error of the program is an outcome
 * with its diagnostic. When it resolves, every server that the program started has ended.
 */
export async function runText(text: string, options: RunTextOptions = {}): Promise<TextOutcome> {
  const pieces: string[] = []
  const outcome = await runProgram(sourceFileOf(options.name ?? '<text>', text), {
    ports: {
      console: {
        write(piece) {
          pieces.push(piece)
          options.onOutput?.(piece)
        },
        // Warnings and errors go to the caller as records.
        writeReport: () => undefined,
        flush: () => undefined,
        readLine: () => Promise.reject(new NoTerminal('nobody answers questions in an embedded run')),
      },
      clock: nodeClock,
      environment: nodeEnvironment,
      interrupter: plainInterrupter,
      providers: createModelProviders(nodeEnvironment),
      toolServers: createLaterToolServers(),
      sources: nodeSources,
      stores: createStores(),
    },
    version: packageVersion(),
    onWarning: options.onWarning ?? (() => undefined),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  return { ...outcome, output: pieces.join('') }
}
