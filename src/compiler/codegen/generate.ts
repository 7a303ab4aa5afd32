/** From a program without problems to the JavaScript that runs it. */

import type { BuiltinSignature } from '../../language/builtins.ts'
import { analyze } from '../analysis/analyze.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Program } from '../syntax/tree.ts'
import type { GeneratedModule } from './generated-module.ts'
import { ModuleWriter, functionNameOf, runtimeScopeOf } from './module-writer.ts'
import { writeFunction, writeScope } from './write-statement.ts'

/**
 * Compiles `program`. `firstSite` is the number of its first site in the run; `builtins` are those of the language and
 * those that a host program adds.
 */
export function generate(
  file: SourceFile,
  program: Program,
  builtins: readonly BuiltinSignature[],
  firstSite: number,
): GeneratedModule {
  const analysis = analyze(program, builtins)
  const { module } = analysis
  const builtinNames = builtins.map((builtin) => builtin.name)
  const writer = new ModuleWriter(file, analysis, firstSite, builtinNames)
  const main = writeFunction(writer, functionNameOf(module.body), module.body.suspends, [], (body) =>
    writeScope(body, module, program.statements),
  )
  return {
    code:
      `(function ($) {\n'use strict';\nconst $S = $.Suspension, ${runtimeScopeOf(module)} = $.moduleScope;\n` +
      `${writer.constantDeclarations()}return ${main};\n})`,
    suspends: module.body.suspends,
    spans: writer.spans,
    types: writer.types,
    declarations: writer.declarations,
    visibleNames: writer.visibleNames,
  }
}
