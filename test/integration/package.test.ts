/** The package as users get it: packed, installed into an empty folder, used from TypeScript, JavaScript and the shell. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'sense-package-'))
const nodeFolder = dirname(process.execPath)

function runIn(directory: string, command: string, args: readonly string[]): string {
  const env = { ...process.env, PATH: `${nodeFolder}:${process.env['PATH'] ?? ''}` }
  return execFileSync(command, args, { cwd: directory, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

beforeAll(() => {
  // `dist/` is built by `npm ci`; packing must not build it again under the feet of other tests.
  const packed = runIn(root, 'npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]).trim()
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n')
  runIn(folder, 'npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', `./${packed}`])
}, 120_000)

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const program = `
import { defineTool, runText } from 'sense-lang'

const double = defineTool({ name: 'double', parameters: { n: 'Int' }, returns: 'Int', run: ({ n }) => n * 2 })
const result = await runText('print(double(21))', { provide: [double] })
console.log(result.ok, result.output.trim())
`

it('runs from plain JavaScript', () => {
  writeFileSync(join(folder, 'use.js'), program)
  expect(runIn(folder, process.execPath, ['use.js'])).toBe('true 42\n')
})

it('has types that a strict TypeScript program can rely on', () => {
  // The second definition must not compile: its `n` is a number.
  const wrong = program.split('\n')[3]?.replace('double', 'wrong').replace('n * 2', 'n.length') ?? ''
  writeFileSync(join(folder, 'use.ts'), `${program}\n// @ts-expect-error\n${wrong}\n`)
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom']
  expect(runIn(folder, process.execPath, [tsc, ...options, 'use.ts'])).toBe('')
}, 60_000)

it('brings the command', () => {
  writeFileSync(join(folder, 'hello.sns'), 'print("hello", 1 / 2)\n')
  expect(runIn(folder, 'npx', ['sense', 'run', 'hello.sns'])).toBe('hello 0.5\n')
})
