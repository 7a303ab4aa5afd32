/** Starts the `sense` command as a user's shell does, and tells how it ended. */

import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')
export const launcher = join(repository, 'bin/sense.js')

export interface SenseOptions {
  /** What comes from standard input; without it the input stays open and empty. */
  readonly input?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly folder?: string
  /** In a session of its own, which has no terminal. */
  readonly detached?: boolean
}

export interface SenseEnding {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
}

export function startSense(args: readonly string[], options: SenseOptions = {}): ChildProcessWithoutNullStreams {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--stack-size=3900', launcher, ...args], {
    cwd: options.folder ?? repository,
    env: { PATH, HOME, ...options.environment },
    detached: options.detached ?? false,
  })
  child.stdin.on('error', () => undefined)
  if (options.input !== undefined) child.stdin.end(options.input)
  return child
}

export function endOf(child: ChildProcessWithoutNullStreams): Promise<SenseEnding> {
  const texts = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  return new Promise((resolve) => {
    child.on('close', (status, signal) => {
      resolve({ ...texts, status, signal })
    })
  })
}

export function runSense(args: readonly string[], options: SenseOptions = {}): Promise<SenseEnding> {
  return endOf(startSense(args, options))
}

/** Runs a command line of the shell, in which `SENSE` stands for the command. */
export function runShell(command: string): Promise<SenseEnding> {
  const sense = `"${process.execPath}" --stack-size=3900 "${launcher}"`
  return endOf(spawn('/bin/sh', ['-c', command.replaceAll('SENSE', sense)], { cwd: repository }))
}

/** Resolves when `text` has appeared on standard output. */
export function untilPrinted(child: ChildProcessWithoutNullStreams, text: string): Promise<void> {
  let printed = ''
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk: Buffer | string) => {
      printed += String(chunk)
      if (printed.includes(text)) resolve()
    })
  })
}

/** A folder for one test file's programs. */
export class ProgramFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'sense-cli-'))

  /** Writes a file and gives its path. */
  add(name: string, text: string | Uint8Array): string {
    const path = join(this.path, name)
    writeFileSync(path, text)
    return path
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }
}
