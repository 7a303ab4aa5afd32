/** The providers that `inference` knows, and what each takes (spec 02 §1). */

import { modelCapabilities } from '../../language/capabilities.ts'

export interface ProviderEntry {
  readonly name: string
  readonly isMock: boolean
  /** The model that is meant when none is named; undefined where one must be named. */
  readonly defaultModelId: string | undefined
  /** The environment variable that holds the key; undefined where none is needed. */
  readonly keyVariable: string | undefined
  readonly capability: string | undefined
  readonly needsBaseUrl: boolean
  readonly labels: readonly string[]
}

const labelsOfMock = ['response_template', 'confidence', 'script']
const labelsOfServices = ['temperature', 'max_tokens', 'api_key_env', 'base_url', 'timeout']

export const providerTable: readonly ProviderEntry[] = [
  {
    name: 'anthropic',
    isMock: false,
    defaultModelId: 'claude-sonnet-5',
    keyVariable: 'ANTHROPIC_API_KEY',
    capability: modelCapabilities.anthropic,
    needsBaseUrl: false,
    labels: labelsOfServices,
  },
  {
    name: 'openai',
    isMock: false,
    defaultModelId: 'gpt-4o',
    keyVariable: 'OPENAI_API_KEY',
    capability: modelCapabilities.openai,
    needsBaseUrl: false,
    labels: labelsOfServices,
  },
  {
    name: 'openai-compatible',
    isMock: false,
    defaultModelId: undefined,
    keyVariable: undefined,
    capability: modelCapabilities.openaiCompatible,
    needsBaseUrl: true,
    labels: labelsOfServices,
  },
  {
    name: 'ollama',
    isMock: false,
    defaultModelId: undefined,
    keyVariable: undefined,
    capability: modelCapabilities.ollama,
    // Its adapter knows the usual place, and the variable that names another.
    needsBaseUrl: false,
    labels: labelsOfServices,
  },
  {
    name: 'mock',
    isMock: true,
    defaultModelId: 'mock',
    keyVariable: undefined,
    capability: undefined,
    needsBaseUrl: false,
    labels: labelsOfMock,
  },
]
