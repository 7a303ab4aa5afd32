/** `sense explain CODE`: prints the page of an error code. */

import { readPackageFile } from '../adapters/node/package-file.ts'
import { allCodes } from '../compiler/diagnostics/catalogue.ts'
import { nearNameHint } from '../compiler/diagnostics/catalogue/execution.ts'
import type { CommandContext } from './command-context.ts'
import { printAndLeave } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import { usageText } from './report.ts'

export interface ExplainRequest {
  readonly kind: 'explain'
  /** The code, or the beginning of a report with the code in brackets. */
  readonly words: string
}

export function explain({ words }: ExplainRequest, context: CommandContext): ExitStatus {
  const code = (/\[([a-z0-9-]+)\]/.exec(words)?.[1] ?? words).toLowerCase()
  const page = allCodes.includes(code) ? readPackageFile(`docs/errors/${code}.md`) : undefined
  if (page !== undefined) return printAndLeave(context, withoutFences(page), exitStatus.success)
  const containing = allCodes.filter((known) => code.length > 2 && known.includes(code)).slice(0, 5)
  const similar =
    containing.length > 0 ? `codes like it are ${containing.map((known) => `\`${known}\``).join(', ')}` : undefined
  const problem = {
    headline: `there is no error code \`${words}\``,
    hint: nearNameHint(code, allCodes) ?? similar ?? 'a code stands in brackets at the beginning of a report',
  }
  context.console.writeReport(usageText(problem, context.format))
  return exitStatus.usage
}

/** The page as a terminal shows it: the lines of its code blocks are indented, and the fences around them left out. */
function withoutFences(page: string): string {
  const shown: string[] = []
  let isCode = false
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    else shown.push(isCode && line !== '' ? `    ${line}` : line)
  }
  return shown.join('\n')
}
