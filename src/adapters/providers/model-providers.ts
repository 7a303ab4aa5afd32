/** Opens the provider that a program names. */

import { nodeClock } from '../node/clock.ts'
import { patientOptions } from '../node/patient-dispatcher.ts'
import type { ClockPort } from '../../runtime/ports/clock.ts'
import type { EnvironmentPort } from '../../runtime/ports/environment.ts'
import type { ModelProvidersPort, ModelSettings, ProviderModel } from '../../runtime/ports/model-providers.ts'
import type { SecretsPort } from '../../runtime/ports/secrets.ts'
import { openMock } from './mock.ts'
import { serviceOf } from './service.ts'
import { createServiceModel, notInstalled } from './service-model.ts'

export interface ModelProvidersOptions {
  /** Told of each key before it is used. */
  readonly secrets?: SecretsPort
  /** Limits and pauses are measured with it. Default: the time of this machine. */
  readonly clock?: ClockPort
  /** From 0 up to 1. Default: `Math.random`. */
  readonly random?: () => number
  /** Whether a package can be loaded. Default: whether it is installed where Sense is. */
  readonly isInstalled?: (packageName: string) => boolean
}

/** `environment` is where keys and addresses are read, when a service is opened. */
export function createModelProviders(
  environment: EnvironmentPort,
  options: ModelProvidersOptions = {},
): ModelProvidersPort {
  return {
    open: (settings) =>
      settings.provider === 'mock' ? openMock(settings) : openService(settings, environment, options),
  }
}

function openService(
  settings: ModelSettings,
  environment: EnvironmentPort,
  { secrets, clock = nodeClock, random = Math.random, isInstalled = canBeResolved }: ModelProvidersOptions,
): ProviderModel {
  const service = serviceOf(settings, environment)
  const { apiKeyVariable } = settings
  if (apiKeyVariable !== undefined && service.apiKey !== undefined) secrets?.add(apiKeyVariable, service.apiKey)
  const { packageName, packageVersion } = service
  if (!isInstalled(packageName)) throw notInstalled(packageName, packageVersion, ', which is not installed')
  return createServiceModel(service, { clock, secrets, random, patience: patientOptions() })
}

function canBeResolved(packageName: string): boolean {
  try {
    import.meta.resolve(packageName)
    return true
  } catch {
    return false
  }
}
