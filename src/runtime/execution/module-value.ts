/** A module as a value: what an import binds (spec 01 §7). */

import type { Value } from '../values/value.ts'
import type { MemberHolder } from './callable.ts'

/** How the bindings of a module are read: by name, `undefined` if it is not bound. */
export interface ModuleNames {
  read(name: string): Value | undefined
  /** All names that the module may bind, for errors. */
  readonly names: readonly string[]
}

export class ModuleValue implements MemberHolder {
  readonly typeName = 'Module'
  readonly name: string
  readonly #bindings: ModuleNames

  /** `name`: the file's name without its extension. */
  constructor(name: string, bindings: ModuleNames) {
    this.name = name
    this.#bindings = bindings
  }

  textForm(): string {
    return `<module ${this.name}>`
  }

  get memberNames(): readonly string[] {
    return this.#bindings.names
  }

  readMember(name: string): Value | undefined {
    return this.#bindings.read(name)
  }
}
