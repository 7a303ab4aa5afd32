/** A service as a program asked for it: where it is, with which key, in which format. Found without using the network. */

import type { EnvironmentPort } from '../../runtime/ports/environment.ts'
import type { ModelSettings } from '../../runtime/ports/model-providers.ts'
import { ModelFailure } from '../../runtime/ports/model-providers.ts'
import type { LoadLanguageModel } from './language-models.ts'
import { loadAnthropic, loadCompatible, loadOpenaiChat, loadOpenaiResponses } from './language-models.ts'
import { ollamaBaseUrl } from './ollama-address.ts'
import type { WireRules } from './wire-rules.ts'
import { anthropicRules, chatRules, compatibleRules, openaiRulesFor } from './wire-rules.ts'

export interface Service {
  readonly settings: ModelSettings
  /** The package that speaks to it, with the version that is needed. */
  readonly packageName: string
  readonly packageVersion: string
  readonly load: LoadLanguageModel
  readonly rules: WireRules
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** What requests say to the package besides the conversation. */
  readonly providerOptions?: { readonly openai: { readonly store: false } }
}

/** Throws a `ModelFailure` of kind `configuration`. */
export function serviceOf(settings: ModelSettings, environment: EnvironmentPort): Service {
  const common = { settings, apiKey: keyOf(settings, environment) }
  switch (settings.provider) {
    case 'anthropic':
      return {
        ...common,
        ...{ packageName: '@ai-sdk/anthropic', packageVersion: '4', load: loadAnthropic, rules: anthropicRules },
        baseUrl: addressOf(settings, environment, 'ANTHROPIC_BASE_URL', 'https://api.anthropic.com/v1'),
      }
    case 'openai':
      return {
        ...common,
        ...{ packageName: '@ai-sdk/openai', packageVersion: '4' },
        // Another address means another server, and those speak chat completions.
        ...(settings.baseUrl === undefined
          ? { load: loadOpenaiResponses, rules: openaiRulesFor(settings.modelId), providerOptions: notStored }
          : { load: loadOpenaiChat, rules: chatRules }),
        baseUrl: addressOf(settings, environment, 'OPENAI_BASE_URL', 'https://api.openai.com/v1'),
      }
    case 'ollama':
      return { ...common, ...compatible, baseUrl: settings.baseUrl ?? ollamaAddress(environment) }
    case 'openai-compatible':
      return { ...common, ...compatible, baseUrl: settings.baseUrl ?? '' }
    default:
      throw new ModelFailure('configuration', `has a provider that is not known, "${settings.provider}"`)
  }
}

const compatible = {
  packageName: '@ai-sdk/openai-compatible',
  packageVersion: '3',
  load: loadCompatible,
  rules: compatibleRules,
}

/** OpenAI keeps conversations for a month unless it is told not to. */
const notStored = { openai: { store: false } } as const

/** The label, else the variable that the vendor's own tools read, else the vendor's address. */
function addressOf({ baseUrl }: ModelSettings, environment: EnvironmentPort, variable: string, usual: string): string {
  const named = environment.get(variable)?.trim()
  if (baseUrl !== undefined) return baseUrl
  if (named === undefined || named === '') return usual
  if (isAddress(named)) return named
  throw badAddress(variable)
}

function ollamaAddress(environment: EnvironmentPort): string {
  const address = ollamaBaseUrl(environment.get('OLLAMA_HOST'))
  if (address !== undefined && isAddress(address)) return address
  throw badAddress('OLLAMA_HOST')
}

/** Without a user and a password, which `fetch` refuses. */
function isAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function badAddress(variable: string): ModelFailure {
  const hint = `set it to an address such as \`http://127.0.0.1:11434\`, without a user and a password`
  return new ModelFailure('configuration', `cannot be asked: what ${variable} holds is no address`, hint)
}

/** The key, without the white space that copying and files leave around it. */
function keyOf({ apiKeyVariable }: ModelSettings, environment: EnvironmentPort): string | undefined {
  if (apiKeyVariable === undefined) return undefined
  const key = (environment.get(apiKeyVariable) ?? '').trim()
  if (key === '') {
    throw new ModelFailure('configuration', `needs a key in ${apiKeyVariable}, which is not set or empty`)
  }
  if (/^[\x21-\x7e]+$/.test(key)) return key
  const hint = `set ${apiKeyVariable} to the key alone, without quotes, line breaks or a name before it`
  throw new ModelFailure('configuration', `cannot be asked: ${apiKeyVariable} holds a character that no key has`, hint)
}
