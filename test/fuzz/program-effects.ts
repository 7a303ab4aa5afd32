/** Statements with effects: tools, policy, models, memory, actions, agents. */

import type { ExpressionMaker, Feature, Place } from './program-expressions.ts'
import type { Kind, Signature } from './program-kinds.ts'
import type { Random } from './random.ts'

/** What these statements need of the program maker. */
export interface ProgramWriter {
  readonly random: Random
  readonly expressions: ExpressionMaker
  line(text: string): void
  block(header: string, write: () => void): void
  chance(probability: number): boolean
  freshName(prefix: string): string
  expression(kind: Kind, place: Place, depth?: number): string
  body(place: Place, names: readonly (readonly [string, Kind])[], change?: Partial<Place>): Place
  signature(is: Signature['is']): Signature
  parameterNames(count: number): readonly string[]
  parameterList(names: readonly string[], kinds: readonly Kind[]): string
  callableBody(place: Place, names: readonly string[], signature: Signature): void
}

const capabilities = ['net', 'files.read', 'pay', 'approval.x', 'deny']

type Weighted = readonly [weight: number, write: (place: Place) => void]

export function effectStatements(maker: ProgramWriter, features: ReadonlySet<Feature>): readonly Weighted[] {
  const weighted = (feature: Feature, weight: number, write: (place: Place) => void): Weighted => [
    features.has(feature) ? weight : 0,
    (place) => {
      // Deep inside, a plain print stands for what would need more room.
      if (place.depth >= 2 && weight > 2) maker.line(`print(${maker.expression('any', place, 1)})`)
      else write(place)
    },
  ]
  return [
    weighted('tools', 5, (place) => declareTool(maker, place)),
    weighted('tools', 2, () => policy(maker)),
    weighted('models', 2, (place) => models(maker, place)),
    weighted('models', 3, (place) => scriptedModel(maker, place)),
    weighted('memory', 2, (place) => memory(maker, place)),
    weighted('actions', 6, (place) => action(maker, place)),
    weighted('agents', 6, (place) => agent(maker, place, features.has('async') && maker.chance(0.35))),
    weighted('async', 3, (place) => asyncTool(maker, place)),
    weighted('agents', 2, (place) => agentStatement(maker, place)),
  ]
}

/** Runs a line that may fail, mostly inside `attempt` where there is one. */
function risky(maker: ProgramWriter, text: string): void {
  if (!maker.expressions.features.has('attempt') || maker.chance(0.15)) {
    maker.line(text)
    return
  }
  maker.block('attempt', () => maker.line(text))
  maker.block('failed p', () => maker.line('print(p.class, p.line)'))
}

function declareTool(maker: ProgramWriter, place: Place): void {
  const name = maker.random.pick(['t', 'tool1', 'f', 'g'])
  const signature = maker.signature('tool')
  const names = maker.parameterNames(signature.parameters.length)
  const capability = maker.chance(0.6) ? ` requires ${maker.random.pick(capabilities)}` : ''
  const description = maker.chance(0.5) ? ' "does it"' : ''
  maker.block(`tool ${name}(${maker.parameterList(names, signature.parameters)})${capability}${description}`, () => {
    if (maker.chance(0.2)) policy(maker)
    maker.callableBody(place, names, signature)
  })
  place.names.kinds.set(name, signature)
  risky(maker, `print(${name}(${maker.expressions.arguments(signature, place, 1)}))`)
  if (maker.chance(0.1)) maker.line(`print(${name}, ${name}.description, ${name}.doc)`)
}

function policy(maker: ProgramWriter): void {
  const rule = (): string => `${maker.random.pick(['allow', 'deny', 'deny'])} ${maker.random.pick(capabilities)}`
  if (maker.chance(0.6)) maker.line(`policy: ${rule()}`)
  else
    maker.block('policy', () => {
      maker.line(rule())
      maker.line(rule())
    })
}

function models(maker: ProgramWriter, place: Place): void {
  const name = maker.random.pick(['mind', 'other', 'm'])
  if (maker.chance(0.5)) {
    const template = maker.random.pick(['"re: {prompt}"', '"{prompt}{prompt}"', '"$&"'])
    maker.line(`model ${name} = inference("mock", "id", response_template: ${template}, confidence: 0.375)`)
    place.names.kinds.set(name, 'model')
  }
  const known = maker.expressions.nameOf('model', place)
  if (known !== undefined) maker.line(`set delegation = ${known}`)
  risky(maker, `print(ask(${maker.expression('string', place, 1)}))`)
}

/** A model that calls tools: its arguments are JSON, so objects become Records. */
function scriptedModel(maker: ProgramWriter, place: Place): void {
  const name = maker.freshName('use')
  const values = [
    '{"a": 1, "b": [1.5, "x"]}',
    '{}',
    '12345678901234567890',
    '1.0',
    'null',
    '"é😀"',
    '{"1": 2, "__proto__": {"z": 3}}',
  ]
  const capability = maker.chance(0.3) ? ` requires ${maker.random.pick(capabilities)}` : ''
  maker.block(`tool ${name}(item, x)${capability} "for the model"`, () => {
    maker.line('print(item, type_of(item))')
    maker.block('if type_of(item) == "Record"', () => {
      maker.line(maker.random.pick(['item["k"] = x', 'item["a"] = item', 'x = item', 'c = item == item']))
      maker.block('for key in item', () =>
        maker.line(maker.random.pick(['print(key)', 'print(item[key])', 'item[key + "2"] = 0'])),
      )
      if (maker.chance(0.3))
        maker.line(`print(${maker.random.pick(['item.a', 'len(item)', 'item.b[0]', 'item["1"]', 'item + item'])})`)
    })
    maker.body(place, [['x', 'int']], { mayReturn: true, mayBreak: false })
    maker.line(`return ${maker.random.pick(['item', 'x', '[item, x]'])}`)
  })
  const call = (): string => {
    const called = maker.chance(0.1) ? 'unknown' : name
    const x = maker.chance(0.1) ? '' : `, "x": ${maker.random.pick(['1', '2.5', 'true'])}`
    return `call ${called} {"item": ${maker.random.pick(values)}${x}}`
  }
  const quoted = (text: string): string => JSON.stringify(text)
  const turns = [
    quoted(call()),
    ...(maker.chance(0.5) ? [quoted(`${call()}\n${call()}`)] : []),
    '"done {result} of {prompt}"',
  ]
  const model = maker.freshName('script')
  maker.line(`model ${model} = inference("mock", "s", script: [${turns.join(', ')}])`)
  maker.block('session s', () => {
    maker.line(`set delegation = ${model}`)
    const tools = maker.chance(0.3) ? `[skill("sk", "skilled", [${name}])]` : `[${name}]`
    risky(maker, `print(ask_with_tools("go", ${tools}))`)
  })
}

function memory(maker: ProgramWriter, place: Place): void {
  const name = maker.expressions.nameOf('memory', place)
  if (name === undefined) {
    maker.line(`memory notes${maker.chance(0.5) ? ': "facts"' : ''}`)
    place.names.kinds.set('notes', 'memory')
    return
  }
  const key = maker.random.pick(['"k"', '"j"', maker.expression('string', place, 0)])
  maker.line(
    maker.random.pick([
      `${name}.remember(${key}, ${maker.expression('any', place, 1)})`,
      `print(${name}.recall(${key}))`,
      `print(${name}.keys(), ${name})`,
      `${name}.forget(${key})`,
    ]),
  )
}

function action(maker: ProgramWriter, place: Place): void {
  const name = maker.random.pick(['act', 'do', 'f'])
  const isReversible = maker.chance(0.6)
  const signature = { ...maker.signature('action-declaration'), isReversible }
  const names = maker.parameterNames(signature.parameters.length)
  const needs = [
    ...(maker.chance(0.3) ? ['approval'] : []),
    ...(maker.chance(0.5)
      ? [maker.random.pick(capabilities.filter((capability) => !capability.startsWith('approval')))]
      : []),
  ]
  const requires = needs.length === 0 ? '' : ` requires ${needs.join(', ')}`
  const kind = isReversible ? 'reversible' : 'irreversible'
  maker.block(`${kind} action ${name}(${maker.parameterList(names, signature.parameters)})${requires}`, () => {
    if (maker.chance(0.3)) maker.line('done = 1')
    if (maker.chance(0.1)) maker.line('assert(false, "boom")')
    maker.callableBody(place, names, signature)
  })
  if (isReversible) {
    maker.block('rollback', () => {
      if (maker.chance(0.3)) maker.line('print(done)')
      if (maker.chance(0.1)) maker.line('assert(false, "no way back")')
      const bound = names.map((parameter, index) => [parameter, signature.parameters[index] ?? 'any'] as const)
      maker.body(place, bound, { mayReturn: true, mayBreak: false })
    })
  }
  place.names.kinds.set(name, signature)
  const prepared = maker.freshName('act')
  maker.line(`${prepared} = ${name}(${maker.expressions.arguments(signature, place, 1)})`)
  place.names.assign(prepared, 'action')
  const steps = maker.chance(0.7)
    ? ['verify', 'approve', 'commit', 'rollback']
    : ['commit', 'verify', 'verify', 'rollback', 'commit']
  for (const step of steps) {
    if (maker.chance(0.15)) continue
    if (maker.chance(0.1)) policy(maker)
    risky(maker, `print(${prepared}.${step}(), ${prepared}.state)`)
  }
  if (maker.chance(0.3))
    maker.line(`print(${prepared}, ${name}, ${prepared}.kind, ${prepared}.approved, ${prepared}.verify)`)
  if (maker.chance(0.2))
    risky(maker, `print(${name}(${maker.expressions.arguments(signature, place, 0)}).verify().approve().commit())`)
}

function agent(maker: ProgramWriter, place: Place, isAsync: boolean): void {
  const name = maker.random.pick(['worker', 'helper', 'a'])
  maker.block(`${isAsync ? 'async ' : ''}agent ${name}`, () => {
    if (maker.chance(0.2)) maker.line('"An agent."')
    const change = { isInAgent: true, mayReturn: true, mayBreak: false }
    maker.body(place, [], change)
    maker.block('for item in range(3)', () => {
      maker.line(
        maker.random.pick([
          'print("got", pause(item) or item)',
          'x = [item, pause(item), item + 1]',
          'print(receive(0))',
          'y = (pause("ask") or 1) + 1',
          'print(ask_human("name"))',
        ]),
      )
      maker.body(place, [['item', 'int']], { ...change, mayBreak: true })
    })
  })
  place.names.assign(name, 'agent')
  risky(maker, `print(start(${name}))`)
  for (let count = maker.random.below(5); count > 0; count -= 1) agentStep(maker, place, name)
}

function agentStatement(maker: ProgramWriter, place: Place): void {
  const name = maker.expressions.nameOf('agent', place)
  if (name === undefined) maker.line(`print(${maker.expression('any', place, 1)})`)
  else agentStep(maker, place, name)
}

function agentStep(maker: ProgramWriter, place: Place, name: string): void {
  const value = (): string => maker.expression('any', place, 1)
  risky(
    maker,
    maker.random.pick([
      `print(resume(${name}, ${value()}))`,
      `print(resume(${name}, ${value()}))`,
      `resume(${name})`,
      `print(${name}.status, ${name}.pause_reason)`,
      `send(${name}, ${value()})`,
      `print(await(${name}))`,
      `print(${name}.${maker.random.pick(['x', 'y', 'name', 'doc', 'len', 'n'])})`,
      `print(start(${name}))`,
    ]),
  )
}

function asyncTool(maker: ProgramWriter, place: Place): void {
  const name = maker.freshName('job')
  const signature = maker.signature('async-tool')
  const names = maker.parameterNames(signature.parameters.length)
  const capability = maker.chance(0.4) ? ` requires ${maker.random.pick(capabilities)}` : ''
  maker.block(`async tool ${name}(${maker.parameterList(names, signature.parameters)})${capability}`, () => {
    maker.callableBody({ ...place, isInAgent: false }, names, signature)
  })
  const future = maker.freshName('fut')
  risky(maker, `${future} = ${name}(${maker.expressions.arguments(signature, place, 1)})`)
  if (maker.expressions.features.has('attempt'))
    maker.line(`${future} = ${name}(${maker.expressions.arguments(signature, place, 1)})`)
  if (maker.chance(0.3)) maker.line(`print(${future}, ${future}.done)`)
  if (maker.chance(0.8)) risky(maker, `print(await(${future}), ${future}.done)`)
}
