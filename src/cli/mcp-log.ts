/** `--mcp-log FILE`: what is said on every connection to an MCP server, one JSON object a line. */

import { openLogFile } from '../adapters/node/log-file.ts'
import type { ServerTap } from '../adapters/mcp/tool-servers.ts'
import type { SecretsPort } from '../runtime/ports/secrets.ts'
import type { UsageProblem } from './arguments.ts'

export type McpLog =
  { readonly kind: 'open'; readonly tap: ServerTap } | { readonly kind: 'failed'; readonly problem: UsageProblem }

/** A longer message is cut: whoever reads a log reads no megabytes. */
const messageLengthMax = 1024 * 1024

export function openMcpLog(path: string, secrets: SecretsPort): McpLog {
  const file = openLogFile(path)
  if (file.kind === 'failed') return { kind: 'failed', problem: problemOf(path, file.code) }
  const tap: ServerTap = (server, direction, text) => {
    const clean = secrets.replacedIn(text)
    const head = { time: new Date().toISOString(), server, direction }
    file.write(JSON.stringify({ ...head, ...contentOf(clean) }))
  }
  return { kind: 'open', tap }
}

/** A message as JSON, or the beginning of a long one or of something that is none as text. */
function contentOf(text: string): object {
  if (text.length > messageLengthMax) return { text: text.slice(0, messageLengthMax), cutFrom: text.length }
  try {
    const message: unknown = JSON.parse(text)
    return { message }
  } catch {
    return { text }
  }
}

function problemOf(path: string, code: string): UsageProblem {
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'you may not write there',
    EISDIR: 'it is a folder',
    ENOENT: 'the folder is not there',
    ENOSPC: 'the disk is full',
    ENXIO: 'it is a pipe that nobody reads',
    EROFS: 'the disk can only be read',
  }
  const hint = 'name a file in a folder that you can write to: `--mcp-log mcp.log`'
  return { headline: `the log of \`--mcp-log\` cannot be written to \`${path}\`: ${reasons[code] ?? code}`, hint }
}
