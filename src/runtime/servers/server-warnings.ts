/** What a server does that the user should know of, in the catalogue's words. */

import * as problems from '../../compiler/diagnostics/catalogue/servers.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import type { ChangedTools } from '../ports/activity.ts'
import type { ToolServerWarning } from '../ports/tool-servers.ts'
import { oneLine } from '../safety/one-line.ts'
import { quotedName } from '../tools/quoted-name.ts'
import { waitedFor } from '../tools/server-problems.ts'

/** The longest quote of a server's words in a warning. */
const detailLengthMax = 300

export function warningProblem(serverName: string, warning: ToolServerWarning): Problem {
  const server = quotedName(serverName)
  const subject = quotedName(warning.subject)
  const detail = oneLine(warning.detail, detailLengthMax)
  switch (warning.kind) {
    case 'bad-tool':
      return problems.mcpToolRepaired(server, subject === '' ? undefined : subject, detail)
    case 'duplicate-tool':
      return problems.mcpToolTwice(server, subject)
    case 'list-kept':
      return problems.mcpListKept(server, detail)
    case 'list-incomplete':
      return problems.mcpListIncomplete(server, listedBy(warning.subject), detail)
    case 'stdout-noise':
      return problems.mcpNoise(server, detail)
    case 'slow-start':
      return problems.mcpSlowStart(server, waitedFor(warning.detail))
    case 'suspect-text':
      return problems.mcpSuspectText(server, subject, detail)
    case 'not-locked':
      return problems.mcpServerUnlocked(server, subject)
  }
}

export function toolsChangedProblem(serverName: string, { added, removed, changed }: ChangedTools): Problem {
  const parts = [listText('new', added), listText('gone', removed), listText('other than before', changed)]
  return problems.mcpToolsChanged(quotedName(serverName), parts.filter((part) => part !== '').join('; '))
}

const namesShownMax = 10

function listText(what: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const shown = names.slice(0, namesShownMax).map((name) => `\`${quotedName(name)}\``)
  const more = names.length > namesShownMax ? ` and ${names.length - namesShownMax} more` : ''
  return `${what} ${shown.join(', ')}${more}`
}

/** `tools/list` lists tools. */
function listedBy(method: string): string {
  return method === 'resources/templates/list' ? 'templates of resources' : method.replace('/list', '')
}
