/** What can be said of a program without running it: all syntax errors, else all warnings. */

import { capabilitiesOf } from '../compiler/checks/warn-capabilities.ts'
import { warningsOf } from '../compiler/checks/check-file.ts'
import { hostNamesIn } from '../compiler/checks/host-names.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { withFix } from '../compiler/checks/syntax-fixes.ts'
import type { SourceFile } from '../compiler/source/source-file.ts'
import { parse } from '../compiler/syntax/parse.ts'
import type { SourcesPort } from '../runtime/ports/sources.ts'
import { signaturesWith } from './host-names.ts'
import { gatherFiles } from './program-files.ts'

/**
 * The problems of one file in order of place. What it imports is read too, because a capability may be required in one file
 * and decided in another; problems in imported files are not among them.
 */
export function checkProgram(file: SourceFile, path: string | undefined, sources: SourcesPort): readonly Diagnostic[] {
  const { program, problems } = parse(file)
  if (problems.length > 0) return problems.map(withFix)
  const signatures = signaturesWith(hostNamesIn(file.text).map((name) => ({ name, suspends: true })))
  const { mainPath, analysis } = gatherFiles({ file, program, path }, sources, signatures)
  const own = analysis.files.get(mainPath)
  if (own === undefined) throw new Error('the main file was analysed')
  const uses = [...analysis.files.values()].map((each) => capabilitiesOf(each.program))
  return warningsOf({
    file,
    analysis: own,
    builtinNames: signatures.map(({ name }) => name),
    wantedNames: analysis.importedPaths.has(mainPath) ? analysis.memberNames : new Set(),
    capabilities: {
      required: new Set(uses.flatMap(({ required }) => [...required])),
      connections: new Set(uses.flatMap(({ connections }) => [...connections])),
      decided: new Set(uses.flatMap(({ decided }) => [...decided])),
    },
  })
}
