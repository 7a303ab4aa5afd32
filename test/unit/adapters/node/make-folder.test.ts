import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFolder } from '../../../../src/adapters/node/make-folder.ts'
import { codeOfSystemError } from '../../../../src/adapters/node/system-error.ts'

const root = mkdtempSync(join(tmpdir(), 'sense-folders-'))
afterAll(() => {
  rmSync(root, { recursive: true })
})
const at = (name: string): string => join(root, name)

function codeOf(action: () => void): string | undefined {
  try {
    action()
  } catch (error) {
    return codeOfSystemError(error)
  }
  return undefined
}

it('makes a folder and those around it, and leaves one that is there alone', () => {
  makeFolder(at('a/b/c'))
  writeFileSync(at('a/b/c/file'), '')
  makeFolder(at('a/b/c'))
  makeFolder(at('a/b/c/'))
  expect(existsSync(at('a/b/c/file'))).toBe(true)
})

it('goes through links', () => {
  makeFolder(at('real'))
  symlinkSync('real', at('link'))
  makeFolder(at('link/inner'))
  expect(statSync(at('real/inner')).isDirectory()).toBe(true)
})

it('tells what is in the way', () => {
  writeFileSync(at('f'), '')
  symlinkSync('nowhere', at('dangling'))
  symlinkSync('circle', at('circle'))
  expect(codeOf(() => makeFolder(at('f')))).toBe('EEXIST')
  expect(codeOf(() => makeFolder(at('f/x')))).toBe('EEXIST')
  expect(codeOf(() => makeFolder(at('dangling')))).toBe('EEXIST')
  expect(codeOf(() => makeFolder(at('circle/x')))).toBe('ELOOP')
  expect(codeOf(() => makeFolder(at('x'.repeat(300))))).toBe('ENAMETOOLONG')
})

// Node's own way goes on for ever here.
it.skipIf(!existsSync('/proc/self'))('ends where the system takes no folder though the one around it is there', () => {
  expect(codeOf(() => makeFolder('/proc/x'))).toBe('ENOENT')
  expect(codeOf(() => makeFolder('/proc/x/y'))).toBe('ENOENT')
})
