/** `import sense program`: what a program can ask of the command that runs it (spec 01 §8). */

import { ownModuleCapabilities } from '../../language/capabilities.ts'
import { ProgramExit } from '../execution/program-exit.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'
import { gatedFunction } from './gated-function.ts'
import { maybeIntArgument, stringArgument, wrongArgument, type ModuleCall } from './module-call.ts'
import { moduleOf } from './sense-module.ts'

/** The greatest status that every system hands on. */
const statusMax = 255

export const programModule = moduleOf('program', 'the words after `--`, the environment, and ending', [
  {
    name: 'args',
    usage: 'program.args',
    doc: 'An Array of the Strings that follow `--` in `sense run FILE -- ...`; empty without any.',
    valueIn: (run) => run.programArgs,
  },
  gatedFunction({
    name: 'env',
    parameters: ['name'],
    doc: 'The value of an environment variable, a String, or `nil` if it is not set.',
    capability: ownModuleCapabilities.readEnvironment,
    prepare: env,
  }),
  {
    name: 'exit',
    parameters: [],
    optional: ['status'],
    doc: 'Ends the program at once, with `status`, an Int from 0 to 255; 0 without it. What still runs is cancelled and what is open is closed; `attempt` does not catch it.',
    implementation: exit,
  },
])

function env(call: ModuleCall): () => Value {
  const name = stringArgument(call, 0)
  return () => call.context.run.environment.get(name) ?? null
}

function exit(call: ModuleCall): never {
  const status = maybeIntArgument(call, 0) ?? 0
  if (status < 0 || status > statusMax) throw wrongArgument(call, 0, `an Int from 0 to ${statusMax}`, shown(status))
  throw new ProgramExit(Number(status))
}

function shown(status: number | bigint): string {
  return typeof status === 'number' ? textForm(status) : `one far ${status < 0 ? 'below' : 'above'} that`
}
