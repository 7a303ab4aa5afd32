/** Sense's own modules: what `import sense NAME` finds. Nothing needs to be installed for them (spec 01 §8). */

import { jsonModule } from './json-module.ts'
import { recordsModule } from './records-module.ts'
import type { SenseModule } from './sense-module.ts'
import { textModule } from './text-module.ts'

export type { SenseModule } from './sense-module.ts'

const modules: ReadonlyMap<string, SenseModule> = new Map(
  [textModule, recordsModule, jsonModule].map((module) => [module.name, module]),
)

/** The names of all modules, in the order in which a message lists them. */
export const senseModuleNames: readonly string[] = [...modules.keys()]

/** The module, or undefined if there is none of that name. */
export function senseModule(name: string): SenseModule | undefined {
  return modules.get(name)
}
