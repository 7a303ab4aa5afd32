/** Reads the text of a program, and says precisely why where that is not possible. */

import { closeSync, fstatSync, openSync, pathModule, readdirSync, statSync } from './builtin-modules.ts'
import type { SourceText, SourcesPort } from '../../runtime/ports/sources.ts'
import { readBytes } from './read-bytes.ts'
import { shownCodeOf } from './system-error.ts'
import { utf8FaultOf } from './utf8.ts'

/** 64 MB: a thousand times the largest program known, and still compiled without exhausting memory. */
export const PROGRAM_BYTES_MAX = 64 * 1024 * 1024

/** The files of this machine, as imports see them. */
export const nodeSources: SourcesPort = {
  resolve: (reference, importer) =>
    pathModule.resolve(importer === undefined ? currentFolder() : pathModule.dirname(importer), reference),
  shownAs(path) {
    const shown = pathModule.relative(currentFolder(), path)
    return shown === '' || shown.startsWith('..') || pathModule.isAbsolute(shown) ? path : shown
  },
  read: readImportedFile,
}

/** Somebody may have removed the folder that we run in; what is relative to it is missing then. */
function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    return pathModule.resolve('/', '(a folder that no longer exists)')
  }
}

/** Reads what an import names. Opening a pipe would wait for a writer, where nobody could interrupt it. */
function readImportedFile(path: string): SourceText {
  try {
    const stats = statSync(path)
    if (!stats.isFile() && !stats.isDirectory()) return { kind: 'unreadable', reason: 'not a file' }
  } catch (error) {
    return outcomeOf(error, path)
  }
  return readProgramFile(path)
}

/** The path that a program of JavaScript means: one as a string, or the URL of a file; undefined for anything else. */
export function pathOf(file: unknown): string | undefined {
  if (typeof file === 'string') return file
  return file instanceof URL && file.protocol === 'file:'
    ? process.getBuiltinModule('node:url').fileURLToPath(file)
    : undefined
}

/** Reads the file at `path`, which is relative to the current folder. Anything that can be read to its end is a file. */
export function readProgramFile(path: string): SourceText {
  try {
    const descriptor = openSync(path, 'r')
    try {
      return fstatSync(descriptor).isDirectory() ? { kind: 'folder' } : readProgram(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    return outcomeOf(error, path)
  }
}

/** Reads standard input to its end. */
export function readProgramFromInput(): SourceText {
  try {
    return readProgram(0)
  } catch (error) {
    return outcomeOf(error)
  }
}

function readProgram(descriptor: number): SourceText {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536)
    // Standard input that was made non-blocking by somebody else is waited for too.
    const count = readBytes(descriptor, chunk)
    if (count === 0) break
    byteCount += count
    if (byteCount > PROGRAM_BYTES_MAX) return { kind: 'too-large', bytesMax: PROGRAM_BYTES_MAX }
    chunks.push(chunk.subarray(0, count))
  }
  return textOf(Buffer.concat(chunks))
}

function textOf(bytes: Uint8Array): SourceText {
  const fault = utf8FaultOf(bytes)
  if (fault !== undefined) return { kind: 'not-utf8', ...fault }
  return { kind: 'text', text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
}

/** `path`: of the file that it is about, if that has one. */
function outcomeOf(error: unknown, path?: string): SourceText {
  const code = shownCodeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return path === undefined ? { kind: 'missing' } : { kind: 'missing', names: namesIn(pathModule.dirname(path)) }
  }
  if (code === 'EISDIR') return { kind: 'folder' }
  return { kind: 'unreadable', reason: code }
}

/** Nothing for a folder that is not there or cannot be read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
