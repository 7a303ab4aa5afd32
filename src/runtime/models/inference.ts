/**
 * `inference`: makes a model.
 *
 * Everything that can be wrong is found here and in the order of the spec, before any use of the network: the provider,
 * the number of arguments, the labels, the key, the values of the labels (spec 02 §1). Only whether there is a key is
 * looked at; the key itself is read by the adapter and never becomes a value.
 */

import { unknownLabel, wrongArgumentCount } from '../../compiler/diagnostics/catalogue/execution.ts'
import * as problems from '../../compiler/diagnostics/catalogue/models.ts'
import { wrongBuiltinArgument } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext, Labels } from '../execution/callable.ts'
import type { ModelSettings, ProviderModel } from '../ports/model-providers.ts'
import { ModelFailure } from '../ports/model-providers.ts'
import type { LabelledCall } from '../tools/labelled-arguments.ts'
import { numberLabel, stringLabel, wrongValue } from '../tools/labelled-arguments.ts'
import { quotedName } from '../tools/quoted-name.ts'
import { Float } from '../values/float.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import { isInt } from '../values/value.ts'
import type { Value } from '../values/value.ts'
import { Model } from './model.ts'
import { modelError } from './model-failures.ts'
import { mockSettings, serviceSettings } from './model-settings.ts'
import type { ProviderEntry } from './provider-table.ts'
import { providerTable } from './provider-table.ts'

const functionName = 'inference'

/** A provider and a model id. */
const argumentsMax = 2

/** How sure a mock is when the program does not say. */
const mockConfidenceByDefault = 0.5

export const inference: BuiltinDefinition = {
  name: functionName,
  argumentsMin: 1,
  // Counted below: which provider is looked at first.
  argumentsMax: Infinity,
  labels: 'any',
  implementation: (context, args, labels) => makeModel(context, args, labels),
}

/** The model that `inference` makes of these arguments; every fault is an error at the site of `context`. */
export function makeModel(context: CallContext, args: readonly Value[], labels: Labels): Model {
  const { site } = context
  const call = { functionName, labels, site }
  const entry = knownProvider(args[0] ?? null, site)
  if (args.length > argumentsMax) {
    throw new SenseError(wrongArgumentCount(functionName, 1, argumentsMax, args.length, moreOf(entry)), site)
  }
  const modelId = modelIdOf(entry, args[1], site)
  checkLabels(entry, call)
  const apiKeyVariable = checkedKeyVariable(context, entry, call)
  const settings = entry.isMock ? mockSettings(modelId, call) : serviceSettings(entry, modelId, apiKeyVariable, call)
  const confidence = entry.isMock ? new Float(confidenceOf(call)) : null
  const provider = openProvider(context, settings)
  return new Model(modelId, {
    provider,
    isMock: entry.isMock,
    capability: entry.capability,
    confidence,
    told: new Set(),
  })
}

/** Only an Int can be too large for a Float; a Float may be any. */
function confidenceOf(call: LabelledCall): number {
  const confidence = numberLabel(call, 'confidence') ?? mockConfidenceByDefault
  const written = call.labels.get('confidence') ?? null
  if (Number.isFinite(confidence) || !isInt(written)) return confidence
  throw wrongValue(call, 'confidence', 'a number that fits into a Float', written)
}

/** A label that the provider takes, for whoever wrote it with `=`. */
function moreOf({ labels: [label] }: ProviderEntry): { label?: string } {
  return label === undefined ? {} : { label }
}

function knownProvider(value: Value, site: SiteId): ProviderEntry {
  if (typeof value !== 'string') throw wrongArgument('its provider', value, site)
  const entry = providerTable.find(({ name }) => name === value)
  if (entry !== undefined) return entry
  const names = providerTable.map(({ name }) => name)
  throw new SenseError(problems.unknownProvider(quotedName(value), names), site)
}

function modelIdOf(entry: ProviderEntry, value: Value | undefined, site: SiteId): string {
  if (value === undefined) {
    if (entry.defaultModelId !== undefined) return entry.defaultModelId
    throw new SenseError(problems.modelIdMissing(entry.name), site)
  }
  if (typeof value !== 'string') throw wrongArgument('its model id', value, site)
  if (value === '' && !entry.isMock) throw new SenseError(problems.modelIdMissing(entry.name), site)
  return value
}

function checkLabels(entry: ProviderEntry, { labels, site }: LabelledCall): void {
  for (const label of labels.keys()) {
    if (entry.labels.includes(label)) continue
    throw new SenseError(unknownLabel(`${functionName}("${entry.name}")`, label, entry.labels), site)
  }
}

/** The variable that holds the key, which must be set and not empty; undefined where no key is needed. */
function checkedKeyVariable({ run, site }: CallContext, entry: ProviderEntry, call: LabelledCall): string | undefined {
  const variable = stringLabel(call, 'api_key_env') ?? entry.keyVariable
  if (variable === undefined) return undefined
  const key = run.environment.get(variable)
  if (key !== undefined && key.trim() !== '') return variable
  throw new SenseError(problems.apiKeyMissing(entry.name, quotedName(variable)), site)
}

function openProvider({ run, site }: CallContext, settings: ModelSettings): ProviderModel {
  try {
    return run.providers.open(settings)
  } catch (error) {
    throw error instanceof ModelFailure ? modelError(settings.modelId, error, site) : error
  }
}

function wrongArgument(parameter: string, value: Value, site: SiteId): SenseError {
  return new SenseError(wrongBuiltinArgument(functionName, parameter, 'a String', describeValue(value)), site)
}
