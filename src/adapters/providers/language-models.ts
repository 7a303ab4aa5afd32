/**
 * The provider packages, each behind the same interface (`LanguageModelV4`) and loaded when it is first needed.
 *
 * Ollama is spoken to in the format that OpenAI began, at its `/v1`: the packages made for its own format all bring the
 * `ai` package along, a loop that Sense has itself. So one package serves every server of that format.
 */

import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { VendorFetch } from './vendor-fetch.ts'

export interface Wire {
  readonly modelId: string
  readonly baseUrl: string
  /** A String that is not empty, or undefined where the service wants none. */
  readonly apiKey: string | undefined
  readonly fetch: VendorFetch
}

export type LoadLanguageModel = (wire: Wire) => Promise<LanguageModelV4>

export const loadAnthropic: LoadLanguageModel = async ({ modelId, baseUrl, apiKey = '', fetch }) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  return createAnthropic({ baseURL: baseUrl, apiKey, fetch }).languageModel(modelId)
}

/** The Responses API, which keeps what a model thought between two turns. */
export const loadOpenaiResponses: LoadLanguageModel = async ({ modelId, baseUrl, apiKey = '', fetch }) => {
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI({ baseURL: baseUrl, apiKey, fetch }).responses(modelId)
}

/** Chat completions, which is what other servers understand. */
export const loadOpenaiChat: LoadLanguageModel = async ({ modelId, baseUrl, apiKey = '', fetch }) => {
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI({ baseURL: baseUrl, apiKey, fetch }).chat(modelId)
}

export const loadCompatible: LoadLanguageModel = async ({ modelId, baseUrl, apiKey, fetch }) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const key = apiKey === undefined ? {} : { apiKey }
  return createOpenAICompatible({ name: 'compatible', baseURL: baseUrl, fetch, ...key }).chatModel(modelId)
}
