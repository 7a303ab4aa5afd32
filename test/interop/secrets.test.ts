/** Keys of the environment, in whatever way a program comes by them: what leaves a run shows their names only. */

import { expect, it } from 'vitest'
import { runText } from '../../src/index.ts'

const key = 'ghp_0123456789abcdefABCDEF'
const environment = { PATH: process.env['PATH'], GITHUB_TOKEN: key, APP_MODE: 'a-mode-that-is-no-secret' }

const reading = {
  'an error of its own': 'import sense program\nassert(false, "no access with " + program.env("GITHUB_TOKEN"))\n',
  'an error of Python': 'import python "os" as os\nos.stat("/nonexistent/" + os.environ["GITHUB_TOKEN"])\n',
  'an error of JavaScript': `import js "node:assert" as a\na.fail("no access with ${key}")\n`,
  'a failed test': `test "access":\n  assert(false, "no access with ${key}")\n`,
  'an audit entry': `connect_mcp("${key}", "/nonexistent", [])\n`,
}

it.each(Object.entries(reading))('%s', async (_name, text) => {
  const { problems, auditLines, tests } = await runText(text, { environment, policy: { deny: ['mcp.connect'] } })
  // A place holds the program's own text, in which a key may be written.
  const shown = JSON.stringify([problems, auditLines, tests], (name, value: unknown) => (name === 'place' ? '' : value))
  expect(shown).toContain('[secret GITHUB_TOKEN]')
  expect(shown).not.toContain(key)
})

it('what a model is told is no exception', async () => {
  const text =
    'import sense program\nmodel m = inference("mock")\nprint(m.ask("use " + program.env("GITHUB_TOKEN")).value)\n'
  expect((await runText(text, { environment })).output).toBe('(mock reasoning about: use [secret GITHUB_TOKEN])\n')
})

it('what a program prints is its own, and stays as it is', async () => {
  const text = 'import sense program\nprint(program.env("GITHUB_TOKEN"), program.env("APP_MODE"))\n'
  expect((await runText(text, { environment })).output).toBe(`${key} a-mode-that-is-no-secret\n`)
})

it('what is no key is shown', async () => {
  const text = 'import sense program\nassert(false, program.env("APP_MODE"))\n'
  expect((await runText(text, { environment })).problems[0]?.headline).toBe('a-mode-that-is-no-secret')
})
