/**
 * Files that hold keys: in a folder that only the owner may look into, readable by the owner alone, and replaced as a whole.
 */

import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { homedir } from 'node:os'

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600
/** More than anything that is kept so. */
const TEXT_LENGTH_MAX = 1024 * 1024

/** The user's folder for settings of Sense, which need not exist. */
export function configFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CONFIG_HOME: xdg = '', APPDATA: appData = '' } = environment
  if (process.platform === 'win32' && appData !== '') return join(appData, 'sense')
  return join(xdg.startsWith('/') ? xdg : join(environment['HOME'] ?? homedir(), '.config'), 'sense')
}

/** A name for the file about `subject` that tells nothing of it but `label`, and holds no character that systems refuse. */
export function fileNameFor(label: string, subject: string): string {
  const digest = createHash('sha256').update(subject).digest('hex').slice(0, 16)
  return `${label.replace(/[^A-Za-z0-9.-]/g, '_').slice(0, 60)}-${digest}.json`
}

/** Undefined where there is none, or none that can be read. */
export function readPrivateFile(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    return text.length > TEXT_LENGTH_MAX ? undefined : text
  } catch {
    return undefined
  }
}

/** Replaces the file as a whole, and makes its folder. Throws what the system says. */
export function writePrivateFile(path: string, text: string): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  if (process.platform !== 'win32') chmodSync(folder, OWNER_ONLY_FOLDER)
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const descriptor = openSync(temporary, 'wx', OWNER_ONLY_FILE)
    try {
      let bytes: Uint8Array = Buffer.from(text, 'utf8')
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(descriptor, bytes))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Harmless where there is none. */
export function removePrivateFile(path: string): void {
  rmSync(path, { force: true })
}

/** A text that nobody can guess. */
export function unguessableText(): string {
  return randomBytes(32).toString('base64url')
}
