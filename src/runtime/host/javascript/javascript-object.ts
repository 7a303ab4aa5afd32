/**
 * An object, function or symbol of JavaScript as a value.
 *
 * A function that was read as a member is a Function to `type_of` and is called with the object that it was read from;
 * everything else is "Js", and can be called all the same if it is a function.
 */

import * as problems from '../../../compiler/diagnostics/catalogue/javascript.ts'
import { notCallable, notIterable } from '../../../compiler/diagnostics/catalogue/execution.ts'
import type { CallContext, Callable, Labels, MemberHolder } from '../../execution/callable.ts'
import { noSite, SenseError, type SiteId } from '../../values/sense-error.ts'
import { describeValue } from '../../values/types.ts'
import { isInt, type Value } from '../../values/value.ts'
import { NextSequence } from '../next-sequence.ts'
import type { JavaScriptBridge } from './bridge.ts'
import { plainText } from './thrown-facts.ts'

/** Names that the search for a near one looks at. */
const memberNamesMax = 500

/** How a raw value came over. */
export interface Origin {
  /** What a function is called with as `this`. */
  readonly receiver?: unknown
  /** Whether it was read as a member or taken out of a module. */
  readonly isMember?: boolean
  /** Of a module: its name. */
  readonly moduleName?: string
}

export class JavaScriptObject implements Callable, MemberHolder {
  readonly typeName: 'Js' | 'Function'
  readonly raw: object | symbol
  readonly #bridge: JavaScriptBridge
  readonly #origin: Origin

  constructor(bridge: JavaScriptBridge, raw: object | symbol, origin: Origin = {}) {
    this.typeName = origin.isMember === true && typeof raw === 'function' ? 'Function' : 'Js'
    this.raw = raw
    this.#bridge = bridge
    this.#origin = origin
  }

  get memberNames(): readonly string[] {
    return []
  }

  textForm(site: SiteId = noSite): string {
    const { raw } = this
    if (this.#origin.moduleName !== undefined) return `<js module ${this.#origin.moduleName}>`
    if (typeof raw === 'symbol') return String(raw)
    return this.#bridge.guarded({ site }, () => (typeof raw === 'function' ? functionText(raw) : this.#objectText(raw)))
  }

  isEqualTo(other: Value): boolean {
    return other instanceof JavaScriptObject && other.raw === this.raw
  }

  readMember(name: string, context: CallContext): Value | undefined {
    const { raw } = this
    const target = Object(raw) as object
    return this.#bridge.guarded(context, () => {
      if (!(name in target)) return this.#missingMember(name, target, context)
      return this.#bridge.toSense(new Member(Reflect.get(target, name, raw), raw), context)
    })
  }

  readIndex(index: Value, site: SiteId): Value {
    const key = keyOf(index, site)
    const { raw } = this
    const target = Object(raw) as object
    return this.#bridge.guarded({ site }, () => {
      if (!(key in target)) throw new SenseError(problems.jsKeyMissing(key), site)
      return this.#bridge.toSense(Reflect.get(target, key, raw), this.#bridge.contextAt(site))
    })
  }

  writeIndex(index: Value, value: Value, site: SiteId): void {
    const key = keyOf(index, site)
    const element = this.#bridge.toJavaScript(value, this.#bridge.contextAt(site))
    this.#bridge.guarded({ site }, () => {
      if (!Reflect.set(Object(this.raw) as object, key, element)) throw new TypeError(`${key} cannot be set`)
    })
  }

  sequence(site: SiteId): ArrayLike<Value> {
    const { raw } = this
    if (typeof raw === 'symbol') throw new SenseError(notIterable(describeValue(this)), site)
    const context = this.#bridge.contextAt(site)
    const iterator = this.#bridge.guarded(context, () => {
      if (isIterable(raw)) return raw[Symbol.iterator]()
      if (Symbol.asyncIterator in raw) throw new SenseError(problems.onlyAsyncIterable(), site)
      throw new SenseError(notIterable(describeValue(this)), site)
    })
    return new NextSequence(() =>
      this.#bridge.guarded(context, () => {
        const step: unknown = iterator.next()
        if (!isStep(step)) throw new TypeError('its iterator gives a step that is no object')
        return step.done === true ? undefined : this.#bridge.toSense(step.value, context)
      }),
    )
  }

  call(context: CallContext, args: readonly Value[], labels: Labels): Value {
    const { raw } = this
    if (typeof raw !== 'function') throw new SenseError(notCallable(describeValue(this)), context.site)
    const given = argumentsOf(this.#bridge, context, args, labels)
    const receiver = this.#origin.receiver
    return this.#bridge.guarded(context, () =>
      this.#bridge.toSense(new Result(Reflect.apply(raw, receiver, given), raw.name), context),
    )
  }

  /** `m.Class.new` makes an object, unless the class has a `new` of its own; other names are missing. */
  #missingMember(name: string, target: object, context: CallContext): Value {
    if (name === 'new' && typeof target === 'function') return new JavaScriptConstructor(this.#bridge, target)
    throw new SenseError(problems.jsMemberMissing(name, namesIn(target)), context.site)
  }

  #objectText(raw: object): string {
    const toText: unknown = Reflect.get(raw, 'toString')
    const hasOwnText = typeof toText === 'function' && toText !== Object.prototype.toString
    const text = hasOwnText ? plainText(raw) : plainObjectText
    // An object of another realm has a text form of its own that says nothing either.
    return text === plainObjectText ? this.#bridge.inspect(raw) : text
  }
}

/** `m.Class.new`, which can be called. */
class JavaScriptConstructor implements Callable {
  readonly typeName = 'Function'
  readonly #bridge: JavaScriptBridge
  readonly #class: object

  constructor(bridge: JavaScriptBridge, ofClass: object) {
    this.#bridge = bridge
    this.#class = ofClass
  }

  textForm(): string {
    return `${functionText(this.#class)}.new`
  }

  isEqualTo(other: Value): boolean {
    return other instanceof JavaScriptConstructor && other.#class === this.#class
  }

  call(context: CallContext, args: readonly Value[], labels: Labels): Value {
    const ofClass = this.#class
    const given = argumentsOf(this.#bridge, context, args, labels)
    return this.#bridge.guarded(context, () => {
      if (typeof ofClass !== 'function') throw new TypeError('only a class makes objects')
      return this.#bridge.toSense(Reflect.construct(ofClass, given), context)
    })
  }
}

/** A raw value that was read as a member of `receiver`. */
export class Member {
  readonly raw: unknown
  readonly receiver: unknown

  constructor(raw: unknown, receiver: unknown) {
    this.raw = raw
    this.receiver = receiver
  }
}

/** A raw value that a function of this name gave. */
export class Result {
  readonly raw: unknown
  readonly functionName: string

  constructor(raw: unknown, functionName: string) {
    this.raw = raw
    this.functionName = functionName
  }
}

/** Labels become one object behind the arguments, which is how functions of JavaScript take options. */
function argumentsOf(
  bridge: JavaScriptBridge,
  context: CallContext,
  args: readonly Value[],
  labels: Labels,
): readonly unknown[] {
  const given = args.map((argument) => bridge.toJavaScript(argument, context))
  if (labels.size === 0) return given
  const options = [...labels].map(([label, value]) => [label, bridge.toJavaScript(value, context)] as const)
  return [...given, Object.fromEntries(options)]
}

function keyOf(index: Value, site: SiteId): string {
  if (typeof index === 'string') return index
  if (isInt(index)) return String(index)
  throw new SenseError(problems.jsKeyWrong(describeValue(index)), site)
}

function functionText(raw: object): string {
  const name: unknown = Reflect.get(raw, 'name')
  return typeof name === 'string' && name !== '' ? `<js function ${name}>` : '<js function>'
}

const plainObjectText = '[object Object]'

function isStep(step: unknown): step is IteratorResult<unknown> {
  return typeof step === 'object' && step !== null
}

function isIterable(raw: object): raw is Iterable<unknown> {
  return Symbol.iterator in raw && typeof raw[Symbol.iterator] === 'function'
}

/** The names of what an object has, its own and those of its class. */
export function namesIn(target: object): readonly string[] {
  const names = new Set<string>()
  for (
    let each: object | null = target;
    each !== null && each !== Object.prototype;
    each = Object.getPrototypeOf(each) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(each)) {
      if (names.size >= memberNamesMax) return [...names]
      names.add(name)
    }
  }
  return [...names]
}
