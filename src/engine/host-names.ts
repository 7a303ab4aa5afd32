/** Names that a host program adds to the language, as the engine needs them. */

import type { BuiltinSignature } from '../language/builtins.ts'
import { builtinSignatures } from '../language/builtins.ts'
import type { BuiltinDefinition } from '../runtime/execution/builtin.ts'
import { BuiltinValue } from '../runtime/execution/builtin.ts'
import type { Run } from '../runtime/execution/run.ts'
import type { Scope } from '../runtime/execution/scope.ts'
import type { Value } from '../runtime/values/value.ts'

/** A name with a value that every file of the program can read. An assignment never updates it (spec 01 §4). */
export interface HostName {
  readonly name: string
  /** Whether a call of it may have to wait. */
  readonly suspends: boolean
  /** Its value in one run. `scope` is the parent of all modules' scopes. */
  readonly valueIn: (run: Run, scope: Scope) => Value
}

/** A builtin with what the compiler must know of it. */
export interface HostBuiltin {
  readonly definition: BuiltinDefinition
  readonly suspends: boolean
}

export function hostNameOf({ definition, suspends }: HostBuiltin): HostName {
  return { name: definition.name, suspends, valueIn: () => new BuiltinValue(definition) }
}

/** The builtins of the language and the host's names, as the compiler sees them. */
export function signaturesWith(hostNames: readonly Pick<HostName, 'name' | 'suspends'>[]): readonly BuiltinSignature[] {
  const additions = hostNames.map(({ name, suspends }) => ({ name, suspends, isAddition: true }))
  return [...builtinSignatures, ...additions]
}
