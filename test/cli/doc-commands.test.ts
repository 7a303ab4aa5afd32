/**
 * Does what the pages for users tell a reader to do: each page gets a folder with the files that it shows, in which its
 * commands run, and its TypeScript and JavaScript, in the order of the page.
 */

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { DocPage } from '../support/doc-pages.ts'
import { docPages } from '../support/doc-pages.ts'
import type { MarkedBlock } from '../support/marked-blocks.ts'
import { isShownBy } from '../support/marked-blocks.ts'
import { endOf, repository } from './sense-process.ts'

const home = mkdtempSync(join(tmpdir(), 'sense-doc-commands-'))
const compiler = join(repository, 'node_modules/typescript/bin/tsc')

afterAll(() => {
  rmSync(home, { recursive: true })
})

const isRun = ({ language, mark }: MarkedBlock): boolean =>
  ['sh', 'ts', 'js'].includes(language) && mark !== 'shown' && !mark.includes('.')
const isScript = ({ language }: MarkedBlock): boolean => language === 'ts' || language === 'js'

describe.each(docPages().filter(({ blocks }) => blocks.some(isRun)))('$path', (page) => {
  it('prints what it shows', async () => {
    const folder = folderOf(page)
    for (const block of page.blocks) {
      if (block.mark.includes('.')) writeIn(folder, block.mark, block.text)
      if (!isRun(block)) continue
      const script = isScript(block) ? writeIn(folder, `block.${block.language}`, block.text) : undefined
      const { stdout, status } = await runIn(folder, script === undefined ? block.text : `node ${script}`)
      if (block.output === undefined) expect({ status, stdout, of: block.title }).toMatchObject({ status: 0 })
      else if (!isShownBy(block.output, stdout)) expect(stdout, block.title).toBe(block.output)
    }
  }, 120_000)
})

it('the pages show TypeScript that the compiler accepts', async () => {
  const folder = folderOf({ path: 'types', blocks: [] })
  const files = docPages().flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language, mark }) => language === 'ts' && !mark.endsWith('.json'))
      .map(({ text }, index) => writeIn(folder, `${path.replaceAll('/', '-')}-${index}.ts`, `${text}export {}\n`)),
  )
  const options = '--noEmit --strict --module nodenext --target es2024 --lib es2024,dom --types node'
  const { stdout } = await runIn(folder, `node ${compiler} ${options} ${files.join(' ')}`)
  expect(stdout).toBe('')
}, 120_000)

/** A folder as a reader has it: `sense` is on the PATH, and the packages are there that the pages say to install. */
function folderOf({ path }: Pick<DocPage, 'path' | 'blocks'>): string {
  const folder = join(home, path.replaceAll('/', '-'))
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "reader", "private": true, "type": "module" }\n')
  symlinkSync(repository, join(folder, 'node_modules/sense-lang'))
  for (const name of ['@modelcontextprotocol', '@types', '.bin']) {
    symlinkSync(join(repository, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return folder
}

function writeIn(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return name
}

function runIn(folder: string, command: string): ReturnType<typeof endOf> {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  const sense = `#!/bin/sh\nexec "${process.execPath}" "${join(repository, 'bin/sense.js')}" "$@"\n`
  writeFileSync(join(bin, 'sense'), sense, { mode: 0o755 })
  const { PATH = '' } = process.env
  const env = { HOME: home, PATH: `${bin}:${dirname(process.execPath)}:${PATH}`, LANG: 'C.UTF-8' }
  // Reports are shown where they come, between what the program prints.
  return endOf(spawn('/bin/sh', ['-c', `exec 2>&1\n${command}`], { cwd: folder, env, stdio: 'pipe' }))
}
