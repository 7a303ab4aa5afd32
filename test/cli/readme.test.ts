/** README.md shows what really happens: each program in it is run, and the demo. */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { endOf, ProgramFolder, repository, runSense } from './sense-process.ts'

const readme = readFileSync(join(repository, 'README.md'), 'utf8')
const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

describe('README.md shows what the program prints', () => {
  // Groups: the program, and the next output, with text but no other program between them.
  const pattern = /^```sense\n(.*?)^```\n(?:(?!^```sense).)*?^```output\n(.*?)^```\n/gms
  const examples = [...readme.matchAll(pattern)].map(([, program = '', output = '']) => ({
    title: program.split('\n')[0] ?? '',
    program,
    output,
  }))

  it.each(examples)('$title', async ({ program, output }) => {
    programs.add('hello.sns', program)
    const { stdout, stderr } = await runSense(['run', 'hello.sns'], { folder: programs.path })
    expect(stdout + stderr).toBe(output)
  })
})

it('README.md shows what `npm run demo` prints', async () => {
  const [, shown] = /^```text demo\n(.*?)^```\n/ms.exec(readme) ?? []
  // Without the keys that whoever runs the tests may have.
  const { PATH, HOME } = process.env
  const demo = await endOf(spawn(process.execPath, [join(repository, 'scripts/demo.mjs')], { env: { PATH, HOME } }))
  expect(demo).toEqual({ stdout: shown, stderr: '', status: 0, signal: null })
})
