/**
 * A memory that lasts as long as the run: names to values, which are kept as they are, not copied (spec 02 §7).
 */

import { keyNotString, memoryFull } from '../../compiler/diagnostics/catalogue/memory.ts'
import { BuiltinValue } from '../execution/builtin.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext, MemberHolder } from '../execution/callable.ts'
import { RECORD_ENTRIES_MAX } from '../values/limits.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'

export class SessionMemory implements MemberHolder {
  readonly typeName = 'Memory'
  readonly name: string
  /** The text after the name in the declaration; nil if there was none. */
  readonly kind: string | null
  readonly memberNames: readonly string[] = ['remember', 'recall', 'forget', 'keys', 'name', 'kind']
  /** A Map keeps a key's place when it is written again, and forgets the place with the key. */
  readonly #values = new Map<string, Value>()
  readonly #methods: ReadonlyMap<string, BuiltinDefinition>

  constructor(name: string, kind: string | null) {
    this.name = name
    this.kind = kind
    this.#methods = new Map(methodsOf(name, this.#values).map((method) => [method.member, method.definition]))
  }

  textForm(): string {
    return `<memory ${this.name} (${this.#values.size} entries)>`
  }

  /** What is remembered, in the order in which the keys were first remembered. */
  entries(): readonly (readonly [key: string, value: Value])[] {
    return [...this.#values]
  }

  readMember(member: string): Value | undefined {
    if (member === 'name') return this.name
    if (member === 'kind') return this.kind
    const method = this.#methods.get(member)
    return method && new BuiltinValue(method)
  }
}

interface Method {
  readonly member: string
  readonly definition: BuiltinDefinition
}

type Step = (key: string, value: Value, context: CallContext) => Value

function methodsOf(name: string, values: Map<string, Value>): readonly Method[] {
  const method = (member: string, argumentCount: number, run: Step): Method => ({
    member,
    definition: {
      name: `${name}.${member}`,
      argumentsMin: argumentCount,
      argumentsMax: argumentCount,
      implementation: (context, [key = '', value = null]) =>
        run(checkedKey(`${name}.${member}`, key, context), value, context),
    },
  })
  return [
    method('remember', 2, (key, value, context) => {
      if (values.size >= RECORD_ENTRIES_MAX && !values.has(key)) throw new SenseError(memoryFull(name), context.site)
      values.set(key, value)
      return null
    }),
    method('recall', 1, (key) => values.get(key) ?? null),
    method('forget', 1, (key) => {
      values.delete(key)
      return null
    }),
    method('keys', 0, () => [...values.keys()]),
  ]
}

function checkedKey(methodName: string, key: Value, context: CallContext): string {
  if (typeof key === 'string') return key
  throw new SenseError(keyNotString(methodName, describeValue(key)), context.site)
}
