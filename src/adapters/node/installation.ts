/** What of this machine a program of Sense may need: other programs, and packages beside ours. */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { readPackageFile } from './package-file.ts'

// A command that says its version takes a fraction of that.
const answerMaxMs = 10_000

/** The first line that `command --version` prints; undefined where it cannot be started or says nothing. */
export function versionOfCommand(command: string): string | undefined {
  const { stdout, status } = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: answerMaxMs })
  return status === 0 ? stdout.trim().split('\n')[0] : undefined
}

export interface OptionalPackage {
  readonly name: string
  /** Undefined if it is not installed. */
  readonly version: string | undefined
}

/** The packages that users install beside this one if they want what needs them. */
export function optionalPackages(): readonly OptionalPackage[] {
  const peers = fieldOf(readPackageFile('package.json') ?? '{}', 'peerDependencies')
  const names = typeof peers === 'object' && peers !== null ? Object.keys(peers) : []
  return names.map((name) => ({ name, version: installedVersion(name) }))
}

function installedVersion(name: string): string | undefined {
  try {
    const path = findPackageJSON(name, import.meta.url)
    const version = path === undefined ? undefined : fieldOf(readFileSync(path, 'utf8'), 'version')
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

function fieldOf(json: string, field: string): unknown {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined
}
