import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { nodeSources, PROGRAM_BYTES_MAX, readProgramFile } from '../../../../src/adapters/node/source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'sense-source-files-'))

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function fileOf(name: string, bytes: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

it('keeps line ends and the byte order mark', () => {
  const path = fileOf('text.sns', '\uFEFFprint("ä😀")\r\n')
  expect(readProgramFile(path)).toEqual({ kind: 'text', text: '\uFEFFprint("ä😀")\r\n' })
})

it('reads an empty file', () => {
  expect(readProgramFile(fileOf('empty.sns', ''))).toEqual({ kind: 'text', text: '' })
})

it('tells missing files, also below a file', () => {
  expect(readProgramFile(join(folder, 'none.sns'))).toMatchObject({ kind: 'missing' })
  expect(readProgramFile(join(fileOf('file', ''), 'none.sns'))).toEqual({ kind: 'missing', names: [] })
})

it('tells what lies where a missing file was looked for', () => {
  fileOf('near.sns', '')
  const found = readProgramFile(join(folder, 'naer.sns'))
  expect(found.kind === 'missing' && found.names).toContain('near.sns')
})

it('tells folders', () => {
  expect(readProgramFile(folder)).toEqual({ kind: 'folder' })
})

it('tells files that cannot be opened', () => {
  const path = join(folder, 'circle.sns')
  symlinkSync(path, path)
  expect(readProgramFile(path)).toEqual({ kind: 'unreadable', reason: 'ELOOP' })
})

it('tells where a file stops being UTF-8', () => {
  const path = fileOf('latin1.sns', Buffer.from('a = 1\nb = "caf\xe9"\n', 'latin1'))
  expect(readProgramFile(path)).toEqual({ kind: 'not-utf8', offset: 14, line: 2, isUtf16: false })
})

it('recognises UTF-16 by its byte order mark', () => {
  const path = fileOf('utf16.sns', Buffer.from('\uFEFFprint(1)\n', 'utf16le'))
  expect(readProgramFile(path)).toEqual({ kind: 'not-utf8', offset: 0, line: 1, isUtf16: true })
})

it('stops reading what is too large, even without an end', () => {
  expect(readProgramFile('/dev/zero')).toEqual({ kind: 'too-large', bytesMax: PROGRAM_BYTES_MAX })
})

it.skipIf(process.platform === 'win32')('does not wait for a writer where an import names a pipe', () => {
  const path = join(folder, 'pipe.sns')
  execFileSync('mkfifo', [path])
  expect(nodeSources.read(path)).toEqual({ kind: 'unreadable', reason: 'not a file' })
})

it('finds nothing where the current folder is gone, and says so', () => {
  const cwd = vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw new Error('ENOENT: process.cwd failed')
  })
  try {
    const path = nodeSources.resolve('./a.sns', undefined)
    expect(nodeSources.read(path)).toMatchObject({ kind: 'missing' })
    expect(nodeSources.shownAs(fileOf('whole.sns', ''))).toBe(join(folder, 'whole.sns'))
    expect(nodeSources.shownAs(path)).toBe('a.sns')
  } finally {
    cwd.mockRestore()
  }
})
