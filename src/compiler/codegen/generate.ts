/** From an analysed file to the JavaScript that runs it. */

import type { BuiltinSignature } from '../../language/builtins.ts'
import type { ProgramAnalysis } from '../analysis/scope-info.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { GeneratedModule } from './generated-module.ts'
import { ModuleWriter, functionNameOf, runtimeScopeOf } from './module-writer.ts'
import { writeFunction } from './write-declaration.ts'
import { writeReader } from './write-reader.ts'
import { writeScope } from './write-statement.ts'

export interface GenerateInput {
  readonly file: SourceFile
  /** The key of the file in `programAnalysis`. */
  readonly path: string
  readonly programAnalysis: ProgramAnalysis
  /** The builtins of the language and those of a host program. */
  readonly builtins: readonly BuiltinSignature[]
  /** What earlier texts of the session have bound, for hints. */
  readonly earlierNames?: readonly string[]
  /** The number of the file's first site in the run. */
  readonly firstSite: number
}

export function generate({
  file,
  path,
  programAnalysis,
  builtins,
  earlierNames = [],
  firstSite,
}: GenerateInput): GeneratedModule {
  const analysis = programAnalysis.files.get(path)
  if (analysis === undefined) throw new Error('every file of the program was analysed')
  const { module, program } = analysis
  const builtinNames = [...earlierNames, ...builtins.map((builtin) => builtin.name)]
  const writer = new ModuleWriter({ file, analysis, programAnalysis, firstSite, builtinNames })
  const { suspends } = module.body
  const main = writeFunction(writer, { name: functionNameOf(module.body), suspends, parameters: [] }, (body) => {
    const statements = writeScope(body, module, program.statements)
    if (!programAnalysis.importedPaths.has(path)) return statements
    const names = [...module.bindings.keys()]
    return `$.exportNames(${writeReader(writer, module)}, ${JSON.stringify(names)});\n${statements}`
  })
  return {
    code:
      `(function ($) {\n'use strict';\nconst $m = $.sharedNames, $S = $.Suspension, $F = $.FunctionValue, $D = $.Float, ${runtimeScopeOf(module)} = $.moduleScope;\n` +
      `${writer.constantDeclarations()}return ${main};\n})`,
    suspends,
    spans: writer.spans,
    types: writer.types,
    declarations: writer.declarations,
    visibleNames: writer.visibleNames,
  }
}
