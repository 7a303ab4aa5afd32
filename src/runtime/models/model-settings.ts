/** The labels of `inference` as settings for a provider: their values checked, their defaults filled in (spec 02 §1). */

import { baseUrlMissing, scriptWithTemplate } from '../../compiler/diagnostics/catalogue/models.ts'
import type { ModelSettings } from '../ports/model-providers.ts'
import type { LabelledCall } from '../tools/labelled-arguments.ts'
import {
  countLabel,
  numberLabel,
  secondsLabel,
  stringLabel,
  stringsLabel,
  wrongValue,
} from '../tools/labelled-arguments.ts'
import { SenseError } from '../values/sense-error.ts'
import type { ProviderEntry } from './provider-table.ts'

/** The longest answer, unless the program says otherwise (spec 02 §1). */
const maxTokensByDefault = 8192

/** How long a request may take, unless the program says otherwise (spec 02 §1). */
const timeoutMsByDefault = 120_000

const templateByDefault = '(mock reasoning about: {prompt})'

export function mockSettings(modelId: string, call: LabelledCall): ModelSettings {
  const responseTemplate = stringLabel(call, 'response_template')
  const script = stringsLabel(call, 'script')
  if (script === undefined) {
    return { provider: 'mock', modelId, responseTemplate: responseTemplate ?? templateByDefault }
  }
  if (responseTemplate !== undefined) throw new SenseError(scriptWithTemplate(), call.site)
  return { provider: 'mock', modelId, script }
}

export function serviceSettings(
  entry: ProviderEntry,
  modelId: string,
  apiKeyVariable: string | undefined,
  call: LabelledCall,
): ModelSettings {
  const temperature = checkedTemperature(call)
  const maxTokens = countLabel(call, 'max_tokens') ?? maxTokensByDefault
  const baseUrl = checkedBaseUrl(entry, call)
  const timeoutMs = secondsLabel(call, 'timeout') ?? timeoutMsByDefault
  return {
    provider: entry.name,
    modelId,
    maxTokens,
    timeoutMs,
    ...(temperature === undefined ? {} : { temperature }),
    ...(apiKeyVariable === undefined ? {} : { apiKeyVariable }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  }
}

/** Providers differ in how high it may go; below zero none goes. */
function checkedTemperature(call: LabelledCall): number | undefined {
  const temperature = numberLabel(call, 'temperature')
  if (temperature === undefined || (temperature >= 0 && Number.isFinite(temperature))) return temperature
  throw wrongValue(call, 'temperature', 'a number of at least 0', call.labels.get('temperature') ?? null)
}

function checkedBaseUrl(entry: ProviderEntry, call: LabelledCall): string | undefined {
  const baseUrl = stringLabel(call, 'base_url')
  if (baseUrl === undefined) {
    if (entry.needsBaseUrl) throw new SenseError(baseUrlMissing(entry.name), call.site)
    return undefined
  }
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw wrongValue(call, 'base_url', 'an address that begins with `http://` or `https://`', baseUrl)
  }
  const { username, password } = new URL(baseUrl)
  if (username === '' && password === '') return baseUrl
  throw wrongValue(call, 'base_url', 'an address without a user and a password', baseUrl)
}
