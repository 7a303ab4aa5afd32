/** Whether and when a failed request is tried again (spec 02 §1). */

import type { ExchangeFacts } from './api-error.ts'

/** After the first request. */
export const retriesMax = 3

/** A provider that wants a longer pause than this is not waited for. */
export const retryAfterMsMax = 60_000

/** The pauses where the provider names none: 1, 2 and 4 seconds, give or take a quarter. */
const firstPauseMs = 1_000
const jitter = 0.25

/** Codes of 429 that no waiting helps against. */
const lastingCodes: readonly string[] = ['insufficient_quota', 'billing_hard_limit_reached', 'credit_balance_exceeded']

/** Connections that broke or timed out; a name that is unknown or a port that nobody listens on stays so. */
const passingNetworkCodes: readonly string[] = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]

/**
 * Milliseconds to wait before the next request, or undefined where there is none. `failures` counts the failed ones, from
 * 1; `random` gives numbers from 0 up to 1.
 */
export function retryDelayMs(
  facts: ExchangeFacts,
  failures: number,
  nowMs: number,
  random: () => number,
): number | undefined {
  if (failures > retriesMax || !mayPass(facts)) return undefined
  const asked = retryAfterMs(facts.headers, nowMs)
  if (asked !== undefined) return asked <= retryAfterMsMax ? asked : undefined
  return firstPauseMs * 2 ** (failures - 1) * (1 - jitter + 2 * jitter * random())
}

function mayPass({ isRetryable, status, code, networkCode, headers }: ExchangeFacts): boolean {
  if (!isRetryable || lastingCodes.includes(code)) return false
  if (status === undefined) return passingNetworkCodes.includes(networkCode)
  return headers['x-should-retry'] !== 'false'
}

/** What the provider asks for, in its own header or the common one: milliseconds, seconds or a date. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const exact = numberOf(headers['retry-after-ms'])
  if (exact !== undefined) return exact
  const common = headers['retry-after']
  const seconds = numberOf(common)
  if (seconds !== undefined) return seconds * 1000
  const date = common === undefined ? NaN : Date.parse(common)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}
