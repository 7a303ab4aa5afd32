/** `sense new FOLDER`: a small project to begin with, which runs and has a test. */

import { isFree, makeFolder } from '../adapters/node/new-folder.ts'
import { pathModule } from '../adapters/node/builtin-modules.ts'
import { replaceFile } from '../adapters/node/replace-file.ts'
import { fileNotWritten } from '../compiler/diagnostics/catalogue/files.ts'
import type { CommandContext } from './command-context.ts'
import { printAndLeave, report } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import { projectFiles } from './project-files.ts'
import { usageText } from './report.ts'

export interface NewRequest {
  readonly kind: 'new'
  readonly folder: string
}

export function makeProject({ folder }: NewRequest, context: CommandContext): ExitStatus {
  if (!isFree(folder)) {
    const headline = `\`${folder}\` is there already and not empty`
    const problem = { headline, hint: 'name a folder that does not exist yet: it is made' }
    context.console.writeReport(usageText(problem, context.format))
    return exitStatus.usage
  }
  const failure = makeFolder(folder)
  if (failure !== undefined) return failed(folder, failure, context)
  for (const [name, text] of Object.entries(projectFiles)) {
    const path = pathModule.join(folder, name)
    const reason = replaceFile(path, text)
    if (reason !== undefined) return failed(path, reason, context)
  }
  const names = Object.keys(projectFiles).map((name) => `  ${pathModule.join(folder, name)}\n`)
  const next = `\nnext\n  cd ${folder}\n  sense run main.sns\n  sense test .\n`
  return printAndLeave(context, `made\n${names.join('')}${next}`, exitStatus.success)
}

function failed(path: string, reason: string, context: CommandContext): ExitStatus {
  report(context, [fileNotWritten(path, reason)])
  return exitStatus.failure
}
