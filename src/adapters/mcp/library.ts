/** The MCP library: optional, and loaded when the first server is connected. */

import type { Client } from '@modelcontextprotocol/client'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'

/** The part of the library that is used. */
export interface McpLibrary {
  readonly Client: typeof Client
}

export type LibraryImporter = () => Promise<McpLibrary>

export const importMcpLibrary: LibraryImporter = () => import('@modelcontextprotocol/client')

/** Rejects with kind `library-missing`. A later attempt tries again: the library may have been installed meanwhile. */
export async function loadLibrary(importLibrary: LibraryImporter): Promise<McpLibrary> {
  try {
    return await importLibrary()
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new ToolServerFailure({ kind: 'library-missing', subject: '@modelcontextprotocol/client', detail })
  }
}
