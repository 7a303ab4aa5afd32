import { describe, expect, it } from 'vitest'
import { inference } from '../../../../src/runtime/models/inference.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createTrial } from '../tools/trial-run.ts'
import { providerOf, textReply } from './trial-models.ts'

const labelled = (labels: Readonly<Record<string, Value>>) => new Map(Object.entries(labels))
const environment = {
  ANTHROPIC_API_KEY: 'k',
  OPENAI_API_KEY: 'k',
  OTHER: 'k',
  EMPTY: '',
  BLANK: ' \n',
  TORN: 'sk-ab\ncd',
}

async function settingsOf(args: readonly Value[], labels: Readonly<Record<string, Value>> = {}) {
  const { providers, opened } = providerOf([textReply('x')])
  await createTrial({ providers, environment }).call(3, inference, args, labelled(labels))
  return opened[0]
}

function problemOf(args: readonly Value[], labels: Readonly<Record<string, Value>> = {}, variables = environment) {
  return createTrial({ environment: variables })
    .call(3, inference, args, labelled(labels))
    .then(
      () => 'nothing',
      (error: unknown) => (error instanceof Object && 'problem' in error ? error.problem : error),
    )
}

describe('the settings of a provider', () => {
  it('have defaults', async () => {
    const defaults = { maxTokens: 8192, timeoutMs: 120_000 }
    expect(await settingsOf(['anthropic'])).toEqual({
      provider: 'anthropic',
      modelId: 'claude-sonnet-5',
      apiKeyVariable: 'ANTHROPIC_API_KEY',
      ...defaults,
    })
    expect(await settingsOf(['openai'])).toMatchObject({ modelId: 'gpt-4o', apiKeyVariable: 'OPENAI_API_KEY' })
    expect(await settingsOf(['ollama', 'm'])).toEqual({ provider: 'ollama', modelId: 'm', ...defaults })
    expect(await settingsOf(['mock'])).toEqual({
      provider: 'mock',
      modelId: 'mock',
      responseTemplate: '(mock reasoning about: {prompt})',
    })
  })

  it('follow the labels', async () => {
    const labels = {
      temperature: new Float(0.5),
      max_tokens: 10,
      api_key_env: 'OTHER',
      timeout: 2,
      base_url: 'http://h/v1',
    }
    expect(await settingsOf(['openai-compatible', 'm'], labels)).toEqual({
      provider: 'openai-compatible',
      modelId: 'm',
      temperature: 0.5,
      maxTokens: 10,
      apiKeyVariable: 'OTHER',
      timeoutMs: 2_000,
      baseUrl: 'http://h/v1',
    })
    expect(await settingsOf(['openai'], { timeout: 10n ** 30n })).toMatchObject({ timeoutMs: 2 ** 31 - 1 })
    expect(await settingsOf(['openai'], { timeout: new Float(Infinity) })).toMatchObject({ timeoutMs: 2 ** 31 - 1 })
  })
})

describe('the checks of inference', () => {
  it.each<[readonly Value[], Readonly<Record<string, Value>>, string]>([
    [[], {}, 'wrong-argument-count'],
    [[5], {}, 'wrong-builtin-argument'],
    [['nobody', 'a', 'b'], { colour: 1 }, 'unknown-provider'],
    [['mock', 'a', 'b'], { colour: 1 }, 'wrong-argument-count'],
    [['mock', 7], {}, 'wrong-builtin-argument'],
    [['openai', 'm'], { confidence: 1, api_key_env: 'MISSING' }, 'unknown-label'],
    [['mock', 'm'], { max_tokens: 1 }, 'unknown-label'],
    [['openai', 'm'], { api_key_env: 'MISSING', temperature: 'hot' }, 'api-key-missing'],
    [['openai', 'm'], { api_key_env: 'EMPTY' }, 'api-key-missing'],
    [['openai', 'm'], { api_key_env: 1 }, 'wrong-label-value'],
    [['openai', 'm'], { temperature: 'hot' }, 'wrong-label-value'],
    [['openai', 'm'], { temperature: true }, 'wrong-label-value'],
    [['openai', 'm'], { temperature: new Float(NaN) }, 'wrong-label-value'],
    [['openai', 'm'], { max_tokens: 0 }, 'wrong-label-value'],
    [['openai', 'm'], { max_tokens: new Float(1) }, 'wrong-label-value'],
    [['openai', 'm'], { timeout: 0 }, 'wrong-label-value'],
    [['openai', 'm'], { timeout: new Float(NaN) }, 'wrong-label-value'],
    [['openai', 'm'], { base_url: 'localhost' }, 'wrong-label-value'],
    [['openai', ''], {}, 'model-id-missing'],
    [['ollama'], {}, 'model-id-missing'],
    [['openai-compatible', 'm'], {}, 'base-url-missing'],
    [['mock'], { response_template: 7 }, 'wrong-label-value'],
    [['mock'], { confidence: 'high' }, 'wrong-label-value'],
    [['mock'], { script: 'x' }, 'wrong-label-value'],
    [['mock'], { script: ['x', 1] }, 'wrong-label-value'],
    [['mock'], { script: ['x'], response_template: 'y' }, 'script-with-template'],
    [['mock'], { script: ['x', 'call t {'] }, 'script-fault'],
    [['openai', 'm'], { api_key_env: 'BLANK' }, 'api-key-missing'],
    [['openai', 'm'], { api_key_env: 'TORN' }, 'model-not-ready'],
  ])('refuse %j with %j', async (args, labels, code) => {
    expect(await problemOf(args, labels)).toMatchObject({ class: 'SenseRuntimeError', code })
  })

  it('never show a key', async () => {
    const problem = await problemOf(['openai'], {}, { ...environment, OPENAI_API_KEY: 'sk-secret' })
    expect(JSON.stringify(problem)).not.toContain('sk-secret')
  })
})
