/** The library that speaks the protocol to clients. It is optional, and loaded when the first program is served. */

import type * as Library from '@modelcontextprotocol/server'
import type * as Stdio from '@modelcontextprotocol/server/stdio'
import { codeOfSystemError } from '../node/system-error.ts'

export type ServerLibrary = typeof Library
export type StdioLibrary = typeof Stdio

export const SERVER_LIBRARY = '@modelcontextprotocol/server'

/** The library is not installed, or cannot be read. */
export class ServerLibraryMissing extends Error {
  override readonly name = 'ServerLibraryMissing'
}

export async function loadServerLibrary(): Promise<ServerLibrary> {
  return await found(() => import('@modelcontextprotocol/server'))
}

export async function loadStdioLibrary(): Promise<StdioLibrary> {
  return await found(() => import('@modelcontextprotocol/server/stdio'))
}

async function found<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    const isAbsent = ['ERR_MODULE_NOT_FOUND', 'ERR_INVALID_PACKAGE_CONFIG'].includes(codeOfSystemError(error) ?? '')
    if (!isAbsent) throw error
    throw new ServerLibraryMissing(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}
