/** What the tests of Python share: an interpreter that starts quickly, a folder of modules, the command. */

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SourceRun, SourceRunOptions } from '../support/run-source.ts'
import { headOf, runSource } from '../support/run-source.ts'

/** The interpreter itself: `python3` may be a script that looks for it, at each start. */
export const pythonPath = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
}).trim()
process.env['SENSE_PYTHON'] = pythonPath

/** Runs a program that lies in a folder with these files; gives what it printed and its first error. */
export async function runBeside(files: Readonly<Record<string, string>>, text: string, options: SourceRunOptions = {}) {
  const run = await runInFolder(files, (folder) => runSource(text, { path: join(folder, 'main.sns'), ...options }))
  return shown(run)
}

export function shown(run: SourceRun): string {
  const [error] = run.diagnostics
  return error === undefined ? run.output : `${run.output}${headOf(error)}`
}

export async function runInFolder<Result>(
  files: Readonly<Record<string, string>>,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sense-interop-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface CommandRun {
  readonly output: string
  readonly errors: string
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
}

const command = join(import.meta.dirname, '../../dist/cli.js')

/** Runs the command in the folder; `onOutput` is told what it printed so far, and may stop it. */
export async function runCommand(
  folder: string,
  args: readonly string[],
  { input = '', environment = {}, onOutput }: CommandOptions = {},
): Promise<CommandRun> {
  const child = spawn(process.execPath, ['--stack-size=3900', command, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
  })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    onOutput?.(output, (signal) => child.kill(signal))
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return await new Promise((resolve) => {
    child.once('close', (status, signal) => {
      resolve({ output, errors, status, signal })
    })
  })
}

export interface CommandOptions {
  readonly input?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly onOutput?: (output: string, kill: (signal: NodeJS.Signals) => void) => void
}
