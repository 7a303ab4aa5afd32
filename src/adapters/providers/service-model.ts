/**
 * A model of a service: one exchange is a request to its provider, tried again where that may help.
 *
 * The packages only make one request and read one answer. Waiting, limits, cancelling, and the words for what goes wrong
 * are ours, so that they are the same for all providers.
 */

import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import type { PatientOptions } from '../node/patient-dispatcher.ts'
import type { ClockPort } from '../../runtime/ports/clock.ts'
import type { ModelReply, ModelRequest, ProviderModel, ToolDescription } from '../../runtime/ports/model-providers.ts'
import { ModelFailure } from '../../runtime/ports/model-providers.ts'
import type { SecretsPort } from '../../runtime/ports/secrets.ts'
import type { ExchangeFacts } from './api-error.ts'
import { exchangeFactsOf } from './api-error.ts'
import { pause } from './pause.ts'
import { retryDelayMs } from './retry-delay.ts'
import { serviceFailure } from './service-failure.ts'
import type { Service } from './service.ts'
import type { TrafficMeter, VendorFetch } from './vendor-fetch.ts'
import { createVendorFetch } from './vendor-fetch.ts'
import { vendorPromptOf } from './vendor-prompt.ts'
import { replyOf } from './vendor-reply.ts'
import type { VendorTools } from './vendor-tools.ts'
import { vendorToolsOf } from './vendor-tools.ts'

export interface ServiceModelOptions {
  readonly patience: PatientOptions
  readonly clock: ClockPort
  readonly secrets: SecretsPort | undefined
  /** From 0 up to 1, for pauses that are not all the same. */
  readonly random: () => number
}

/** Longer than any answer takes; only a program without a limit of its own comes near. */
const timeoutMsByDefault = 120_000

/** The model, which does nothing until it is asked. */
export function createServiceModel(service: Service, options: ServiceModelOptions): ProviderModel {
  const { images, hasTextualArguments } = service.rules
  const meters = new WeakMap<AbortSignal, TrafficMeter>()
  const fetch = createVendorFetch({ ...options, hasTextualArguments, meters })
  let loading: Promise<LanguageModelV4> | undefined
  const prepared = new WeakMap<readonly ToolDescription[], VendorTools>()
  const toolsOf = (descriptions: readonly ToolDescription[]): VendorTools => {
    const known = prepared.get(descriptions)
    if (known !== undefined) return known
    const tools = vendorToolsOf(descriptions, service.rules)
    prepared.set(descriptions, tools)
    return tools
  }
  return {
    canCallTools: true,
    ...(images === undefined ? {} : { images }),
    generate: async (request, signal) => {
      refuseBlankPrompt(request)
      loading ??= loaded(service, fetch)
      const languageModel = await loading
      return await exchange({ service, options, languageModel, meters }, request, toolsOf(request.tools), signal)
    },
  }
}

interface ServiceModel {
  readonly service: Service
  readonly options: ServiceModelOptions
  readonly languageModel: LanguageModelV4
  readonly meters: WeakMap<AbortSignal, TrafficMeter>
}

async function exchange(
  model: ServiceModel,
  request: ModelRequest,
  tools: VendorTools,
  signal: AbortSignal,
): Promise<ModelReply> {
  const meter: TrafficMeter = { bytesSent: 0, bytesReceived: 0 }
  const call = callOptions(model.service, request, tools)
  for (let requests = 1; ; requests += 1) {
    try {
      const result = await oneRequest(model, call, meter, signal)
      const traffic = { ...meter, requests }
      return replyOf(result, { tools, traffic, maxTokens: model.service.settings.maxTokens })
    } catch (error) {
      await waitForNext(model, error, requests, signal)
    }
  }
}

/** Anthropic refuses it, others answer something; nobody means it. */
function refuseBlankPrompt({ messages }: ModelRequest): void {
  const [first] = messages
  if (first?.role !== 'user' || first.text.trim() !== '') return
  throw new ModelFailure('request', 'was not asked: the prompt is empty', 'give it a text with at least one word')
}

async function loaded(service: Service, fetch: VendorFetch): Promise<LanguageModelV4> {
  const { packageName, packageVersion, baseUrl, apiKey, settings } = service
  const model = await service.load({ modelId: settings.modelId, baseUrl, apiKey, fetch }).catch((error: unknown) => {
    const { text } = exchangeFactsOf(error)
    throw notInstalled(packageName, packageVersion, `, which cannot be loaded: ${text}`)
  })
  const version: string = model.specificationVersion
  if (version !== 'v4')
    throw notInstalled(packageName, packageVersion, ` in version ${packageVersion}, not one for ${version}`)
  return model
}

/** Says which command mends it. */
export function notInstalled(packageName: string, version: string, fault: string): ModelFailure {
  const hint = `install it: \`npm install ${packageName}@${version}\``
  return new ModelFailure('configuration', `needs the package ${packageName}${fault}`, hint)
}

/** What the package is asked, the same for each time that it is tried. */
function callOptions(service: Service, request: ModelRequest, tools: VendorTools): LanguageModelV4CallOptions {
  const { settings, rules, providerOptions } = service
  const { temperature, maxTokens } = settings
  return {
    prompt: vendorPromptOf(request.messages, rules),
    ...(tools.tools.length === 0 ? {} : { tools: tools.tools }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  }
}

/** Ended by the limit or by `signal`, whichever is first; both close the connection. */
async function oneRequest(
  { service, options, languageModel, meters }: ServiceModel,
  call: LanguageModelV4CallOptions,
  meter: TrafficMeter,
  signal: AbortSignal,
): Promise<LanguageModelV4GenerateResult> {
  const { timeoutMs = timeoutMsByDefault } = service.settings
  const limit = new AbortController()
  const takeBack = options.clock.setAlarm(timeoutMs, () => {
    limit.abort(timeoutFailure(timeoutMs))
  })
  const abortSignal = AbortSignal.any([signal, limit.signal])
  meters.set(abortSignal, meter)
  try {
    return await languageModel.doGenerate({ ...call, abortSignal })
  } catch (error) {
    // The package may have wrapped the reason.
    limit.signal.throwIfAborted()
    throw error
  } finally {
    takeBack()
  }
}

function timeoutFailure(timeoutMs: number): ModelFailure {
  const hint = `allow more time: \`inference(..., timeout: ${Math.ceil(timeoutMs / 500)})\``
  return new ModelFailure('timeout', `did not answer within ${timeoutMs / 1000} s`, hint)
}

/** Waits until the request is to be made again; throws the failure where it is not. */
async function waitForNext(model: ServiceModel, error: unknown, requests: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (error instanceof ModelFailure) throw error
  const { clock, random } = model.options
  const facts = exchangeFactsOf(error)
  const delayMs = retryDelayMs(facts, requests, clock.now(), random)
  if (delayMs === undefined) throw failureOf(model, facts, requests)
  await pause(clock, delayMs, signal)
}

function failureOf({ service, options }: ServiceModel, facts: ExchangeFacts, requests: number): ModelFailure {
  const { provider, modelId, apiKeyVariable: keyVariable } = service.settings
  const { origin } = new URL(service.baseUrl)
  const known = { provider, modelId, keyVariable, origin, nowMs: options.clock.now() }
  return serviceFailure(facts, known, requests, options.secrets)
}
