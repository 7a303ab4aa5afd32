/** Programs that ask a model of a service, which is a server of this process. */

import { createSecrets } from '../../src/adapters/node/secrets.ts'
import { createModelProviders } from '../../src/adapters/providers/model-providers.ts'
import type { ClockPort } from '../../src/runtime/ports/clock.ts'
import type { ToolServersPort } from '../../src/runtime/ports/tool-servers.ts'
import type { SourceRun } from '../support/run-source.ts'
import { runSource } from '../support/run-source.ts'
import type { FormatName } from './vendor-formats.ts'
import type { Turn, VendorServer } from './vendor-server.ts'
import { startVendorServer } from './vendor-server.ts'

export const trialKey = 'sk-trial-0123456789abcdef'

interface TrialService {
  readonly format: FormatName
  /** What stands for `MODEL` in a program; `LABELS` are more labels. */
  readonly expression: (server: Pick<VendorServer, 'baseUrl'>, labels: string) => string
  readonly environment: (server: Pick<VendorServer, 'baseUrl' | 'origin'>) => Readonly<Record<string, string>>
}

export const trialServices = {
  anthropic: {
    format: 'anthropic',
    expression: (_, labels) => `inference("anthropic", "claude-sonnet-4-5"${labels})`,
    environment: ({ baseUrl }) => ({ ANTHROPIC_API_KEY: trialKey, ANTHROPIC_BASE_URL: baseUrl }),
  },
  openai: {
    format: 'responses',
    expression: (_, labels) => `inference("openai", "gpt-4o"${labels})`,
    environment: ({ baseUrl }) => ({ OPENAI_API_KEY: trialKey, OPENAI_BASE_URL: baseUrl }),
  },
  'openai with an address': {
    format: 'chat',
    expression: ({ baseUrl }, labels) => `inference("openai", "gpt-4o", base_url: "${baseUrl}"${labels})`,
    environment: () => ({ OPENAI_API_KEY: trialKey }),
  },
  'openai-compatible': {
    format: 'compatible',
    expression: ({ baseUrl }, labels) =>
      `inference("openai-compatible", "m", base_url: "${baseUrl}/", api_key_env: "MY_KEY"${labels})`,
    environment: () => ({ MY_KEY: ` ${trialKey}\n` }),
  },
  ollama: {
    format: 'compatible',
    expression: (_, labels) => `inference("ollama", "qwen3:4b"${labels})`,
    environment: ({ origin }) => ({ OLLAMA_HOST: origin }),
  },
} satisfies Readonly<Record<string, TrialService>>

export type TrialServiceName = keyof typeof trialServices
export const trialServiceNames = Object.keys(trialServices) as TrialServiceName[]

export interface ServiceRun extends SourceRun {
  readonly server: VendorServer
  /** The pauses between requests, in milliseconds. */
  readonly pauses: readonly number[]
}

export interface ServiceRunOptions {
  /** After the other labels, such as `, timeout: 1`. */
  readonly labels?: string
  readonly toolServers?: ToolServersPort
  readonly clock?: ClockPort
  readonly environment?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Done while the program runs. */
  readonly meanwhile?: (server: VendorServer) => Promise<void>
}

/**
 * Runs `program` against a server that plays `turns`. `MODEL` in it stands for the model of `service`, `ADDRESS` for that
 * of the server.
 */
export async function runWithService(
  service: TrialServiceName,
  turns: readonly Turn[],
  program: string,
  options: ServiceRunOptions = {},
): Promise<ServiceRun> {
  const { format, expression, environment }: TrialService = trialServices[service]
  const server = await startVendorServer(format, turns)
  const variables = { ...environment(server), ...options.environment }
  const clock = createHastyClock()
  const secrets = createSecrets()
  const source = program
    .replaceAll('MODEL', () => expression(server, options.labels ?? ''))
    .replaceAll('ADDRESS', () => `"${server.baseUrl}"`)
  const ports = { get: (name: string) => variables[name] }
  try {
    const running = runSource(source, {
      ports: {
        environment: ports,
        secrets,
        providers: createModelProviders(ports, { secrets, clock: options.clock ?? clock, random: () => 0.5 }),
        ...(options.toolServers === undefined ? {} : { toolServers: options.toolServers }),
      },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    await options.meanwhile?.(server)
    return { ...(await running), server, pauses: clock.pauses }
  } finally {
    await server.close()
  }
}

interface HastyClock extends ClockPort {
  readonly pauses: number[]
}

/** The longest pause that is waited for (spec 02 §1); a longer alarm is a limit. */
const pauseMsMax = 60_000

/** A clock on which pauses pass at once and limits are never reached. */
function createHastyClock(): HastyClock {
  const pauses: number[] = []
  return {
    pauses,
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    setAlarm(delayMs, ring) {
      if (delayMs > pauseMsMax) return () => undefined
      pauses.push(delayMs)
      const alarm = setImmediate(ring)
      return () => {
        clearImmediate(alarm)
      }
    },
  }
}
