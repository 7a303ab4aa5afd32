import { describe, expect, it } from 'vitest'
import { Skill, toolBuiltins } from '../../../../src/runtime/tools/skill.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createTrial } from './trial-run.ts'
import { serverToolsOf, textResult, toolOf } from './trial-tools.ts'

const trial = createTrial()
const good = toolOf('good', trial.scope, () => 1)

async function make(...args: readonly Value[]): Promise<Skill> {
  const [definition] = toolBuiltins
  if (definition === undefined) throw new Error('no builtin')
  const skill = await trial.call(3, definition, args)
  if (!(skill instanceof Skill)) throw new Error('no skill')
  return skill
}

describe('a skill', () => {
  it('has a name, a description and tools, of both kinds', async () => {
    const tools = [good, ...serverToolsOf('s', ['t'], () => Promise.resolve(textResult('')))]
    const skill = await make('math', 'small sums', tools)
    expect(skill.textForm()).toBe('<skill math (2 tools)>')
    expect(skill.memberNames.map((name) => skill.readMember(name))).toEqual(['math', 'small sums', tools])
  })

  it('keeps its own list, which nobody can change', async () => {
    const tools: Value[] = [good]
    const skill = await make('s', 'd', tools)
    tools.push(5)
    const read = skill.readMember('tools')
    if (Array.isArray(read)) read.push(5)
    expect(skill.tools).toEqual([good])
  })

  it.each<[string, readonly Value[], string]>([
    ['no tools', ['x', 'd', []], 'skill-without-tools'],
    [
      'no description',
      ['x', 'd', [good, toolOf('t', trial.scope, () => 1, { description: '' })]],
      'tool-not-described',
    ],
    ['an async tool', ['x', 'd', [toolOf('t', trial.scope, () => 1, { isAsync: true })]], 'async-tool-for-model'],
    ['a skill', ['x', 'd', [new Skill('s', 'd', [good])]], 'not-a-tool'],
    ['another value', ['x', 'd', [5]], 'not-a-tool'],
    ['no Array', ['x', 'd', good], 'wrong-builtin-argument'],
    ['no name', [1, 'd', [good]], 'wrong-builtin-argument'],
    ['a description that is no String', ['x', null, [good]], 'wrong-builtin-argument'],
    ['two arguments', ['x', 'd'], 'wrong-argument-count'],
  ])('is refused with %s', async (_, args, code) => {
    await expect(make(...args)).rejects.toMatchObject({ site: 3, problem: { class: 'SenseRuntimeError', code } })
  })
})
