/**
 * How values cross between Sense and JavaScript (spec 01 §8).
 *
 * Arrays are copied, both ways, and so is a Record on its way over. One that occurs twice, or in itself, is copied once. A
 * stack of our own keeps deep ones from using up JavaScript's.
 */

import { notForJavaScript } from '../../../compiler/diagnostics/catalogue/javascript.ts'
import { arrayTooLong, stringTooLong } from '../../../compiler/diagnostics/catalogue/values.ts'
import type { CallContext } from '../../execution/callable.ts'
import { isCallable } from '../../execution/callable.ts'
import { Float } from '../../values/float.ts'
import { limitedInt } from '../../values/int.ts'
import { ARRAY_ELEMENTS_MAX, STRING_UNITS_MAX } from '../../values/limits.ts'
import { SenseRecord } from '../../values/record.ts'
import { SenseError } from '../../values/sense-error.ts'
import { describeValue } from '../../values/types.ts'
import { isArray, type ArrayValue, type Value } from '../../values/value.ts'
import type { JavaScriptBridge } from './bridge.ts'
import type { Origin } from './javascript-object.ts'
import { JavaScriptObject, Member, Result } from './javascript-object.ts'

/** An array that is being copied, and what it is copied to. */
interface OpenCopy<Source, Target> {
  readonly source: Source
  readonly target: Target
  index: number
}

export function senseValueOf(bridge: JavaScriptBridge, given: unknown, context: CallContext): Value {
  if (given instanceof Member) return atomOf(bridge, given.raw, context, { isMember: true, receiver: given.receiver })
  if (given instanceof Result) return atomOf(bridge, given.raw, context, {}, given.functionName)
  return atomOf(bridge, given, context, {})
}

/** Everything but an array at once; an array with all that is in it. */
function atomOf(bridge: JavaScriptBridge, raw: unknown, context: CallContext, origin: Origin, name = ''): Value {
  if (isArrayOf(raw)) return copyOfArray(bridge, raw, context)
  switch (typeof raw) {
    case 'number':
      // Adding 0 turns JavaScript's -0 into the only zero that an Int has.
      return Number.isSafeInteger(raw) ? raw + 0 : new Float(raw)
    case 'string':
      if (raw.length > STRING_UNITS_MAX) throw new SenseError(stringTooLong(), context.site)
      return raw
    case 'bigint':
      return limitedInt(raw, context.site)
    case 'boolean':
      return raw
    case 'undefined':
      return null
    case 'symbol':
      return new JavaScriptObject(bridge, raw, origin)
    case 'object':
      if (raw === null) return null
      if (isPromise(raw)) return bridge.futureOf(raw, name, context)
      return new JavaScriptObject(bridge, raw, origin)
    case 'function':
      return bridge.senseFunctionOf(raw) ?? new JavaScriptObject(bridge, raw, origin)
  }
}

function copyOfArray(bridge: JavaScriptBridge, root: readonly unknown[], context: CallContext): ArrayValue {
  const copies = new Map<readonly unknown[], ArrayValue>()
  const stack: OpenCopy<readonly unknown[], ArrayValue>[] = []
  const copy = (source: readonly unknown[]): ArrayValue => {
    const known = copies.get(source)
    if (known !== undefined) return known
    if (source.length > ARRAY_ELEMENTS_MAX) throw new SenseError(arrayTooLong(), context.site)
    const target: ArrayValue = []
    copies.set(source, target)
    stack.push({ source, target, index: 0 })
    return target
  }
  const rootCopy = copy(root)
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (top.index >= top.source.length) {
      stack.pop()
      continue
    }
    const element = top.source[top.index]
    top.index += 1
    top.target.push(isArrayOf(element) ? copy(element) : atomOf(bridge, element, context, {}))
  }
  return rootCopy
}

export function rawValueOf(bridge: JavaScriptBridge, root: Value, context: CallContext): unknown {
  const copies = new Map<Value, unknown[] | Record<string, unknown>>()
  const stack: OpenCopy<readonly (readonly [string | undefined, Value])[], unknown[] | Record<string, unknown>>[] = []
  const cross = (value: Value): unknown => {
    if (!isArray(value) && !(value instanceof SenseRecord)) return rawAtomOf(bridge, value, context)
    const known = copies.get(value)
    if (known !== undefined) return known
    const target = isArray(value) ? [] : {}
    copies.set(value, target)
    const source = isArray(value) ? value.map((element) => [undefined, element] as const) : [...value.entries]
    stack.push({ source, target, index: 0 })
    return target
  }
  const rootCopy = cross(root)
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const entry = top.source[top.index]
    if (entry === undefined) {
      stack.pop()
      continue
    }
    top.index += 1
    const [key, value] = entry
    const raw = cross(value)
    if (Array.isArray(top.target)) top.target.push(raw)
    else defineEntry(top.target, key ?? '', raw)
  }
  return rootCopy
}

function rawAtomOf(bridge: JavaScriptBridge, value: Value, context: CallContext): unknown {
  if (value instanceof Float) return value.double
  if (value === null || typeof value !== 'object') return value
  if (value instanceof JavaScriptObject) return value.raw
  const promise = bridge.promiseOf(value)
  if (promise !== undefined) return promise
  if (isCallable(value) && value.typeName === 'Function') return bridge.functionFor(value, context)
  throw new SenseError(notForJavaScript(describeValue(value)), context.site)
}

/** Plain assignment would take `__proto__` for something else. */
function defineEntry(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  } else {
    target[key] = value
  }
}

/** Only what `Promise` makes, in whatever realm: an object that merely has a `then` may be meant for something else. */
function isPromise(raw: object): raw is Promise<unknown> {
  return raw instanceof Promise || Object.prototype.toString.call(raw) === '[object Promise]'
}

/** `Array.isArray` would make it an array of `any`. */
function isArrayOf(raw: unknown): raw is readonly unknown[] {
  return Array.isArray(raw)
}
