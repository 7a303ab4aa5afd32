/** From generated JavaScript to a frame that the driver can run. */

import { Script } from 'node:vm'
import { programTooDeep } from '../compiler/diagnostics/catalogue/execution.ts'
import type { GeneratedModule } from '../compiler/codegen/generated-module.ts'
import type { SourceFile } from '../compiler/source/source-file.ts'
import type { RuntimeApi } from '../runtime/api.ts'
import { createApi } from '../runtime/api.ts'
import { Scope } from '../runtime/execution/scope.ts'
import type { Steps } from '../runtime/execution/suspension.ts'
import { Frame } from '../runtime/execution/suspension.ts'
import { SenseError, noSite } from '../runtime/values/sense-error.ts'
import type { Value } from '../runtime/values/value.ts'
import type { LiveRun } from './live-run.ts'

/** What a generated script evaluates to: given the API, the function that runs the module's body. */
type Instantiate = (api: RuntimeApi) => MainFunction

/** A generator function if the module's body may suspend. */
type MainFunction = () => Value | Steps

/** Compiles one file with `compile`, which is given the number of its first site, and makes the frame of its body. */
export function loadModule(live: LiveRun, file: SourceFile, compile: (firstSite: number) => GeneratedModule): Frame {
  const { run, code, builtins, outermostScope } = live
  const generated = compiled(() => compile(run.sites.size))
  run.sites.add(file, generated.spans)
  const scriptName = `sense:${run.sites.size}`
  code.add(scriptName, generated.code)
  const instantiate = instantiateOf(compiled(() => new Script(generated.code, { filename: scriptName })))
  const main = instantiate(createApi(run, builtins, new Scope(outermostScope), generated))
  return new Frame(generated.suspends ? stepsOf(main) : stepsOfPlain(main), '', noSite)
}

/** Both our compiler and V8's recurse on what nests, so a deep program may be too much for a small stack. */
function compiled<Result>(compile: () => Result): Result {
  try {
    return compile()
  } catch (error) {
    if (error instanceof RangeError) throw new SenseError(programTooDeep(), noSite)
    throw error
  }
}

function* stepsOfPlain(main: MainFunction): Steps {
  return valueOf(main)
}

/** The compiler says which kind of function it wrote; these two rely on it. */
const stepsOf = (main: MainFunction): Steps => main() as Steps
const valueOf = (main: MainFunction): Value => main() as Value

/** The text is our own, so what it evaluates to is known. */
const instantiateOf = (script: Script): Instantiate => script.runInThisContext({ displayErrors: false }) as Instantiate
