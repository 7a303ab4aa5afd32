/**
 * Statements in which types matter: Float variables in loops, Ints that grow out of a JavaScript number, loops over
 * `range`, functions that are only called with Floats. They are what the compiler writes in a special way.
 */

import type { Place } from './program-expressions.ts'
import { Names } from './program-kinds.ts'
import type { ProgramWriter } from './program-effects.ts'

type Weighted = readonly [weight: number, write: (place: Place) => void]

const doubles = ['0.5', '-0.0', '0.0', '1.5', '3.0', '-2.25', '9007199254740993.0', '100000000000000000000.0']
const smallSteps = ['1', '2', '-1', '-2', '3', '-7']
const rangeEnds = ['0', '1', '4', '-3', '9007199254740990', '9007199254740992', '-9007199254740993', '2147483647']
const hotStarts = [
  '0',
  '1',
  '2147483640',
  '9007199254740985',
  '-9007199254740985',
  '94906265',
  '3037000499',
  '4611686018427387904',
]

export function numberStatements(maker: ProgramWriter): readonly Weighted[] {
  return [
    [3, (place) => floatLoop(maker, place)],
    [3, (place) => rangeLoop(maker, place)],
    [2, (place) => hotInts(maker, place)],
    [2, (place) => floatFunction(maker, place)],
    [2, (place) => floatInClosure(maker, place)],
    [2, () => mixedVariable(maker)],
    [1, (place) => floatElements(maker, place)],
  ]
}

/** A double, an Int, or something of the program that is believed to be one. */
function number(maker: ProgramWriter, place: Place): string {
  if (maker.chance(0.5)) return maker.random.pick(doubles)
  return maker.expressions.operand(maker.random.pick(['int', 'float', 'float'] as const), place, 1)
}

/** Arithmetic on `names`, which are Float variables for all that anybody knows. */
function arithmetic(maker: ProgramWriter, place: Place, names: readonly string[], depth = 2): string {
  if (depth === 0 || maker.chance(0.2)) return maker.chance(0.7) ? maker.random.pick(names) : number(maker, place)
  const inner = (): string => arithmetic(maker, place, names, depth - 1)
  const choices = [
    () => `(${inner()} ${maker.random.pick(['+', '-', '*'])} ${inner()})`,
    () => `(${inner()} ${maker.random.pick(['+', '-', '*'])} ${inner()})`,
    () => `(${inner()} / ${maker.random.pick(['2', '4.0', '0.5', '-3', inner()])})`,
    () => `(${inner()} % ${maker.random.pick(['2', '1.5', '-0.75', '-3', inner()])})`,
    () => `(-${inner()})`,
    () => `(${inner()} or ${inner()})`,
    () => `(${inner()} and ${inner()})`,
    () => `float(${inner()})`,
    () => `float(int(${maker.random.pick(names)}))`,
  ]
  return maker.random.pick(choices)()
}

function comparison(maker: ProgramWriter, place: Place, names: readonly string[]): string {
  const operator = maker.random.pick(['<', '<=', '>', '>=', '==', '!='])
  return `${arithmetic(maker, place, names, 1)} ${operator} ${arithmetic(maker, place, names, 1)}`
}

/** Runs lines that may fail, mostly inside `attempt` where there is one. */
function guarded(maker: ProgramWriter, write: () => void): void {
  if (!maker.expressions.features.has('attempt') || maker.chance(0.3)) {
    write()
    return
  }
  maker.block('attempt', write)
  maker.block('failed p', () => maker.line('print(p.class, p.line)'))
}

function floatLoop(maker: ProgramWriter, place: Place): void {
  const names = [maker.freshName('d'), maker.freshName('d')]
  const [first = 'd', second = 'd'] = names
  const keyword = maker.chance(0.2) ? 'local ' : ''
  maker.line(`${keyword}${first} = ${maker.random.pick(doubles)}`)
  maker.line(`${second} = ${maker.chance(0.8) ? maker.random.pick(doubles) : '0'}`)
  const count = 2 + maker.random.below(4)
  const counter = maker.freshName('i')
  const isRange = maker.chance(0.5)
  if (!isRange) maker.line(`${counter} = 0`)
  guarded(maker, () => {
    maker.block(isRange ? `for ${counter} in range(${count})` : `while ${counter} < ${count}`, () => {
      if (!isRange) maker.line(`${counter} = ${counter} + 1`)
      maker.line(`${first} = ${arithmetic(maker, place, names)}`)
      if (maker.chance(0.6)) maker.line(`${second} = ${arithmetic(maker, place, [...names, counter])}`)
      if (maker.chance(0.3)) maker.block(`if ${comparison(maker, place, names)}`, () => maker.line('print("yes")'))
      if (maker.chance(0.2)) maker.line(`local ${first} = ${arithmetic(maker, place, names)}`)
      if (maker.chance(0.3)) maker.line(`print(${maker.expressions.waiting(first, place)}, ${second})`)
      if (maker.chance(0.15))
        maker.line(`if ${comparison(maker, place, names)}: ${maker.random.pick(['break', 'continue'])}`)
    })
  })
  maker.line(`print(${first}, type_of(${second}), ${second}, [${first}], not ${first}, ${first} == ${second})`)
  place.names.assign(first, 'float')
}

function rangeLoop(maker: ProgramWriter, place: Place): void {
  const variable = maker.random.pick(['i', 'x', 'n', 'item'])
  const inner = new Names(place.names)
  inner.kinds.set(variable, 'int')
  const near = (): string => {
    const end = maker.random.pick(rangeEnds)
    return maker.chance(0.7) ? maker.random.pick(['0', '3', '5', '-2', 'len("abc")']) : end
  }
  const step = maker.chance(maker.expressions.chaos * 4)
    ? maker.random.pick(['0', '1.0', 'true'])
    : maker.random.pick(smallSteps)
  const far = maker.random.pick(rangeEnds)
  const choices = [
    near(),
    `${near()}, ${near()}`,
    `${near()}, ${near()}, ${step}`,
    `${far}, ${far} + ${maker.random.pick(['3', '5'])}`,
  ]
  const held = maker.freshName('s')
  if (maker.chance(0.3)) {
    maker.line(`${held} = ${step}`)
    choices.push(`${near()}, ${near()}, ${held}`, `${far}, ${far} + 4 * ${held}, ${held}`)
  }
  const list = maker.freshName('fs')
  maker.line(`${list} = []`)
  guarded(maker, () => {
    maker.block(`for ${variable} in range(${maker.random.pick(choices)})`, () => {
      if (maker.chance(0.4)) maker.line(`print(${variable}, ${variable} + 1, ${variable} * ${variable})`)
      if (maker.chance(0.3)) maker.line(`${variable} = ${variable} ${maker.random.pick(['+', '*', '-', '/'])} 2`)
      if (maker.chance(0.4)) {
        maker.block('def g()', () => {
          if (maker.chance(0.5)) maker.line(`${variable} = ${variable} + 1`)
          maker.line(`return ${variable}`)
        })
        maker.line(`push(${list}, g)`)
      }
      if (maker.chance(0.2)) maker.body({ ...place, names: inner }, [[variable, 'int']], { mayBreak: true })
      maker.line(`if len(${list}) > 5 or ${variable} > 9007199254740996: break`)
    })
  })
  maker.block(`for f in ${list}`, () => maker.line('print(f(), f())'))
}

/** Ints on their way out of 2^31 and 2^53 and back. */
function hotInts(maker: ProgramWriter, place: Place): void {
  const name = maker.freshName('h')
  const counter = maker.freshName('i')
  const [start, factor] = [maker.random.pick(hotStarts), maker.random.pick(['1', '2', '3', '-1', '-2', '0'])]
  const change = maker.random.pick([
    `${name} + ${counter}`,
    `${name} + ${name}`,
    `${name} * ${factor}`,
    `${name} - ${counter} * ${factor}`,
    `${factor} * ${name} + ${counter}`,
    `${name} % 1000003 + ${counter}`,
    `-${name} + ${counter}`,
    `int(${name} / 2)`,
    `${name} * ${name} % 9007199254740881`,
  ])
  maker.line(`${name} = ${start}`)
  maker.block(`for ${counter} in range(${5 + maker.random.below(12)})`, () => {
    maker.line(`${name} = ${change}`)
    if (maker.chance(0.3)) maker.line(`if ${name} > 2147483647 and ${name} != 9007199254740992: ${name} = ${name} - 5`)
  })
  maker.line(`print(${name}, type_of(${name}), ${name} == ${name} + 0.0, ${name} < 9007199254740992.0)`)
  place.names.assign(name, 'int')
}

/** A function that is only called by its name, so that its parameters are known. */
function floatFunction(maker: ProgramWriter, place: Place): void {
  const name = maker.freshName('calc')
  const type = (text: string): string => (maker.chance(0.2) ? `: ${text}` : '')
  const result = maker.chance(0.15) ? ' -> Float' : ''
  maker.block(`def ${name}(u${type('Float')}, v${type('Float')})${result}`, () => {
    if (maker.chance(0.5)) maker.line(`w = ${arithmetic(maker, place, ['u', 'v'])}`)
    else maker.line(`w = ${maker.random.pick(['u', 'v', '[u]', '0'])}`)
    if (maker.chance(0.4)) maker.line(`u = ${arithmetic(maker, place, ['u', 'v'])}`)
    if (maker.chance(0.3)) maker.block(`if ${comparison(maker, place, ['u', 'v'])}`, () => maker.line('return u'))
    if (maker.chance(0.2)) maker.line(`if u > 3: return ${name}(u / 2, v)`)
    maker.line(`return ${maker.random.pick(['u', 'v', 'w', 'u * v', 'u - 1', '-v', 'u or v'])}`)
  })
  const args = (): string => `${number(maker, place)}, ${number(maker, place)}`
  guarded(maker, () => {
    maker.line(
      `print(${name}(${args()}), ${name}(${args()}) ${maker.random.pick(['+', '-', '*', '<', '=='])} ${number(maker, place)})`,
    )
    if (maker.chance(0.3)) maker.line(`print([${name}(${args()})], str(${name}(${args()})))`)
    if (maker.chance(0.15)) maker.line(`c = ${name}`)
  })
}

/** A Float variable that a function changes, and maybe an agent or a module shows. */
function floatInClosure(maker: ProgramWriter, place: Place): void {
  const [name, called] = [maker.freshName('d'), maker.freshName('set')]
  const isFirst = maker.chance(0.6)
  if (isFirst) maker.line(`${name} = ${maker.random.pick(doubles)}`)
  maker.block(`def ${called}(v)`, () => {
    maker.line(`${name} = ${maker.random.pick([`v * 0.5`, `${isFirst ? name : 'v'} + 1.5`, 'v', 'v / 3'])}`)
    maker.line(`return ${name}`)
  })
  guarded(maker, () => {
    maker.line(`print(${called}(${number(maker, place)}))`)
    if (!isFirst && maker.chance(0.7)) maker.line(`${name} = ${maker.random.pick([...doubles, '7', '"t"'])}`)
    maker.line(`print(${called}(${number(maker, place)}) + ${called}(2.0), ${name})`)
  })
}

/** A variable that holds now an Int, now a Float, now something else. */
function mixedVariable(maker: ProgramWriter): void {
  const name = maker.freshName('mix')
  const value = (): string =>
    maker.random.pick([...doubles, '1', '0', '-1', '9007199254740993', '"s"', 'nil', 'true', '[1.5]'])
  const calm = (): string => maker.random.pick([...doubles, '1', '0', '-3', '9007199254740993'])
  const pick = maker.chance(0.7) ? calm : value
  maker.line(`${name} = ${pick()}`)
  guarded(maker, () => {
    maker.block(`for i in range(3)`, () => {
      maker.line(`print(${name} ${maker.random.pick(['+', '-', '*', '/', '%', '<', '>=', '==', '!='])} ${pick()})`)
      if (maker.chance(0.5))
        maker.line(`print(${pick()} ${maker.random.pick(['+', '-', '*', '/', '%', '<', '=='])} ${name})`)
      maker.line(`${name} = ${maker.random.pick([pick(), `${name} + i`, `${name} * 0.5`, `${name} or ${pick()}`])}`)
    })
  })
  maker.line(`print(${name}, type_of(${name}))`)
}

function floatElements(maker: ProgramWriter, place: Place): void {
  const [list, name] = [maker.freshName('fl'), maker.freshName('d')]
  maker.line(`${list} = [${number(maker, place)}, ${maker.random.pick(doubles)}, ${maker.random.pick(doubles)}]`)
  maker.line(`${name} = 0.0`)
  guarded(maker, () => {
    maker.block(`for i in range(len(${list}))`, () => {
      maker.line(
        `${name} = ${name} + ${list}[i] * ${maker.random.pick(['0.5', '2', `${list}[-1]`, `${list}[${name}]`])}`,
      )
      maker.line(`print(${list}[i] = ${arithmetic(maker, place, [name, `${list}[i]`], 1)})`)
      if (maker.chance(0.2)) maker.line(`push(${list}, ${maker.random.pick([name, 'i', `${name} / 2`])})`)
    })
  })
  maker.line(`print(${list}, ${name}, ${list}[-1], ${list} == [${name}])`)
}
