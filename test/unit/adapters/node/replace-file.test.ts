/** What `writeWhole` promises is shown in `files.test.ts`; here how a command hears of it. */

import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { replaceFile } from '../../../../src/adapters/node/replace-file.ts'

const root = mkdtempSync(join(tmpdir(), 'sense-replace-'))
afterAll(() => {
  rmSync(root, { recursive: true })
})
const at = (name: string): string => join(root, name)

it('keeps the mode of a file, and a link a link', () => {
  writeFileSync(at('f'), 'old')
  chmodSync(at('f'), 0o751)
  symlinkSync('f', at('link'))
  expect(replaceFile(at('link'), 'new')).toBeUndefined()
  expect(readFileSync(at('f'), 'utf8')).toBe('new')
  expect(statSync(at('f')).mode & 0o777).toBe(0o751)
})

it('makes the file that a dangling link leads to, and one with the longest name', () => {
  symlinkSync('made', at('dangling'))
  expect(replaceFile(at('dangling'), 'text')).toBeUndefined()
  expect(readFileSync(at('made'), 'utf8')).toBe('text')
  const longest = 'x'.repeat(255)
  expect(replaceFile(at(longest), 'text')).toBeUndefined()
  expect(readdirSync(root)).toContain(longest)
})

it.each([
  ['a device', '/dev/null', 'not a file'],
  ['a folder', root, 'EISDIR'],
  ['a missing folder', at('none/f'), 'ENOENT'],
  ['a circle of links', at('circle'), 'ELOOP'],
])('leaves %s alone and says why', (_what, path, reason) => {
  rmSync(at('circle'), { force: true })
  symlinkSync('circle', at('circle'))
  const before = readdirSync(root)
  expect(replaceFile(path, 'text')).toBe(reason)
  expect(readdirSync(root)).toEqual(before)
})
