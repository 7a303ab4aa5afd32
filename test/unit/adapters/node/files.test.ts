/** The files of this machine: what comes back is what was written, and each way to fail has its name. */

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createNodeFiles } from '../../../../src/adapters/node/files.ts'
import { FilesFailure } from '../../../../src/runtime/ports/files.ts'

const root = mkdtempSync(join(tmpdir(), 'sense-files-'))
const files = createNodeFiles()
let folder = root
let count = 0

beforeEach(() => {
  count += 1
  folder = join(root, String(count))
  mkdirSync(folder)
})

afterAll(() => {
  rmSync(root, { recursive: true })
})

const at = (name: string): string => join(folder, name)

function faultOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    if (error instanceof FilesFailure) return error.fault
    throw error
  }
  return 'none'
}

describe('what is written', () => {
  it.each([
    ['nothing', ''],
    ['every kind of code point', 'a\0\n\r\né😀\ufeff\u{10ffff}'],
    ['pairs where pieces end', `x${'😀'.repeat(2 ** 20 + 1)}`],
    ['three bytes a unit', '漢'.repeat(2 ** 20 + 7)],
  ])('comes back: %s', (_, text) => {
    files.write(at('f'), text)
    expect(files.read(at('f')) === text).toBe(true)
    expect(readFileSync(at('f'), 'utf8') === text).toBe(true)
    files.append(at('f'), text)
    expect(files.read(at('f')) === text + text).toBe(true)
    expect(readdirSync(folder)).toEqual(['f'])
  })

  it('takes the place of the file, and leaves other names of the old one alone', () => {
    writeFileSync(at('f'), 'old')
    linkSync(at('f'), at('other'))
    files.write(at('f'), 'new')
    expect(files.read(at('other'))).toBe('old')
  })

  it('goes through a chain of links, and not round in a circle', () => {
    symlinkSync('b', at('a'))
    symlinkSync('f', at('b'))
    files.write(at('a'), 'x')
    expect(files.read(at('f'))).toBe('x')
    symlinkSync('d', at('c'))
    symlinkSync('c', at('d'))
    expect(faultOf(() => files.write(at('c'), 'x'))).toEqual({ kind: 'refused', reason: 'ELOOP' })
    expect(faultOf(() => files.read(at('c')))).toEqual({ kind: 'refused', reason: 'ELOOP' })
  })
})

describe('a file that cannot be read', () => {
  it('tells the first byte that is no UTF-8', () => {
    const fault = (bytes: readonly number[]) => {
      writeFileSync(at('f'), Uint8Array.from(bytes))
      return faultOf(() => files.read(at('f')))
    }
    expect(fault([97, 10, 0xff])).toEqual({ kind: 'not-utf8', offset: 2, line: 2, isUtf16: false })
    expect(fault([0xff, 0xfe, 97, 0])).toEqual({ kind: 'not-utf8', offset: 0, line: 1, isUtf16: true })
    expect(fault([0xc3])).toEqual({ kind: 'not-utf8', offset: 0, line: 1, isUtf16: false })
    expect(fault([0xed, 0xa0, 0x80])).toMatchObject({ kind: 'not-utf8', offset: 0 })
    expect(fault([0xef, 0xbb, 0xbf, 97])).toBe('none')
    expect(files.read(at('f'))).toBe('\ufeffa')
  })

  it('is refused by its size before it is read', () => {
    writeFileSync(at('f'), '')
    truncateSync(at('f'), 3 * 2 ** 28 + 1)
    expect(faultOf(() => files.read(at('f')))).toEqual({ kind: 'too-large' })
  })

  it('is missing, a folder, or behind a file', () => {
    writeFileSync(at('f'), '')
    expect(faultOf(() => files.read(at('none')))).toEqual({ kind: 'missing', folder: undefined })
    expect(faultOf(() => files.read('surely-none'))).toEqual({ kind: 'missing', folder: process.cwd() })
    expect(faultOf(() => files.read(folder))).toEqual({ kind: 'folder' })
    expect(faultOf(() => files.read(at('f/below')))).toEqual({ kind: 'no-folder' })
  })
})

it('reads files of the system that say they are empty', () => {
  expect(files.read('/proc/self/status')).toContain('Pid:')
})

it.skipIf(process.platform === 'win32')('gives nothing for a pipe that nobody writes to', () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  expect(faultOf(() => files.read(path))).toEqual({ kind: 'refused', reason: 'no writer' })
})

it('writes no devices', () => {
  expect(faultOf(() => files.write('/dev/null', 'x'))).toEqual({ kind: 'special' })
  expect(faultOf(() => files.append('/dev/null', 'x'))).toEqual({ kind: 'special' })
})

it.skipIf(process.getuid?.() === 0)('replaces no file that may not be written (skipped for root)', () => {
  writeFileSync(at('f'), 'old')
  chmodSync(at('f'), 0o400)
  expect(faultOf(() => files.write(at('f'), 'new'))).toEqual({ kind: 'refused', reason: 'EACCES' })
  expect(readdirSync(folder)).toEqual(['f'])
})

it('removes links themselves, and only empty folders', () => {
  files.makeFolder(at('d/inner'))
  symlinkSync('d', at('link'))
  files.remove(at('link'))
  expect(faultOf(() => files.remove(at('d')))).toEqual({ kind: 'not-empty' })
  files.remove(at('d/inner'))
  files.remove(at('d'))
  expect(files.exists(at('d'))).toBe(false)
  expect(faultOf(() => files.remove(at('d')))).toMatchObject({ kind: 'missing' })
})

it('finds nothing behind a link that leads nowhere, and nothing where no name can be', () => {
  symlinkSync('none', at('link'))
  expect(files.exists(at('link'))).toBe(false)
  expect(files.exists(at('x'.repeat(1_000)))).toBe(false)
  expect(faultOf(() => files.read(at('x'.repeat(1_000))))).toEqual({ kind: 'refused', reason: 'ENAMETOOLONG' })
})

it('a thousand appends cost no thousand copies', () => {
  files.write(at('log'), 'x'.repeat(5_000_000))
  for (let line = 0; line < 1_000; line += 1) files.append(at('log'), `${line}\n`)
  expect(files.read(at('log')).endsWith('\n998\n999\n')).toBe(true)
})
