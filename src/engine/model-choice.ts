/** `PROVIDER` or `PROVIDER:ID`, as `--model`, SENSE_MODEL and the library's option `model` take it (spec 03). */

import { nearNameHint, listOfNames } from '../compiler/diagnostics/catalogue/execution.ts'
import type { ModelChoice } from '../runtime/models/model-choice.ts'
import { providerTable } from '../runtime/models/provider-table.ts'

/** Two clauses: what is wrong, and what to do. */
export interface ModelChoiceProblem {
  readonly headline: string
  readonly hint: string
}

/** The words as they stand; an id may have colons of its own. */
export function modelChoiceOf(words: string): ModelChoice {
  const colon = words.indexOf(':')
  if (colon < 0) return { provider: words, modelId: undefined }
  return { provider: words.slice(0, colon), modelId: words.slice(colon + 1) }
}

/** What is wrong with the words, as far as it shows without looking for keys. `source`: where they stand. */
export function modelChoiceProblem(source: string, words: string): ModelChoiceProblem | undefined {
  const { provider, modelId } = modelChoiceOf(words)
  const entry = providerTable.find(({ name }) => name === provider)
  if (entry === undefined) {
    const names = providerTable.map(({ name }) => name)
    const hint = nearNameHint(provider, names) ?? `the providers are ${listOfNames(names)}`
    return { headline: `${source} knows no provider \`${provider}\``, hint }
  }
  if (entry.needsBaseUrl) {
    const hint =
      'set OLLAMA_HOST to the address of the server, and name the provider `ollama`; or use `inference` in the program'
    return { headline: `${source} cannot say where the server of \`${provider}\` is`, hint }
  }
  if (modelId === '' || (modelId === undefined && entry.defaultModelId === undefined)) {
    return { headline: `${source} needs the id of a model`, hint: `write it as \`${provider}:ID\`` }
  }
  return undefined
}
