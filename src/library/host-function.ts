/**
 * Functions of a host program, as a program in Sense calls them: what tools and builtins of a host have in common.
 *
 * The host says whether a function is done when it returns (`run`) or later (`runAsync`), because the compiler must know
 * which calls may wait. Arguments cross as copies before the function runs, the result crosses back after it; whatever the
 * function throws becomes an error of the program at the call.
 */

import * as problems from '../compiler/diagnostics/catalogue/library.ts'
import type { Signature } from '../runtime/execution/signature.ts'
import { checkArgumentTypes, checkResult } from '../runtime/execution/signature.ts'
import type { Steps } from '../runtime/execution/suspension.ts'
import { waitFor } from '../runtime/execution/suspension.ts'
import { thrownFactsOf } from '../runtime/host/javascript/thrown-facts.ts'
import type { SiteId } from '../runtime/values/sense-error.ts'
import { SenseError } from '../runtime/values/sense-error.ts'
import type { ValueType } from '../runtime/values/types.ts'
import type { Value } from '../runtime/values/value.ts'
import type { Rule } from './check-fields.ts'
import { aFunction, aString, capabilityName, checkFields, isObject } from './check-fields.ts'
import type { HostArguments, HostParameters, HostType, HostTypeValue } from './host-type.ts'
import { checkName, valueTypeOf } from './host-type.ts'
import type { HostValue } from './host-value.ts'
import { UnfitData, hostValueOf, valueOfHost } from './host-value.ts'
import { thingText } from './thing-text.ts'

/** What a function of the host is told of the call, beside its arguments. */
export interface HostCall {
  /** Aborted when the run ends before the function has: give up then. */
  readonly signal: AbortSignal
}

/** What a host writes to define a function. */
export type HostFunctionSpec<Parameters extends HostParameters, Result extends HostType> = {
  /** The name by which programs call it. */
  readonly name: string
  /** Its parameters in order, with their types; every call must fill all of them. Default: none. */
  readonly parameters?: Parameters
  /** The type of the result, checked at each call. Default: `Any`. */
  readonly returns?: Result
} & HostBody<HostArguments<Parameters>, HostTypeValue<Result>>

/** `run` is done when it returns; `runAsync` gives a promise, for which the program waits. Nothing counts as nil. */
export type HostBody<Arguments, Result> =
  | { run(args: Arguments, call: HostCall): Result | undefined; readonly runAsync?: never }
  | { runAsync(args: Arguments, call: HostCall): Promise<Result | undefined>; readonly run?: never }

/** What makes a function of the host a tool. */
export interface ToolFacts {
  /** What a model reads to decide when to call it. Without one, only the program can call it. */
  readonly description?: string
  /** What the policy must allow for a call, such as `mail.send`. Without one, every call is allowed. */
  readonly capability?: string
}

/** A function of the host with the types of its parameters left aside. */
export interface HostFunction {
  readonly signature: Signature
  readonly body: HostBody<Readonly<Record<string, HostValue>>, HostValue>
}

const functionRules: Readonly<Record<keyof HostFunctionSpec<HostParameters, HostType>, Rule>> = {
  name: aString,
  parameters: { what: 'an object of names and types, such as { article: "String" }', isKept: isObject },
  returns: aString,
  run: aFunction,
  runAsync: aFunction,
}

const toolRules: Readonly<Record<keyof ToolFacts, Rule>> = { description: aString, capability: capabilityName }

/** Checks what the host wrote. Throws a TypeError that names `kind` and the function. */
export function hostFunctionOf<Parameters extends HostParameters, Result extends HostType>(
  kind: 'tool' | 'builtin',
  spec: HostFunctionSpec<Parameters, Result>,
): HostFunction {
  const owner = ownerOf(kind, spec)
  checkFields(owner, spec, kind === 'tool' ? { ...functionRules, ...toolRules } : functionRules)
  checkName(spec.name, owner)
  const parameters = Object.entries<HostType>(spec.parameters ?? {}).map(([name, type]) => {
    checkName(name, owner)
    return { name, type: valueTypeOf(type, owner) }
  })
  const isAsync = typeof spec.runAsync === 'function'
  if (isAsync === (typeof spec.run === 'function')) throw new TypeError(`${owner} needs either \`run\` or \`runAsync\``)
  const resultType = spec.returns === undefined ? undefined : valueTypeOf(spec.returns, owner)
  return { signature: { name: spec.name, parameters, resultType }, body: untyped(spec) }
}

/** What is defined, as the subject of a sentence. */
export function ownerOf(kind: 'tool' | 'builtin' | 'model', spec: unknown): string {
  const name = isObject(spec) ? spec['name'] : undefined
  return typeof name === 'string' ? `the ${kind} ${thingText(name)}` : `what defines the ${kind}`
}

/** The arguments are checked against the parameters before the body gets them, so its types hold. */
const untyped = (spec: unknown): HostFunction['body'] => spec as HostFunction['body']

/** Calls a `run`. */
export function runNow(host: HostFunction, args: readonly Value[], site: SiteId, signal: AbortSignal): Value {
  const given = hostArguments(host.signature, args, site)
  let result: unknown
  try {
    result = host.body.run?.(given, { signal })
  } catch (error) {
    throw failureOf(host.signature.name, error, site)
  }
  if (result instanceof Promise) {
    // Its failure is told here and nowhere else.
    result.catch(() => undefined)
    throw new SenseError(problems.hostPromise(host.signature.name), site)
  }
  return resultOf(host.signature, result, site)
}

/** Calls a `runAsync` and waits for its promise. */
export function* runLater(host: HostFunction, args: readonly Value[], site: SiteId, signal: AbortSignal): Steps {
  const given = hostArguments(host.signature, args, site)
  let result: unknown
  try {
    const promise = Promise.resolve(host.body.runAsync?.(given, { signal }))
    // A run that has ended waits for nothing any more, and then nobody else hears of a failure.
    promise.catch(() => undefined)
    result = yield* waitFor(promise)
  } catch (error) {
    throw failureOf(host.signature.name, error, site)
  }
  return resultOf(host.signature, result, site)
}

function hostArguments(
  signature: Signature,
  args: readonly Value[],
  site: SiteId,
): Readonly<Record<string, HostValue>> {
  checkArgumentTypes(signature, args, site)
  const entries = signature.parameters.map(({ name, type }, index) => {
    try {
      return [name, exact(hostValueOf(args[index] ?? null), type)] as const
    } catch (error) {
      throw unfit(error, (reason) => problems.argumentStays(signature.name, name, reason), site)
    }
  })
  return Object.fromEntries(entries)
}

/** `Int` is a number in JavaScript's types, so a larger one is refused and not rounded; `Any` takes it as a `bigint`. */
function exact(data: HostValue, type: ValueType | undefined): HostValue {
  if (typeof data === 'bigint' && type?.name !== 'Any') {
    throw new UnfitData('an Int beyond 2^53 is no number of JavaScript; a parameter of type Any takes it as a bigint')
  }
  return data
}

function resultOf(signature: Signature, result: unknown, site: SiteId): Value {
  let value: Value
  try {
    value = valueOfHost(result, signature.resultType)
  } catch (error) {
    throw unfit(error, (reason) => problems.resultStays(signature.name, reason), site)
  }
  return checkResult(signature, value, site)
}

function unfit(
  error: unknown,
  problemOf: (reason: string) => ReturnType<typeof problems.resultStays>,
  site: SiteId,
): unknown {
  return error instanceof UnfitData ? new SenseError(problemOf(error.message), site) : error
}

/** Errors of the program itself pass through, so that a function of the host may run a program. */
function failureOf(name: string, error: unknown, site: SiteId): unknown {
  if (error instanceof SenseError) return error
  return new SenseError(problems.hostFailed(name, thrownText(error)), site)
}

/** What code of the host threw, which may be anything: `RangeError: out of reach`. */
export function thrownText(thrown: unknown): string {
  const { name, text } = thrownFactsOf(thrown)
  return [name, text].filter((part) => part !== '').join(': ')
}
