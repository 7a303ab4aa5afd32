/** `npm run soak -- NAME`: runs one endurance test, or lists them. */

import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = import.meta.dirname
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename) && !file.endsWith('-trial.ts'))
  .map((file) => basename(file, '.ts'))
const [name, ...args] = process.argv.slice(2)

if (name === undefined || !names.includes(name)) {
  process.stderr.write(`usage: npm run soak -- NAME\n  NAME is one of: ${names.join(', ')}\n`)
  process.exitCode = 2
} else {
  const options = ['--expose-gc', '--stack-size=3900']
  const child = spawnSync(process.execPath, [...options, join(folder, `${name}.ts`), ...args], { stdio: 'inherit' })
  process.exitCode = child.status ?? 1
}
