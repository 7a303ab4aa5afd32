import { expect, it } from 'vitest'
import { modelChoiceOf, modelChoiceProblem } from '../../../src/engine/model-choice.ts'

it.each([
  ['anthropic', { provider: 'anthropic', modelId: undefined }],
  ['ollama:qwen3:4b', { provider: 'ollama', modelId: 'qwen3:4b' }],
  ['openai:', { provider: 'openai', modelId: '' }],
])('%s is a provider and an id', (words, choice) => {
  expect(modelChoiceOf(words)).toEqual(choice)
})

it.each([['anthropic'], ['openai:gpt-5'], ['ollama:m'], ['mock'], ['mock:m']])('%s is fine', (words) => {
  expect(modelChoiceProblem('--model', words)).toBeUndefined()
})

it.each([
  ['', 'the providers are'],
  [':m', 'the providers are'],
  ['openia', 'a name close to it is `openai`'],
  ['ollama', 'write it as `ollama:ID`'],
  ['openai:', 'write it as `openai:ID`'],
  ['openai-compatible:m', 'set OLLAMA_HOST'],
])('%j is not', (words, hint) => {
  expect(modelChoiceProblem('--model', words)?.hint).toContain(hint)
})
