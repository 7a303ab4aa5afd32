/** Sense's own modules: what `import sense NAME` finds. Nothing needs to be installed for them (spec 01 §8). */

import { arraysModule } from './arrays-module.ts'
import { filesModule } from './files-module.ts'
import { jsonModule } from './json-module.ts'
import { mathModule } from './math-module.ts'
import { programModule } from './program-module.ts'
import { randomModule } from './random-module.ts'
import { recordsModule } from './records-module.ts'
import type { SenseModule } from './sense-module.ts'
import { textModule } from './text-module.ts'
import { timeModule } from './time-module.ts'

export type { SenseModule } from './sense-module.ts'

const modules: ReadonlyMap<string, SenseModule> = new Map(
  [
    textModule,
    arraysModule,
    recordsModule,
    jsonModule,
    mathModule,
    randomModule,
    timeModule,
    filesModule,
    programModule,
  ].map((module) => [module.name, module]),
)

/** The names of all modules, in the order in which a message lists them. */
export const senseModuleNames: readonly string[] = [...modules.keys()]

/** The module, or undefined if there is none of that name. */
export function senseModule(name: string): SenseModule | undefined {
  return modules.get(name)
}
