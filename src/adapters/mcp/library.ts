/**
 * Whether the MCP library is installed. `connect_mcp` asks for it (spec 02 §3).
 *
 * Over stdio it is not loaded: that would take longer than starting most servers (decision 0004).
 */

import { codeOfSystemError } from '../node/system-error.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'

const LIBRARY = '@modelcontextprotocol/client'

/** Throws when the library cannot be found. */
export type LibraryFinder = () => void

export const findMcpLibrary: LibraryFinder = () => {
  import.meta.resolve(LIBRARY)
}

/** Throws with kind `library-missing`. A later attempt looks again: the library may have been installed meanwhile. */
export function requireLibrary(findLibrary: LibraryFinder): void {
  try {
    findLibrary()
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    // It is there, but the system does not let it be read; Node gives no other code than this.
    if (codeOfSystemError(error) === 'ERR_INVALID_PACKAGE_CONFIG')
      throw new ToolServerFailure({
        kind: 'start-failed',
        subject: LIBRARY,
        detail: `the MCP library cannot be read: ${detail}`,
      })
    throw new ToolServerFailure({ kind: 'library-missing', subject: LIBRARY, detail })
  }
}
