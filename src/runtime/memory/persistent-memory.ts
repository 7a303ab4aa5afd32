/**
 * A memory that outlives the run, in a store: a log of what was remembered and forgotten (spec 02 §7).
 *
 * Nothing is kept here. Each member asks the store, because other memories and other programs may write to the same file,
 * and what is remembered is durable when the call returns.
 */

import { keyNotString, keyNotText, versionNotInt } from '../../compiler/diagnostics/catalogue/memory.ts'
import { BuiltinValue } from '../execution/builtin.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext, MemberHolder } from '../execution/callable.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { State, Store } from '../ports/stores.ts'
import { noSite, SenseError } from '../values/sense-error.ts'
import type { SiteId } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import { isInt } from '../values/value.ts'
import type { Value } from '../values/value.ts'
import { historyLine } from './history-line.ts'
import { storedText, valueOfRow } from './stored-value.ts'
import { atStore } from './store-problem.ts'

export interface PersistentMemoryParts {
  readonly name: string
  /** As the program shows it. */
  readonly path: string
  readonly store: Store
  readonly clock: ClockPort
}

export class PersistentMemory implements MemberHolder {
  readonly typeName = 'Memory'
  readonly name: string
  readonly path: string
  readonly memberNames: readonly string[] = [
    ...['remember', 'recall', 'forget', 'keys', 'history', 'as_of', 'name', 'path'],
  ]
  readonly #store: Store
  readonly #methods: ReadonlyMap<string, BuiltinDefinition>

  constructor(parts: PersistentMemoryParts) {
    this.name = parts.name
    this.path = parts.path
    this.#store = parts.store
    this.#methods = new Map(methodsOf(parts).map((method) => [method.member, method.definition]))
  }

  textForm(): string {
    return `<memory ${this.name} (persistent, ${this.path})>`
  }

  /** What is remembered, in the order of `keys()`. */
  entries(site: SiteId = noSite): readonly (readonly [key: string, value: Value])[] {
    return atStore(site, () => this.#store.remembered()).map((row) => [row.key, valueOfRow(row, this.path, site)])
  }

  readMember(member: string): Value | undefined {
    if (member === 'name') return this.name
    if (member === 'path') return this.path
    const method = this.#methods.get(member)
    return method && new BuiltinValue(method)
  }
}

interface Method {
  readonly member: string
  readonly definition: BuiltinDefinition
}

/** What a method does: `methodName` is the one to name in errors, `key` is checked, `argument` is the one after it. */
type Step = (call: {
  readonly methodName: string
  readonly site: SiteId
  readonly key: string
  readonly argument: Value
}) => Value

function methodsOf({ name, path, store, clock }: PersistentMemoryParts): readonly Method[] {
  const valueIn = (row: State | undefined, site: SiteId): Value =>
    row === undefined ? null : valueOfRow(row, path, site)
  const timestamp = (): number => clock.now() / 1000
  return [
    methodOf(name, 'remember', 2, ({ methodName, site, key, argument }) => {
      const value = storedText(argument, methodName, site)
      atStore(site, () => store.append({ key, op: 'remember', value, timestamp: timestamp() }))
      return null
    }),
    methodOf(name, 'recall', 1, ({ site, key }) =>
      valueIn(
        atStore(site, () => store.latest(key)),
        site,
      ),
    ),
    methodOf(name, 'forget', 1, ({ site, key }) => {
      atStore(site, () => store.append({ key, op: 'forget', value: null, timestamp: timestamp() }))
      return null
    }),
    methodOf(name, 'keys', 0, ({ site }) => atStore(site, () => store.remembered()).map((row) => row.key)),
    methodOf(name, 'history', 1, ({ site, key }) =>
      atStore(site, () => store.history(key)).map((row) => historyLine(key, row, path, site)),
    ),
    methodOf(name, 'as_of', 2, ({ methodName, site, key, argument }) => {
      const version = checkedVersion(methodName, argument, site)
      return valueIn(
        atStore(site, () => store.asOf(key, version)),
        site,
      )
    }),
  ]
}

function methodOf(memoryName: string, member: string, argumentCount: number, step: Step): Method {
  const methodName = `${memoryName}.${member}`
  return {
    member,
    definition: {
      name: methodName,
      argumentsMin: argumentCount,
      argumentsMax: argumentCount,
      implementation: (context, [key = '', argument = null]) =>
        step({ methodName, site: context.site, key: checkedKey(methodName, key, context), argument }),
    },
  }
}

/** Half of a surrogate pair is no text that a file can hold: it would come back as another key. */
function checkedKey(methodName: string, key: Value, { site }: CallContext): string {
  if (typeof key !== 'string') throw new SenseError(keyNotString(methodName, describeValue(key)), site)
  if (!key.isWellFormed()) throw new SenseError(keyNotText(methodName), site)
  return key
}

function checkedVersion(methodName: string, version: Value, site: SiteId): bigint {
  if (isInt(version)) return BigInt(version)
  throw new SenseError(versionNotInt(methodName, describeValue(version)), site)
}
