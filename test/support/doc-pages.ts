/** The pages for users whose code blocks the tests run. Those of error codes and of `spec/` have tests of their own. */

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { MarkedBlock } from './marked-blocks.ts'
import { blocksIn } from './marked-blocks.ts'

export interface DocPage {
  /** Its path in the repository, such as `docs/guide/agents.md`. */
  readonly path: string
  readonly blocks: readonly MarkedBlock[]
}

const root = join(import.meta.dirname, '../..')
/** `api` is made of the docstrings of the library; `decisions` is for those who work on Sense. */
const foldersOfTheirOwn = ['errors', 'api', 'decisions']

export function docPages(): readonly DocPage[] {
  const files = readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true })
  const paths = files
    .filter((file) => file.isFile() && file.name.endsWith('.md'))
    .map((file) => relative(root, join(file.parentPath, file.name)))
    .filter((path) => !foldersOfTheirOwn.includes(path.split('/')[1] ?? ''))
  return ['README.md', ...paths.sort()].map((path) => ({
    path,
    blocks: blocksIn(readFileSync(join(root, path), 'utf8')),
  }))
}
