/** The library that speaks the protocol to clients. It is optional, and loaded when the first program is served. */

import type * as Library from '@modelcontextprotocol/server'
import type * as Stdio from '@modelcontextprotocol/server/stdio'

export type ServerLibrary = typeof Library
export type StdioLibrary = typeof Stdio

export const SERVER_LIBRARY = '@modelcontextprotocol/server'

/** Whether it is there; a program that cannot be served need not run. `find` throws where it is not. */
export function hasServerLibrary(find = (): unknown => import.meta.resolve(SERVER_LIBRARY)): boolean {
  try {
    find()
    return true
  } catch {
    return false
  }
}

export async function loadServerLibrary(): Promise<ServerLibrary> {
  return await import('@modelcontextprotocol/server')
}

export async function loadStdioLibrary(): Promise<StdioLibrary> {
  return await import('@modelcontextprotocol/server/stdio')
}
