/** The failure of a service as the port tells it: the cause in words, what its provider said, the facts. */

import type { SecretsPort } from '../../runtime/ports/secrets.ts'
import { ModelFailure } from '../../runtime/ports/model-providers.ts'
import type { ExchangeFacts } from './api-error.ts'
import type { ServiceFacts } from './failure-causes.ts'
import { causeOf } from './failure-causes.ts'

/** How much of a provider's own words is shown (spec 02 §1). */
const excerptLengthMax = 200

/** Longer texts are cut before they are searched for secrets. */
const searchedLengthMax = 64 * 1024

/** `requests`: how many were made in all. */
export function serviceFailure(
  facts: ExchangeFacts,
  service: ServiceFacts,
  requests: number,
  secrets: SecretsPort | undefined,
): ModelFailure {
  const { message, hint } = causeOf(facts)
  const excerpt = excerptOf(facts, secrets)
  const status = facts.status === undefined ? '' : String(facts.status)
  const said = [status, excerpt].filter((text) => text !== '').join(': ')
  const clean = (text: string): string => secrets?.replacedIn(text) ?? text
  const words = said === '' ? message(service, facts) : `${message(service, facts)} (${said})`
  return new ModelFailure('request', clean(words), hint(service, facts), evidenceOf(facts, requests))
}

/** The provider's words on one line; of a page its title. */
function excerptOf({ status, text, body }: ExchangeFacts, secrets: SecretsPort | undefined): string {
  // Without a status the text is the system's, and the cause has told it already.
  if (status === undefined) return ''
  const title = /<title[^>]*>([^<]*)/i.exec(body)?.[1]
  const isPackageText = text === '' || packageTexts.test(text)
  const words = title ?? (isPackageText ? body : text)
  const cut = words.slice(0, searchedLengthMax)
  const clean = (secrets?.replacedIn(cut) ?? cut).replaceAll(/\s+/g, ' ').trim()
  const points = Array.from(clean.slice(0, 2 * excerptLengthMax + 2))
  return points.length > excerptLengthMax ? `${points.slice(0, excerptLengthMax).join('')}…` : points.join('')
}

/** What the packages say themselves tells a user nothing beside the cause. */
const packageTexts = /^(Invalid JSON response|Failed to process|JSON parsing failed|Type validation failed)/

function evidenceOf({ status, code, headers }: ExchangeFacts, requests: number): ModelFailure['facts'] {
  const requestId = headers['request-id'] ?? headers['x-request-id']
  const facts: [string, string | undefined][] = [
    ['status', status === undefined ? undefined : String(status)],
    ['code', code === '' ? undefined : code],
    ['request', requestId],
    ['requests made', requests > 1 ? String(requests) : undefined],
  ]
  return facts
    .filter((fact): fact is [string, string] => fact[1] !== undefined)
    .map(([name, value]) => [name, value.slice(0, excerptLengthMax)])
}
