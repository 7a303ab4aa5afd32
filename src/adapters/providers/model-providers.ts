/** Opens the provider that a program names. */

import type { EnvironmentPort } from '../../runtime/ports/environment.ts'
import type { ModelProvidersPort, ModelSettings, ProviderModel } from '../../runtime/ports/model-providers.ts'
import { ModelFailure } from '../../runtime/ports/model-providers.ts'
import { openMock } from './mock.ts'

/** The package that speaks to each service. */
const packages: Readonly<Record<string, string>> = {
  anthropic: '@ai-sdk/anthropic',
  openai: '@ai-sdk/openai',
  'openai-compatible': '@ai-sdk/openai-compatible',
  ollama: '@ai-sdk/openai-compatible',
}

/** `environment` is where keys are read, when a service is opened. */
export function createModelProviders(environment: EnvironmentPort): ModelProvidersPort {
  return {
    open: (settings) => (settings.provider === 'mock' ? openMock(settings) : openService(settings, environment)),
  }
}

/** A service, once its key is found. This version has no adapter for any of them. */
function openService({ provider, apiKeyVariable }: ModelSettings, environment: EnvironmentPort): ProviderModel {
  const lacksKey = apiKeyVariable !== undefined && (environment.get(apiKeyVariable) ?? '') === ''
  if (lacksKey) throw new ModelFailure('configuration', `needs a key in ${apiKeyVariable}, which is not set or empty`)
  const name = Object.hasOwn(packages, provider) ? packages[provider] : undefined
  if (name === undefined) throw new ModelFailure('configuration', `has a provider that is not known, "${provider}"`)
  throw new ModelFailure(
    'configuration',
    `cannot be used yet: its provider "${provider}" needs the package ${name}, which this version of Sense does not use`,
    'use a mock until then: `inference("mock", script: [...])`; the changelog says when the provider arrives',
  )
}
