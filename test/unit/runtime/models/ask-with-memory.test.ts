import { describe, expect, it } from 'vitest'
import { Answer } from '../../../../src/runtime/models/answer.ts'
import type { MemoryLike } from '../../../../src/runtime/models/ask.ts'
import { askWithMemory } from '../../../../src/runtime/models/ask.ts'
import { setDelegation } from '../../../../src/runtime/models/delegation.ts'
import { inference } from '../../../../src/runtime/models/inference.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import { textForm } from '../../../../src/runtime/values/text-form.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createTrial } from '../tools/trial-run.ts'

const memoryOf = (...entries: readonly (readonly [string, Value])[]): MemoryLike => ({
  typeName: 'Memory',
  textForm: () => '<memory m>',
  entries: () => entries,
})

async function promptWith(memory: Value, prompt: Value = 'now?'): Promise<string> {
  const trial = createTrial()
  const labels = new Map([['response_template', '{prompt}']])
  setDelegation(trial.at(2), await trial.call(1, inference, ['mock'], labels))
  const answer = await trial.call(3, askWithMemory, [prompt, memory])
  if (!(answer instanceof Answer)) throw new Error('no answer')
  return textForm(answer.innerValue)
}

describe('ask_with_memory', () => {
  it('puts what is known before the prompt', async () => {
    expect(await promptWith(memoryOf(['b', 2], ['a', [new Float(1), null, 'x']]))).toBe(
      'Known information from memory:\n- b: 2\n- a: [1.0, nil, x]\n\nnow?',
    )
  })

  it('puts nothing before it where nothing is known', async () => {
    expect(await promptWith(memoryOf())).toBe('now?')
  })

  it('looks at the model, then the prompt, then the memory', async () => {
    const noModel = createTrial().call(3, askWithMemory, [5, 5])
    await expect(noModel).rejects.toMatchObject({ problem: { code: 'no-model' } })
    await expect(promptWith(5, 5)).rejects.toThrow('needs a String as its prompt')
    await expect(promptWith(['a'])).rejects.toThrow('needs a Memory as its memory, but got an Array')
  })
})
