/** `sense new FOLDER`: a small project to begin with, which runs and has a test. */

import { pathModule } from '../adapters/node/builtin-modules.ts'
import type { FolderObstacle } from '../adapters/node/new-folder.ts'
import { prepareFolder } from '../adapters/node/new-folder.ts'
import { replaceFile } from '../adapters/node/replace-file.ts'
import { fileNotWritten, systemReason } from '../compiler/diagnostics/catalogue/files.ts'
import { visibleText } from '../compiler/diagnostics/visible-text.ts'
import type { UsageProblem } from './arguments.ts'
import type { CommandContext } from './command-context.ts'
import { isCurrentFolderThere, printAndLeave, report } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import { projectFiles } from './project-files.ts'
import { usageText } from './report.ts'

export interface NewRequest {
  readonly kind: 'new'
  readonly folder: string
}

export function makeProject({ folder }: NewRequest, context: CommandContext): ExitStatus {
  const obstacle = prepareFolder(folder)
  if (obstacle !== undefined) {
    context.console.writeReport(usageText(problemOf(folder, obstacle), context.format))
    return exitStatus.usage
  }
  for (const [name, text] of Object.entries(projectFiles)) {
    const path = pathModule.join(folder, name)
    const reason = replaceFile(path, text)
    if (reason !== undefined) {
      report(context, [fileNotWritten(path, reason)])
      return exitStatus.failure
    }
  }
  const names = Object.keys(projectFiles).map((name) => `  ${visibleText(pathModule.join(folder, name))}\n`)
  const next = `\nnext\n  cd ${shellWord(folder)}\n  sense run main.sns\n  sense test .\n`
  return printAndLeave(context, `made\n${names.join('')}${next}`, exitStatus.success)
}

function problemOf(folder: string, obstacle: FolderObstacle): UsageProblem {
  const made = 'name a folder that does not exist yet: it is made'
  if (obstacle.kind === 'not-empty') return { headline: `\`${folder}\` is there already and not empty`, hint: made }
  if (!pathModule.isAbsolute(folder) && !isCurrentFolderThere()) {
    const headline = `\`${folder}\` cannot be made: the folder that this command runs in no longer exists`
    return { headline, hint: 'go to a folder that is there: `cd ~`' }
  }
  const isDenied = obstacle.code === 'EACCES' || obstacle.code === 'EPERM' || obstacle.code === 'EROFS'
  const hint = isDenied ? 'name one in a folder that you may write to' : made
  return { headline: `the folder \`${folder}\` cannot be made: ${systemReason(obstacle.code)}`, hint }
}

/** For a person to copy into a shell. */
function shellWord(text: string): string {
  const word = visibleText(text)
  return /^[\w./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
