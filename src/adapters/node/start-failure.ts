/**
 * Why a command could not be started, told precisely.
 *
 * The system says ENOENT for a missing command, a missing folder and a missing interpreter of a script alike, and EACCES
 * for a folder and a file without permission alike. Looking once more, after the failure, tells them apart.
 */

import { constants } from 'node:fs'
import { access, open, readdir, stat } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { causeOfSystemError, codeOfSystemError } from './system-error.ts'

export type ChildStartFailureKind = 'folder-missing' | 'command-not-found' | 'command-not-executable' | 'start-failed'

export class ChildStartFailure extends Error {
  override readonly name = 'ChildStartFailure'
  readonly kind: ChildStartFailureKind
  /** The folder or the command. */
  readonly subject: string
  readonly detail: string
  /** Of a command that was searched in the folders of PATH: the names of what lies there. */
  readonly names: readonly string[]

  constructor(kind: ChildStartFailureKind, subject: string, detail: string, names: readonly string[] = []) {
    super(`${kind}: ${subject}: ${detail}`)
    this.kind = kind
    this.subject = subject
    this.detail = detail
    this.names = names
  }
}

/** Rejects when `folder` is given and is no folder. */
export async function checkFolder(folder: string | undefined): Promise<void> {
  if (folder === undefined) return
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory() === true) return
  const detail = found === undefined ? 'there is no such folder' : 'it is not a folder'
  throw new ChildStartFailure('folder-missing', folder, detail)
}

interface Attempt {
  readonly command: string
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string | undefined
}

/** The failure of one attempt to start `command`, from the error that starting it gave. */
export async function startFailureOf(attempt: Attempt, error: unknown): Promise<ChildStartFailure> {
  const { command } = attempt
  const code = codeOfSystemError(error)
  if (code !== 'ENOENT' && code !== 'EACCES') {
    return new ChildStartFailure('start-failed', command, causeOfSystemError(error))
  }
  const candidates = candidatesFor(attempt)
  if (candidates === undefined)
    return new ChildStartFailure('folder-missing', '.', 'the current directory no longer exists')
  const found = await firstFound(candidates)
  if (found === undefined) {
    const isPath = command.includes('/')
    const detail = isPath ? 'there is no such file' : 'no folder of PATH has it'
    return new ChildStartFailure('command-not-found', command, detail, isPath ? [] : await namesIn(candidates))
  }
  return new ChildStartFailure('command-not-executable', command, await whyNotExecutable(found))
}

/**
 * What is odd about a command that was started and failed: the system hands a file that it cannot execute to the shell,
 * which takes whatever it is for a script. Undefined: nothing, or it cannot be told.
 */
export async function whyRunByShell(attempt: Attempt): Promise<string | undefined> {
  const found = await firstFound(candidatesFor(attempt) ?? [])
  if (found === undefined) return undefined
  const [head, own] = await Promise.all([headOf(found), headOf(process.execPath)])
  if (head === undefined || own === undefined || head.toString('latin1', 0, 2) === '#!') return undefined
  if (machineOf(head) === machineOf(own)) return undefined
  const isText = head.length > 0 && !head.includes(0)
  const what = isText ? 'the file does not begin with `#!`' : 'the file is no program for this machine'
  return `${what}, so it was run as a shell script`
}

const HEAD_BYTES = 64

async function headOf(path: string): Promise<Buffer | undefined> {
  const file = await open(path).catch(() => undefined)
  try {
    const read = await file?.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return read?.buffer.subarray(0, read.bytesRead)
  } catch {
    return undefined
  } finally {
    await file?.close()
  }
}

/** The format and the machine that a program is made for, as the first bytes of an ELF file tell it. */
function machineOf(head: Buffer): string {
  return head.toString('latin1', 0, 6) + head.toString('latin1', 18, 20)
}

/** Undefined when it depends on the current directory, and that has been removed. */
function candidatesFor(attempt: Attempt): readonly string[] | undefined {
  try {
    return candidatesIn(attempt)
  } catch {
    return undefined
  }
}

/** Where the system looked: a name with a slash is a path, any other is searched in the folders of the child's PATH. */
function candidatesIn(attempt: Attempt): readonly string[] {
  const base = attempt.folder ?? '.'
  if (attempt.command === '') return []
  if (isAbsolute(attempt.command) || attempt.command.includes('/')) return [resolve(base, attempt.command)]
  const folders = (attempt.environment['PATH'] ?? '/usr/bin:/bin').split(delimiter)
  return folders.map((folder) => join(resolve(base, folder), attempt.command))
}

async function firstFound(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    if ((await stat(path).catch(() => undefined)) !== undefined) return path
  }
  return undefined
}

/** The names of all files in the folders of `paths`. */
async function namesIn(paths: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(paths.map((path) => readdir(dirname(path)).catch(() => [])))
  return [...new Set(lists.flat())]
}

async function whyNotExecutable(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) return 'it is a folder'
  const isExecutable = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  return isExecutable ? 'its interpreter is missing' : 'it has no permission to be executed'
}
