/**
 * Whether the MCP library is installed. `connect_mcp` asks for it (spec 02 §3).
 *
 * Over stdio it is not loaded: that would take longer than starting most servers (decision 0004).
 */

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
    throw new ToolServerFailure({ kind: 'library-missing', subject: LIBRARY, detail })
  }
}
