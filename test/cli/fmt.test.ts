import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ProgramFolder, runSense } from './sense-process.ts'

const programs = new ProgramFolder()
const folder = join(programs.path, 'all')

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'inner'), { recursive: true })
})

afterAll(() => {
  programs.remove()
})

const ugly = 'x=1  # one\n'
const tidy = 'x = 1  # one\n'
const add = (name: string, text: string) => programs.add(`all/${name}`, text)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('sense fmt', () => {
  it('prints one file, and leaves it as it is', async () => {
    const path = add('a.sns', ugly)
    expect(await runSense(['fmt', path])).toEqual({ stdout: tidy, stderr: '', status: 0, signal: null })
    expect(read('a.sns')).toBe(ugly)
  })

  it('reads standard input', async () => {
    expect(await runSense(['fmt', '-'], { input: '\uFEFFif a: b' })).toMatchObject({
      stdout: 'if a:\n    b\n',
      status: 0,
    })
  })

  it('prints several files under their names, those of a folder sorted', async () => {
    add('b.sns', ugly)
    add('inner/a.sns', 'y=2\n')
    add('notes.txt', 'no program')
    expect(await runSense(['fmt', 'all'], { folder: programs.path })).toMatchObject({
      stdout: `# ----- all/b.sns -----\n${tidy}# ----- all/inner/a.sns -----\ny = 2\n`,
      status: 0,
    })
  })

  it('--write writes what changes, names it, and keeps the mode', async () => {
    const path = add('a.sns', ugly)
    add('b.sns', tidy)
    chmodSync(path, 0o640)
    const before = statSync(join(folder, 'b.sns')).mtimeMs
    expect(await runSense(['fmt', '-w', folder])).toMatchObject({ stdout: `${path}\n`, stderr: '', status: 0 })
    expect(read('a.sns')).toBe(tidy)
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(statSync(join(folder, 'b.sns')).mtimeMs).toBe(before)
    expect(await runSense(['fmt', '--write', folder])).toMatchObject({ stdout: '', status: 0 })
    expect(readdirSync(folder).sort()).toEqual(['a.sns', 'b.sns', 'inner'])
  })

  it('--write writes through a link', async () => {
    add('a.sns', ugly)
    symlinkSync(join(folder, 'a.sns'), join(folder, 'inner/link.sns'))
    await runSense(['fmt', '-w', join(folder, 'inner/link.sns')])
    expect(read('a.sns')).toBe(tidy)
    expect(statSync(join(folder, 'inner/link.sns')).isFile()).toBe(true)
  })

  it('--check names the files that would change, with status 1', async () => {
    const path = add('a.sns', ugly)
    add('b.sns', tidy)
    expect(await runSense(['fmt', '--check', folder])).toMatchObject({ stdout: `${path}\n`, stderr: '', status: 1 })
    expect(read('a.sns')).toBe(ugly)
    expect(await runSense(['fmt', '--check', join(folder, 'b.sns')])).toMatchObject({ stdout: '', status: 0 })
  })

  it('reports a file that does not parse, leaves it alone and does the others', async () => {
    add('a.sns', 'x = (\n')
    add('b.sns', ugly)
    const { stdout, stderr, status } = await runSense(['fmt', '-w', '--error-format', 'line', folder])
    expect(stdout).toBe(`${join(folder, 'b.sns')}\n`)
    expect(stderr).toMatch(/a\.sns:1:5: SenseSyntaxError\[unclosed-bracket\]/)
    expect(status).toBe(1)
    expect([read('a.sns'), read('b.sns')]).toEqual(['x = (\n', tidy])
  })

  it('says that a folder has no programs', async () => {
    expect(await runSense(['fmt', folder])).toMatchObject({
      stdout: `no .sns files found under ${folder}\n`,
      status: 0,
    })
  })

  it('reports a missing file with status 2, and does the others', async () => {
    add('b.sns', ugly)
    const { stdout, stderr, status } = await runSense(['fmt', join(folder, 'none.sns'), join(folder, 'b.sns')])
    expect(stderr).toContain('SenseImportError[file-missing]')
    expect({ stdout, status }).toEqual({ stdout: `# ----- ${join(folder, 'b.sns')} -----\n${tidy}`, status: 2 })
  })

  it('reports a file that cannot be written, which stays as it is', async () => {
    // Root may write anywhere, so only others see the report.
    const path = add('a.sns', ugly)
    chmodSync(folder, 0o500)
    const { stderr, status } = await runSense(['fmt', '-w', path])
    chmodSync(folder, 0o700)
    if (process.getuid?.() !== 0) {
      expect(stderr).toContain('SenseRuntimeError[file-not-written]')
      expect(status).toBe(1)
      expect(read('a.sns')).toBe(ugly)
    }
    expect(existsSync(path)).toBe(true)
  })

  it.each([
    [['fmt'], '`sense fmt` needs a file or a folder', 'name it as in `sense fmt shop.sns`'],
    [['fmt', '-w', '--check', 'a.sns'], '`--write` and `--check` exclude each other', 'use `--check` to see'],
    [['fmt', '-w', '-'], '`--write` cannot write to standard input', 'leave it out'],
    [['fmt', '--fix', 'a.sns'], '`sense fmt` has no option `--fix`', 'see `sense fmt --help`'],
  ])('refuses %j', async (args, headline, hint) => {
    const { stderr, status } = await runSense(args)
    expect(stderr).toContain(`sense: ${headline}\nhint: ${hint}`)
    expect(status).toBe(2)
  })
})
