/** Random expressions, mostly of the kind that is asked for. */

import type { Names, Kind, Signature } from './program-kinds.ts'
import { isSignature } from './program-kinds.ts'
import type { Random } from './random.ts'

/** The parts of the language that a program may use; what the product cannot run yet is left out. */
export const featureNames = [
  'host',
  'tools',
  'models',
  'memory',
  'attempt',
  'tests',
  'actions',
  'agents',
  'async',
  'modules',
] as const
export type Feature = (typeof featureNames)[number]

/** Few names, so that they meet: shadowing, updates from inside, builtins as variables. */
export const namePool = ['a', 'b', 'c', 'x', 'y', 'n', 'f', 'g', 'h', 'xs', 'item', 'len', 'str', 'new', 'apply']

/** What surrounds the place where something is written. */
export interface Place {
  readonly names: Names
  readonly isInAgent: boolean
  /** How deep statements are nested. */
  readonly depth: number
  readonly mayReturn: boolean
  readonly mayBreak: boolean
}

const smallInts = ['0', '1', '2', '3', '7', '-1', '-4', '10', '007']
const bigInts = ['2147483647', '2147483648', '9007199254740991', '9007199254740992', '-9007199254740993', '4294967296']
const floats = ['0.5', '2.0', '-0.0', '1.25', '9007199254740992.0', '3.0', '-7.5', '100000000000000000.0']
const strings = ['""', '"ab"', '"a😀b"', '"é"', '"x y"', '"\\n"', '"z\\"q"', '"10"', '"😀"', '"\u{ffff}"']

export class ExpressionMaker {
  readonly random: Random
  readonly features: ReadonlySet<Feature>
  /** How often something is written that may well be wrong. */
  readonly chaos: number

  constructor(random: Random, features: ReadonlySet<Feature>, chaos: number) {
    this.random = random
    this.features = features
    this.chaos = chaos
  }

  chance(probability: number): boolean {
    return this.random.next() < probability
  }

  anyKind(): Kind {
    return this.random.pick<Kind>(['int', 'int', 'int', 'float', 'string', 'string', 'bool', 'ints', 'nil', 'any'])
  }

  /** An expression that can stand as an operand: in parentheses where it needs them. */
  operand(kind: Kind, place: Place, depth: number): string {
    const text = this.expression(kind, place, depth)
    return /^[\w.]+$|^"[^"]*"$|^[\w.]+\([^()]*\)$/.test(text) ? text : `(${text})`
  }

  expression(kind: Kind, place: Place, depth = 2): string {
    if (this.chance(this.chaos)) return this.wild(place, depth)
    if (depth > 0 && this.chance(0.04)) return this.waiting(this.expression(kind, place, depth - 1), place)
    if (depth > 0 && this.chance(0.05)) return this.assignment(kind, place, depth - 1)
    if (depth > 0 && this.chance(0.2)) {
      const call = this.callGiving(kind, place, depth - 1)
      if (call !== undefined) return call
    }
    if (this.chance(depth > 0 ? 0.4 : 0.7)) {
      const name = this.nameOf(kind, place)
      if (name !== undefined) return name
    }
    return isSignature(kind) ? this.callable(kind, place) : this.ofKind(kind, place, depth)
  }

  /** A name that is believed to be of the kind. */
  nameOf(kind: Kind, { names }: Place): string | undefined {
    const fitting = [...names.all()].filter(([, known]) => fits(known, kind)).map(([name]) => name)
    return fitting.length === 0 ? undefined : this.random.pick(fitting)
  }

  /** A call of something known whose result is of the kind. */
  callGiving(kind: Kind, place: Place, depth: number): string | undefined {
    const callables = [...place.names.all()].flatMap(([name, known]) =>
      isSignature(known) && (known.is === 'function' || known.is === 'tool') && fits(known.result, kind)
        ? [{ name, known }]
        : [],
    )
    if (callables.length === 0) return undefined
    const { name, known } = this.random.pick(callables)
    const isOne = known.parameters.length === 1 && this.features.has('host')
    if (isOne && this.chance(0.15)) return `apply(${name}, ${this.arguments(known, place, depth)})`
    return `${name}(${this.arguments(known, place, depth)})`
  }

  arguments({ parameters }: Signature, place: Place, depth: number): string {
    const args = parameters.map((kind) => this.expression(kind, place, depth))
    if (this.chance(this.chaos)) args.push('0')
    if (this.chance(this.chaos)) args.pop()
    return args.join(', ')
  }

  /** Wraps an expression in something that stops on the way. */
  waiting(text: string, place: Place): string {
    if (place.isInAgent && this.features.has('agents') && this.chance(0.5)) return `(pause(${text}) or ${text})`
    if (!this.features.has('host')) return text
    return `${this.chance(0.15) ? 'later' : 'hand_back'}(${text})`
  }

  assignment(kind: Kind, place: Place, depth: number): string {
    const value = this.expression(kind, place, depth)
    const name = this.targetOf(kind, place)
    place.names.assign(name, kind)
    return `(${name} = ${value})`
  }

  /** A name to assign to: mostly one of the same kind, or a new one. */
  targetOf(kind: Kind, place: Place): string {
    const known = this.chance(0.5) ? this.nameOf(kind, place) : undefined
    if (known !== undefined && !known.includes('.')) return known
    for (let tries = 0; tries < 4; tries += 1) {
      const name = this.random.pick(namePool)
      const isFree = place.names.kindOf(name) === undefined && !isBuiltinName(name)
      if (isFree || this.chance(0.06)) return name
    }
    return this.random.pick(['a', 'b', 'c', 'x', 'y', 'n', 'item'])
  }

  /** Whatever may be wrong: any name of the pool, a wrong kind, a failing operation. */
  wild(place: Place, depth: number): string {
    const inner = (): string => this.operand(this.anyKind(), place, Math.min(depth - 1, 1))
    const name = this.random.pick(namePool)
    const choices: (() => string)[] = [
      () => name,
      () => name,
      () => `${name}(${this.expression('any', place, 0)})`,
      () => `${inner()} ${this.random.pick(['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!='])} ${inner()}`,
      () => `${inner()}[${inner()}]`,
      () => `${inner()}.name`,
      () => `-${inner()}`,
      () => `${inner()} % 0`,
      () => `${name}(label: ${inner()})`,
      () => `[1, 2][${this.random.pick(['2', '-3', 'true', '1.0', '"a"'])}]`,
      () => `${this.random.pick(['len', 'str', 'int', 'float', 'range', 'push', 'type_of'])}(${inner()})`,
      () => `int(${this.random.pick(['"x"', '" 12 "', '"1_0"', 'nil', '2.9', 'true'])})`,
      () => `(${name}[${inner()}] = ${inner()})`,
      () => `assert(${inner()}, ${inner()})`,
      () => `(${name} = ${inner()})`,
    ]
    return this.random.pick(choices)()
  }

  ofKind(kind: Exclude<Kind, Signature>, place: Place, depth: number): string {
    const next = depth - 1
    const operand = (part: Kind): string => this.operand(part, place, next)
    switch (kind) {
      case 'int':
        return this.int(place, depth)
      case 'float':
        if (depth <= 0 || this.chance(0.4)) return this.random.pick(floats)
        if (this.chance(0.3)) return `${operand('int')} / ${this.random.pick(['2', '3', '4.0', '-8'])}`
        return `${operand('float')} ${this.random.pick(['+', '-', '*'])} ${operand(this.random.pick(['int', 'float']))}`
      case 'string':
        return this.string(place, depth)
      case 'bool':
        return this.bool(place, depth)
      case 'nil':
        return 'nil'
      case 'ints':
        return this.ints(place, depth)
      case 'functions':
        return '[]'
      case 'any':
        if (depth > 0 && this.chance(0.3)) {
          return `${operand(this.anyKind())} ${this.random.pick(['and', 'or'])} ${operand(this.anyKind())}`
        }
        if (depth > 0 && this.chance(0.2)) return `[${operand(this.anyKind())}, ${operand(this.anyKind())}]`
        return this.expression(this.random.pick(['int', 'float', 'string', 'bool', 'ints', 'nil']), place, next)
      case 'model':
        return `inference("mock", "m", confidence: ${this.random.pick(['0.5', '0.125', '1', '0.375'])})`
      case 'answer':
        return place.names.kindOf('mind') === undefined ? 'nil' : `mind.ask(${operand('string')})`
      case 'record':
      case 'memory':
      case 'agent':
      case 'future':
      case 'action':
        return 'nil'
    }
  }

  int(place: Place, depth: number): string {
    if (depth <= 0) return this.random.pick(this.chance(0.15) ? bigInts : smallInts)
    const next = depth - 1
    const operand = (part: Kind): string => this.operand(part, place, next)
    const choices: (() => string)[] = [
      () => this.random.pick(this.chance(0.2) ? bigInts : smallInts),
      () => `${operand('int')} ${this.random.pick(['+', '-', '*'])} ${operand('int')}`,
      () => `${operand('int')} ${this.random.pick(['+', '-', '*'])} ${operand('int')}`,
      () => `${operand('int')} % ${this.random.pick(['3', '-5', '2147483648', '7'])}`,
      () => `len(${this.expression(this.random.pick(['string', 'ints']), place, next)})`,
      () => `${operand('ints')}[${this.random.pick(['0', '-1'])}]`,
      () => `int(${this.expression(this.random.pick(['float', 'int', 'bool']), place, next)})`,
      () => `-${operand('int')}`,
      () => `${operand('int')} or ${operand('int')}`,
    ]
    return this.random.pick(choices)()
  }

  string(place: Place, depth: number): string {
    if (depth <= 0) return this.random.pick(strings)
    const next = depth - 1
    const choices: (() => string)[] = [
      () => this.random.pick(strings),
      () => `${this.operand('string', place, next)} + ${this.operand('string', place, next)}`,
      () => `str(${this.expression(this.anyKind(), place, next)})`,
      () => `type_of(${this.expression('any', place, next)})`,
      () => `"a😀b"[${this.random.pick(['0', '1', '2', '-1', '-3'])}]`,
      () => this.answerText(place, next),
    ]
    return this.random.pick(choices)()
  }

  answerText(place: Place, depth: number): string {
    if (place.names.kindOf('mind') === undefined) return '"no model"'
    const question = this.expression('string', place, depth)
    return this.chance(0.5) ? `mind.ask(${question}).value` : `ask(${question}).value`
  }

  bool(place: Place, depth: number): string {
    if (depth <= 0) return this.random.pick(['true', 'false'])
    const next = depth - 1
    const compared = this.random.pick<Kind>(['int', 'float', 'string'])
    const operand = (kind: Kind): string => this.operand(kind, place, next)
    const other = compared === 'string' || this.chance(0.5) ? compared : this.random.pick<Kind>(['int', 'float'])
    const choices: (() => string)[] = [
      () => `${operand(compared)} ${this.random.pick(['<', '<=', '>', '>='])} ${operand(other)}`,
      () => `${operand(this.anyKind())} ${this.random.pick(['==', '!='])} ${operand(this.anyKind())}`,
      () => `not ${operand(this.anyKind())}`,
      () => this.closeNumbers(),
      () => this.closeNumbers(),
      () => `${operand('bool')} ${this.random.pick(['and', 'or'])} ${operand('bool')}`,
    ]
    return this.random.pick(choices)()
  }

  /** Numbers that are the same as doubles, or nearly so. */
  closeNumbers(): string {
    const near = [
      '9007199254740992',
      '9007199254740993',
      '9007199254740992.0',
      '9007199254740993',
      '1',
      '1.0',
      '-0.0',
      '0',
    ]
    const operator = this.random.pick(['<', '<=', '>', '>=', '==', '!='])
    return `${this.random.pick(near)} ${operator} ${this.random.pick(near)}`
  }

  ints(place: Place, depth: number): string {
    const next = depth - 1
    const literal = (): string =>
      `[${Array.from({ length: 1 + this.random.below(3) }, () => this.expression('int', place, next)).join(', ')}]`
    if (depth <= 0) return literal()
    const choices: (() => string)[] = [
      literal,
      literal,
      () => `range(${this.random.pick(['1', '3', '1, 4', '5, 0, -2'])})`,
      () => `push(${this.expression('ints', place, next)}, ${this.expression('int', place, next)})`,
      () => `${this.operand('ints', place, next)} + ${this.operand('ints', place, next)}`,
    ]
    return this.random.pick(choices)()
  }

  /** A value that can be called like this one. */
  callable(signature: Signature, place: Place): string {
    const name = this.nameOf(signature, place)
    if (name !== undefined) return name
    return signature.result === 'string' ? 'str' : 'type_of'
  }
}

function isBuiltinName(name: string): boolean {
  return name === 'len' || name === 'str'
}

/** Whether something known to be `known` does where `wanted` is asked for. */
function fits(known: Kind, wanted: Kind): boolean {
  if (wanted === 'any') return !isSignature(known) && !['model', 'memory', 'agent', 'action'].includes(known)
  if (!isSignature(known) || !isSignature(wanted)) return known === wanted
  return (
    known.is === wanted.is && known.result === wanted.result && known.parameters.length === wanted.parameters.length
  )
}
