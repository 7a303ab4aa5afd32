/** The servers that are dependencies of this project, through the `sense` command; `npm run test:servers` tries more. */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../cli/sense-process.ts'
import { targets } from './targets.ts'
import { checkTargets, tryTarget } from './try-target.ts'

const dependency = join(repository, 'node_modules')
const installed = { dependency, npm: '', python: '', 'python with mcp<2': '' }

const chosen = targets.filter(({ origin }) => origin === 'dependency')

test.concurrent.each(chosen)('$name', async (target) => {
  expect(await tryTarget(target, installed)).toBeUndefined()
})

test('sense mcp check finds all of them in one file', async () => {
  expect(await checkTargets(chosen, installed)).toBeUndefined()
})
