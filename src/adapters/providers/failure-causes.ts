/**
 * Why a request to a service failed, and what to do about it.
 *
 * A list that is read from the top: the first cause that fits is told. Vendors do not agree on statuses, so what their
 * error says of itself (its code, or words that have been the same for years) goes before the status.
 */

import type { ExchangeFacts } from './api-error.ts'
import { retryAfterMs, retryAfterMsMax } from './retry-delay.ts'

/** What is known of the service without asking it. */
export interface ServiceFacts {
  readonly provider: string
  readonly modelId: string
  /** The environment variable of its key; undefined where none is used. */
  readonly keyVariable: string | undefined
  /** `https://host:port` */
  readonly origin: string
  /** Unix time in milliseconds. */
  readonly nowMs: number
}

export interface Cause {
  readonly fits: (facts: ExchangeFacts) => boolean
  /** Completes "the model `m` ...". */
  readonly message: (service: ServiceFacts, facts: ExchangeFacts) => string
  readonly hint: (service: ServiceFacts, facts: ExchangeFacts) => string | undefined
}

export function causeOf(facts: ExchangeFacts): Cause {
  return causes.find(({ fits }) => fits(facts)) ?? otherCause
}

/** How much of what the system or the HTTP client says of a connection is shown. */
const reasonLengthMax = 200

const addressHint = 'correct the address in `base_url:`; it usually ends in `/v1`'

const isOllama = ({ provider }: ServiceFacts): boolean => provider === 'ollama'
const saysKey = ({ keyVariable }: ServiceFacts): string => keyVariable ?? 'the variable that `api_key_env:` names'

/** Where no answer came: `status` is undefined. */
const broken = (...codes: readonly string[]): Cause['fits'] => {
  return ({ status, networkCode }) => status === undefined && codes.includes(networkCode)
}
const says = (pattern: RegExp): Cause['fits'] => {
  return ({ code, text }) => pattern.test(code) || pattern.test(text)
}
const hasStatus = (...statuses: readonly number[]): Cause['fits'] => {
  return ({ status }) => status !== undefined && statuses.includes(status)
}

function isPage({ headers, body }: ExchangeFacts): boolean {
  return (headers['content-type'] ?? '').includes('text/html') || /^\s*<(!doctype|html)\b/i.test(body)
}

const connectionCauses: readonly Cause[] = [
  {
    fits: broken('ECONNREFUSED'),
    message: ({ origin }) => `cannot be reached: nothing answers at ${origin}`,
    hint: (service) =>
      isOllama(service)
        ? 'start Ollama with `ollama serve`, or set OLLAMA_HOST to where it runs'
        : 'start the server, or correct the address in `base_url:`',
  },
  {
    fits: broken('ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'),
    message: ({ origin }) => `cannot be reached: the host of ${origin} is not known`,
    hint: () => 'check the network, and the address if the program gives one in `base_url:`',
  },
  {
    fits: ({ status, networkCode }) => status === undefined && /CERT|SELF_SIGNED|UNABLE_TO_/.test(networkCode),
    message: ({ origin }, { networkCode }) =>
      `is not asked: the certificate of ${origin} is not trusted (${networkCode})`,
    hint: () => 'if a proxy of your own signs it, name its certificate in NODE_EXTRA_CA_CERTS',
  },
  {
    fits: ({ status, networkCode, names }) =>
      status === undefined && (/^(ERR_SSL_|EPROTO|HPE_)/.test(networkCode) || names.includes('HTTPParserError')),
    message: ({ origin }) => `cannot be reached: what answers at ${origin} does not speak that protocol`,
    hint: () => 'correct the address in `base_url:`: `http://` and `https://` are different doors',
  },
  {
    // No failure of a connection, which would be wrapped.
    fits: ({ names: [name = '', ...others], networkCode }) =>
      others.length === 0 && networkCode === '' && /^(?:Type|Range|Reference)Error$/.test(name),
    message: () => 'failed: what its provider sent breaks the package that reads it',
    hint: () => 'try again; if it goes on, ask in another way, or choose another model',
  },
  {
    fits: ({ names }) => names.includes('AnswerTooLarge'),
    message: () => 'sent an answer that is far too large',
    hint: () => addressHint,
  },
  {
    fits: ({ status, networkCode }) => status === undefined && networkCode !== '',
    message: ({ origin }, { networkCode }) => `lost its connection to ${origin} (${networkCode})`,
    hint: () => 'try again; if it goes on, check the network and the server',
  },
]

const answerCauses: readonly Cause[] = [
  {
    fits: ({ status = 0, headers }) => status >= 300 && status < 400 && headers['location'] !== undefined,
    message: ({ origin }, { headers }) =>
      `is not asked: ${origin} sends its requests elsewhere, to ${headers['location'] ?? ''}`,
    hint: () => 'a key is not carried to another host; if you trust the new address, write it in `base_url:`',
  },
  {
    fits: (facts) => isPage(facts) && (facts.status ?? 0) < 500,
    message: ({ origin }) => `got a web page from ${origin} instead of an answer`,
    hint: () => addressHint,
  },
  {
    fits: ({ status = 0, body }) => status >= 200 && status < 300 && body.trim() === '',
    message: ({ origin }) => `got an empty answer from ${origin}`,
    hint: () => 'try again; if it goes on, look at what the server says',
  },
  {
    fits: ({ status = 0, names }) => status < 300 && names.includes('AI_JSONParseError'),
    message: ({ origin }) => `got an answer from ${origin} that is cut off or no JSON`,
    hint: () => 'try again; if it goes on, look at what the server says',
  },
  {
    // Of an answer without output, the package for OpenAI says that its status was 500.
    fits: ({ status = 0, names, text }) =>
      (status < 300 && names.some((name) => /^AI_(Type|InvalidResp)/.test(name))) || text.startsWith('Responses API'),
    message: ({ origin, provider }) => `got an answer from ${origin} that is not in the form of "${provider}"`,
    hint: () => 'check that the server speaks this format, or choose another provider for it',
  },
]

const contextWords = new RegExp(
  'context_length_exceeded|exceed_context_size|prompt is too long|maximum context length|context size|context window',
  'i',
)

const refusalCauses: readonly Cause[] = [
  {
    fits: says(/insufficient_quota|billing|credit balance|exceeded your current quota/i),
    message: () => 'was refused: the account has no credit left',
    hint: ({ provider }) => `add credit to the account on the website of ${provider}; waiting does not help`,
  },
  {
    fits: hasStatus(402),
    message: () => 'was refused: it has to be paid for',
    hint: ({ provider }) => `look at the account on the website of ${provider}`,
  },
  {
    fits: says(contextWords),
    message: () => 'was asked too much at once: the conversation is longer than it can read',
    hint: () => 'shorten the prompt, hand over fewer tools, or cut their results with `max_result:` of `connect_mcp`',
  },
  {
    fits: says(
      /does not support tools|tools? (param|call\w*|choice).*(requires|not supported)|enable-auto-tool-choice/i,
    ),
    message: () => 'cannot call tools where it runs',
    hint: () => 'choose a model that can, or start its server with tools enabled (llama.cpp: `--jinja`)',
  },
  {
    fits: hasStatus(401),
    message: ({ keyVariable }) =>
      keyVariable === undefined
        ? 'was refused: its server wants a key'
        : `was refused: the key in ${keyVariable} is not accepted`,
    hint: (service) =>
      service.keyVariable === undefined
        ? 'put the key into an environment variable and name it: `api_key_env: "MY_KEY"`'
        : `check the value of ${saysKey(service)}; a key may be expired, revoked or of another service`,
  },
  {
    fits: hasStatus(403),
    message: (service) => `was refused: the key in ${saysKey(service)} may not use it`,
    hint: () => 'check what the key is allowed to do, and whether the service is offered where you are',
  },
  {
    fits: (facts) => hasStatus(404)(facts) && /model/i.test(`${facts.code} ${facts.text}`),
    message: ({ modelId }) => `is not known to its provider: there is no model "${modelId}" for this key`,
    hint: (service) =>
      isOllama(service)
        ? `get it with \`ollama pull ${service.modelId}\`; \`ollama list\` shows what is there`
        : 'check the model id; the website of the provider lists them',
  },
  {
    fits: says(/^model_not_found$|model.{0,80}(does not exist|not found)/i),
    message: ({ modelId }) => `is not known to its provider: there is no model "${modelId}"`,
    hint: () => 'check the model id; the website of the provider lists them',
  },
  {
    fits: hasStatus(404, 405),
    message: ({ origin }) => `cannot be asked: ${origin} has nothing at this address`,
    hint: () => addressHint,
  },
  {
    fits: hasStatus(413),
    message: () => 'was asked too much at once: the request is larger than its server takes',
    hint: () => 'shorten the prompt, or cut the results of tools with `max_result:` of `connect_mcp`',
  },
  {
    fits: hasStatus(429),
    message: ({ nowMs }, { headers }) => `was asked more often than its provider allows${waitText(headers, nowMs)}`,
    hint: () => 'wait, ask less at once, or raise the limit of the account',
  },
]

const serverCauses: readonly Cause[] = [
  {
    fits: (facts) => hasStatus(529, 503)(facts) || says(/overloaded/i)(facts),
    message: () => 'is overloaded at the moment',
    hint: () => 'try again later, or choose another model',
  },
  {
    fits: hasStatus(408, 504),
    message: () => 'did not answer in the time that its own server allows',
    hint: () => 'try again, or ask for less at once',
  },
  {
    fits: ({ status = 0 }) => status >= 500,
    message: () => 'failed on the side of its server',
    hint: () => 'try again; if it goes on, look at what the server says and at the status page of the provider',
  },
  {
    fits: ({ status = 0 }) => status >= 400,
    message: () => 'was refused: its provider does not accept the request',
    hint: () => 'what the provider says is shown with the error; check the model id and the labels of `inference`',
  },
]

const causes: readonly Cause[] = [...connectionCauses, ...answerCauses, ...refusalCauses, ...serverCauses]

const otherCause: Cause = {
  fits: () => true,
  // With a status the words of the provider follow.
  message: ({ origin }, { status, text }) =>
    status !== undefined || text === ''
      ? 'failed'
      : `failed: ${origin} cannot be asked: ${text.slice(0, reasonLengthMax)}`,
  hint: () => undefined,
}

function waitText(headers: ExchangeFacts['headers'], nowMs: number): string {
  const waitMs = retryAfterMs(headers, nowMs)
  if (waitMs === undefined || waitMs <= retryAfterMsMax) return ''
  return ` and is to be asked again only in ${Math.ceil(waitMs / 1000)} s`
}
