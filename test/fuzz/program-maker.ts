/**
 * Random well-formed programs: a weighted grammar that keeps track of what each name probably is, so that most programs
 * run a while before anything goes wrong, and that now and then writes what may well be wrong.
 */

import { numberStatements } from './program-numbers.ts'
import type { ProgramWriter } from './program-effects.ts'
import { effectStatements } from './program-effects.ts'
import type { Feature, Place } from './program-expressions.ts'
import { ExpressionMaker, namePool } from './program-expressions.ts'
import type { Kind, Signature } from './program-kinds.ts'
import { Names, annotationOf } from './program-kinds.ts'
import type { Random } from './random.ts'

const depthMax = 3
const callableNames = ['f', 'g', 'h', 'a', 'b', 'len', 'str', 'new']
const shortNames = ['a', 'b', 'c', 'x', 'y', 'n', 'item', 'xs', 'f']

interface Module {
  readonly text: string
  readonly names: Names
}

type StatementWriter = (place: Place) => void

/** Makes one program; use it once. */
export class ProgramMaker implements ProgramWriter {
  readonly random: Random
  readonly expressions: ExpressionMaker
  readonly lines: string[] = []
  #indent = 0
  #number = 0
  readonly #modules = new Map<string, Module>()
  /** Statements that may still be written. */
  #left: number
  readonly #choices: readonly (readonly [weight: number, write: StatementWriter])[]

  constructor(random: Random, allFeatures: ReadonlySet<Feature>) {
    this.random = random
    const features = withoutRaces(random, allFeatures)
    const chaos = random.pick([0, 0.004, 0.01, 0.03])
    this.expressions = new ExpressionMaker(random, features, chaos)
    this.#left = 8 + random.below(22)
    const optional = (feature: Feature, weight: number): number => (features.has(feature) ? weight : 0)
    this.#choices = [
      [20, (place) => this.#assign(place)],
      [16, (place) => this.#print(place)],
      [6, (place) => this.#local(place)],
      [4, (place) => this.#typed(place)],
      [8, (place) => this.#define(place)],
      [8, (place) => this.#if(place)],
      [4, (place) => this.#while(place)],
      [7, (place) => this.#for(place)],
      [5, (place) => this.#callStatement(place)],
      [3, (place) => this.#indexAssignment(place)],
      [2, (place) => this.#captureInLoop(place)],
      [2, (place) => this.#boundLater(place)],
      [3, (place) => this.#counter(place)],
      [2, (place) => this.#leave(place)],
      [1, (place) => this.#mutual(place)],
      [1, (place) => this.#longChain(place)],
      [1, (place) => this.#longElseIf(place)],
      [2, (place) => this.#session(place)],
      [optional('modules', 2), (place) => this.#import(place)],
      [optional('attempt', 7), (place) => this.#attempt(place)],
      [optional('tests', 3), (place) => this.#test(place)],
      ...numberStatements(this),
      ...effectStatements(this, features),
    ]
  }

  /** The text of a whole program; a line `#### NAME` begins another file. */
  program(): string {
    this.#main()
    const others = [...this.#modules].map(([name, { text }]) => `#### ${name}.sns\n${text}`)
    return `${this.lines.join('\n')}\n${others.join('')}`
  }

  #main(): void {
    const place = topPlace()
    if (this.expressions.features.has('models') && this.chance(0.3)) {
      this.line('model mind = inference("mock", "m", response_template: "re: {prompt}", confidence: 0.125)')
      this.line('set delegation = mind')
      place.names.kinds.set('mind', 'model')
    }
    while (this.#left > 0) this.statement(place)
    for (const name of namePool)
      if (place.names.kinds.has(name) && this.chance(0.5)) this.line(`print("${name}", ${name})`)
    if (this.expressions.features.has('tools') && this.chance(0.5))
      this.block('for entry in audit_log()', () => this.line('print(entry)'))
  }

  /** A module with what the generator believes of its names. */
  #module(name: string): Module {
    const known = this.#modules.get(name)
    if (known !== undefined) return known
    const features = new Set([...this.expressions.features].filter((feature) => feature !== 'modules'))
    const maker = new ProgramMaker(this.random, features)
    const place = topPlace()
    for (let count = 3 + this.random.below(5); count > 0; count -= 1) maker.statement(place)
    const module = { text: `${maker.lines.join('\n')}\n`, names: place.names }
    this.#modules.set(name, module)
    return module
  }

  /** `import` binds a module, `from` copies what its names hold at that moment. */
  #import(place: Place): void {
    const name = this.random.pick(['other', 'more'])
    const { names } = this.#module(name)
    const reference = this.chance(0.5) ? `"./${name}.sns"` : name
    if (this.chance(0.6)) {
      const alias = this.random.pick(['m', 'other', 'a'])
      this.line(`import ${reference} as ${alias}`)
      place.names.kinds.set(alias, 'any')
      for (const [member, kind] of names.kinds) place.names.kinds.set(`${alias}.${member}`, kind)
      return
    }
    const taken = [...names.kinds].filter(() => this.chance(0.5))
    if (this.chance(this.expressions.chaos)) taken.push(['missing', 'any'])
    const parts = taken.map(([member, kind]) => {
      const alias = this.chance(0.3) ? this.random.pick(shortNames) : member
      place.names.kinds.set(alias, kind)
      return alias === member ? member : `${member} as ${alias}`
    })
    this.line(parts.length === 0 ? `import ${reference}` : `from ${reference} import ${parts.join(', ')}`)
  }

  line(text: string): void {
    this.lines.push('  '.repeat(this.#indent) + text)
  }

  /** A header with the statements that `write` writes below it. */
  block(header: string, write: () => void): void {
    this.line(`${header}:`)
    this.#indent += 1
    const start = this.lines.length
    write()
    if (this.lines.length === start) this.line('print("empty")')
    this.#indent -= 1
  }

  chance(probability: number): boolean {
    return this.expressions.chance(probability)
  }

  /** A name that nothing else has. */
  freshName(prefix: string): string {
    this.#number += 1
    return `${prefix}${this.#number}`
  }

  expression(kind: Kind, place: Place, depth = 2): string {
    return this.expressions.expression(kind, place, depth)
  }

  statement(place: Place): void {
    this.#left -= 1
    const possible = this.#choices.filter(([weight]) => weight > 0)
    const sum = possible.reduce((total, [weight]) => total + weight, 0)
    let rest = this.random.next() * sum
    for (const [weight, write] of possible) {
      rest -= weight
      if (rest < 0) {
        write(place)
        return
      }
    }
  }

  /** A few statements in a scope of their own. */
  body(place: Place, names: readonly (readonly [string, Kind])[], change: Partial<Place> = {}): Place {
    const inner: Place = { ...place, names: new Names(place.names), depth: place.depth + 1, ...change }
    for (const [name, kind] of names) inner.names.kinds.set(name, kind)
    const count = 1 + this.random.below(inner.depth >= depthMax ? 2 : 4)
    for (let number = 0; number < count; number += 1) {
      if (inner.depth >= depthMax) this.#simple(inner)
      else this.statement(inner)
    }
    return inner
  }

  #simple(place: Place): void {
    const roll = this.random.next()
    if (roll < 0.45) this.#assign(place)
    else if (roll < 0.75) this.#print(place)
    else if (roll < 0.9) this.#callStatement(place)
    else this.#leave(place)
  }

  #kindToAssign(): Kind {
    return this.random.pick<Kind>(['int', 'int', 'int', 'float', 'string', 'bool', 'ints', 'any', 'nil'])
  }

  #assign(place: Place): void {
    const kind = this.#kindToAssign()
    const value = this.expression(kind, place)
    const name = this.expressions.targetOf(kind, place)
    const isDouble = this.chance(0.06)
    if (isDouble) place.names.assign('b', kind)
    this.line(`${name} = ${isDouble ? 'b = ' : ''}${value}`)
    place.names.assign(name, kind)
  }

  #local(place: Place): void {
    const kind = this.#kindToAssign()
    const name = this.random.pick(shortNames)
    const type = this.chance(0.2) ? `: ${annotationOf(kind)}` : ''
    this.line(`local ${name}${type} = ${this.expression(kind, place)}`)
    place.names.kinds.set(name, kind)
  }

  #typed(place: Place): void {
    const kind = this.#kindToAssign()
    const value = this.expression(kind, place)
    const name = this.expressions.targetOf(kind, place)
    const annotated = this.chance(this.expressions.chaos) ? this.#kindToAssign() : kind
    this.line(`${name}: ${annotationOf(annotated)} = ${value}`)
    place.names.assign(name, kind)
  }

  #print(place: Place): void {
    const parts = [this.expression(this.expressions.anyKind(), place)]
    if (this.chance(0.4)) parts.push(this.expression(this.expressions.anyKind(), place))
    if (this.chance(0.08))
      this.line(`print(\n${'  '.repeat(this.#indent + 2)}${parts.join(`,\n${'  '.repeat(this.#indent + 2)}`)})`)
    else this.line(`print(${parts.join(', ')})`)
  }

  #callStatement(place: Place): void {
    const call = this.expressions.callGiving(this.random.pick<Kind>(['int', 'string', 'any', 'nil', 'ints']), place, 1)
    if (call === undefined) this.#print(place)
    else this.line(this.chance(0.5) ? call : `print(${call})`)
  }

  #indexAssignment(place: Place): void {
    const name = this.expressions.nameOf('ints', place)
    if (name === undefined) {
      this.#assign(place)
      return
    }
    this.line(`${name}[${this.random.pick(['0', '-1', '0', 'len("")'])}] = ${this.expression('int', place)}`)
  }

  // ---- Functions

  signature(is: Signature['is']): Signature {
    const parameters = Array.from({ length: this.random.below(3) }, () => this.expressions.anyKind())
    return { is, parameters, result: this.random.pick<Kind>(['int', 'int', 'string', 'ints', 'any']) }
  }

  /** Names for the parameters, all different. */
  parameterNames(count: number): readonly string[] {
    const names: string[] = []
    while (names.length < count) {
      const name = this.random.pick(shortNames)
      if (!names.includes(name)) names.push(name)
    }
    return names
  }

  /** The text between the parentheses, some of it with types. */
  parameterList(names: readonly string[], kinds: readonly Kind[]): string {
    return names
      .map((name, index) => (this.chance(0.25) ? `${name}: ${annotationOf(kinds[index] ?? 'any')}` : name))
      .join(', ')
  }

  /** The body of something with parameters, with a result at its end. */
  callableBody(place: Place, names: readonly string[], { parameters, result }: Signature): void {
    const bound = names.map((name, index) => [name, parameters[index] ?? 'any'] as const)
    if (this.chance(0.1)) this.line('"A docstring.\\n    With more."')
    const inner = this.body(place, bound, { mayReturn: true, mayBreak: false })
    if (result !== 'any' || this.chance(0.7)) this.line(`return ${this.expression(result, inner)}`)
  }

  #define(place: Place): void {
    if (place.depth >= depthMax - 1) {
      this.#assign(place)
      return
    }
    const name = this.#nameToDefine(place)
    const signature = this.signature('function')
    // A function that calls itself seldom comes to an end, and then there is nothing to compare.
    if (this.chance(0.9)) place.names.kinds.set(name, 'any')
    const names = this.parameterNames(signature.parameters.length)
    const type = this.chance(0.2) ? ` -> ${annotationOf(signature.result)}` : ''
    this.block(`def ${name}(${this.parameterList(names, signature.parameters)})${type}`, () => {
      this.callableBody(place, names, signature)
    })
    place.names.kinds.set(name, signature)
    if (this.chance(0.1)) this.line(`print(${name}.doc, ${name}.name)`)
  }

  /** Mostly one that is free: what a second function of a name calls may call the name in turn, without end. */
  #nameToDefine(place: Place): string {
    const free = callableNames.filter((name) => place.names.kindOf(name) === undefined)
    return this.random.pick(free.length === 0 || this.chance(0.2) ? callableNames : free)
  }

  /** Functions made in a loop remember their own round. */
  #captureInLoop(place: Place): void {
    const list = this.freshName('fs')
    const variable = this.random.pick(['x', 'n', 'item'])
    this.line(`${list} = []`)
    this.block(`for ${variable} in ${this.random.pick(['range(3)', '[4, 5]', '"a😀"'])}`, () => {
      if (this.chance(0.5)) this.line(`c = ${variable}`)
      this.block('def g()', () => {
        if (this.chance(0.5)) this.line(`${variable} = ${variable} + ${variable}`)
        this.line(`return ${this.random.pick([variable, `[${variable}, ${variable}]`, 'c'])}`)
      })
      this.line(`push(${list}, g)`)
      if (this.chance(0.3)) this.line(`${variable} = ${this.expression('int', place, 0)}`)
    })
    this.block(`for f in ${list}`, () => this.line('print(f(), f())'))
  }

  /** A function that reads or writes a name that is bound only later, called before and after. */
  #boundLater(place: Place): void {
    const name = this.random.pick(['a', 'b', 'c', 'x', 'y', 'n', 'len'])
    const called = this.freshName('late')
    this.block(`def ${called}(v)`, () => {
      if (this.chance(0.5)) this.block(`if v ${this.random.pick(['>', '<'])} 1`, () => this.line(`${name} = v`))
      else this.line(`${name} = ${this.random.pick(['v', 'v + 1', name, '[v]'])}`)
      if (this.chance(0.6)) this.line(`return ${name}`)
    })
    if (this.chance(0.7)) this.line(`print(${called}(1))`)
    if (this.chance(0.7)) this.line(`${name} = ${this.expression('int', place, 1)}`)
    this.line(`print(${called}(${this.random.pick(['2', '0'])}))`)
    if (this.chance(0.7)) this.line(`print(${name})`)
    place.names.assign(name, 'any')
  }

  /** A function that counts in a variable of the one around it. */
  #counter(place: Place): void {
    const maker = this.freshName('make')
    const name = this.random.pick(['n', 'x', 'a'])
    this.block(`def ${maker}(${this.chance(0.5) ? name : 'b'})`, () => {
      if (this.chance(0.7))
        this.line(`${this.chance(0.3) ? 'local ' : ''}${name} = ${this.expression('int', place, 0)}`)
      this.block('def step()', () => {
        this.line(`${this.chance(0.2) ? 'local ' : ''}${name} = ${name} + 1`)
        this.line(`return ${name}`)
      })
      this.line(this.chance(0.8) ? 'return step' : `return [step(), step, ${name}]`)
    })
    const used = this.freshName('step')
    this.line(`${used} = ${maker}(${this.expression('int', place, 1)})`)
    this.line(`print(type_of(${used}))`)
    this.block(`if type_of(${used}) == "Function"`, () => this.line(`print(${used}(), ${used}() + ${used}())`))
  }

  /** A function that calls one declared after it. */
  #mutual(place: Place): void {
    const [first, second] = this.random.pick([
      ['f', 'g'],
      ['g', 'h'],
      ['h', 'a'],
    ] as const)
    this.block(`def ${first}(n)`, () => {
      this.block('if n <= 0', () => this.line(`return ${this.expression('int', place, 0)}`))
      this.line(`return ${second}(n - 1) + ${this.random.pick(['1', 'n'])}`)
    })
    if (this.chance(0.3)) this.line(`print(${first}(${this.random.pick(['0', '1'])}))`)
    this.block(`def ${second}(n)`, () => {
      this.line(`return ${this.chance(0.5) ? `${first}(n - 1)` : 'n * 2'}`)
    })
    this.line(`print(${first}(${this.random.pick(['3', '4'])}))`)
    const signature: Signature = { is: 'function', parameters: ['int'], result: 'int' }
    place.names.kinds.set(first, signature)
    place.names.kinds.set(second, signature)
  }

  // ---- Control

  #if(place: Place): void {
    this.block(`if ${this.expression('bool', place)}`, () => this.body(place, []))
    if (this.chance(0.2)) this.block(`else if ${this.expression('any', place)}`, () => this.body(place, []))
    if (this.chance(0.4)) this.block('else', () => this.body(place, []))
  }

  #while(place: Place): void {
    const counter = this.chance(0.5) ? this.freshName('i') : this.random.pick(['n', 'x', 'a'])
    const rounds = 1 + this.random.below(4)
    this.line(`${this.chance(0.3) ? 'local ' : ''}${counter} = 0`)
    place.names.assign(counter, 'int')
    this.block(
      `while ${counter} < ${rounds}${this.chance(0.2) ? ` and ${this.expression('any', place, 1)}` : ''}`,
      () => {
        this.line(`${counter} = ${counter} + 1`)
        this.body(place, [], { mayBreak: true })
      },
    )
  }

  #for(place: Place): void {
    const variable = this.random.pick(shortNames)
    const kind = this.random.pick<Kind>(['ints', 'ints', 'string'])
    this.block(`for ${variable} in ${this.expression(kind, place)}`, () => {
      this.body(place, [[variable, kind === 'ints' ? 'int' : 'string']], { mayBreak: true })
    })
  }

  #leave(place: Place): void {
    const condition = this.expression('bool', place, 1)
    if (place.mayBreak && this.chance(0.6)) this.line(`if ${condition}: ${this.random.pick(['break', 'continue'])}`)
    else if (place.mayReturn) this.line(`if ${condition}: return ${this.expression('any', place, 1)}`)
    else this.#print(place)
  }

  /** Longer than what the compiler writes in one piece. */
  #longChain(place: Place): void {
    const [operator, kind] = this.random.pick<[string, Kind]>([
      ['+', 'int'],
      ['-', 'int'],
      ['+', 'string'],
      ['or', 'any'],
      ['and', 'bool'],
    ])
    const count = 30 + this.random.below(60)
    const depth = (): number => (this.chance(0.1) ? 1 : 0)
    const operands = Array.from({ length: count }, () => this.expressions.operand(kind, place, depth()))
    this.line(`print(${operands.join(` ${operator} `)})`)
  }

  #longElseIf(place: Place): void {
    if (place.depth >= depthMax - 1) return
    const name = this.freshName('pick')
    this.line(`${name} = ${this.random.below(60)}`)
    this.block(`if ${name} == 0`, () => this.line('print("first")'))
    for (let number = 1; number < 50; number += 1) {
      const statement =
        place.mayBreak && this.chance(0.3) ? this.random.pick(['break', 'continue']) : `print(${number})`
      this.line(`else if ${name} == ${number}: ${statement}`)
    }
    if (this.chance(0.5)) this.block('else', () => this.body(place, []))
  }

  #session(place: Place): void {
    this.block(`session ${this.random.pick(['s', 'a', 'f'])}`, () => this.body(place, []))
  }

  #attempt(place: Place): void {
    const problem = this.random.pick(['p', 'p', 'x', 'problem'])
    this.block('attempt', () => {
      this.body(place, [])
      if (this.chance(0.5)) this.line(this.expressions.wild(place, 2))
      if (this.chance(0.2)) this.body(place, [])
    })
    this.block(`failed ${problem}`, () => {
      this.line(`print(${problem}.class, ${problem}.line)`)
      if (this.chance(0.2)) this.line(`print(${problem} == ${problem}, not ${problem}, type_of(${problem}))`)
      if (this.chance(0.06)) this.line(`assert(false, ${problem})`)
      this.body(place, [])
    })
  }

  #test(place: Place): void {
    this.block(`test "t"`, () => {
      this.body(place, [])
      if (this.chance(0.4)) this.line(`assert(${this.expression('bool', place, 1)}, "no")`)
      if (this.chance(0.3)) this.line(this.expressions.wild(place, 1))
    })
  }
}

function topPlace(): Place {
  return { names: new Names(undefined), isInAgent: false, depth: 0, mayReturn: false, mayBreak: false }
}

/**
 * A fiber that polls meets another that waits for the outside: which of them goes on first is nobody's promise. So a
 * program has either async bodies or builtins of the host that wait.
 */
function withoutRaces(random: Random, features: ReadonlySet<Feature>): ReadonlySet<Feature> {
  if (!features.has('async') || !features.has('host')) return features
  const left = random.pick<Feature>(['async', 'host'])
  return new Set([...features].filter((feature) => feature !== left))
}
