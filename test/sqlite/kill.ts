/** `node test/sqlite/kill.ts [ROUNDS [FOLDER]]`: the long form of the kill test, 200 rounds unless told otherwise. */

import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fastFolder, killWriters } from './kill-trial.ts'

const [rounds = '200', parent = fastFolder()] = process.argv.slice(2)
const folder = mkdtempSync(join(parent, 'sense-kill-'))
try {
  const report = await killWriters(join(folder, 'kill.db'), Number(rounds))
  const { acknowledged, lost, damaged, survived } = report
  console.log(`${rounds} kills, ${acknowledged} acknowledged, ${lost} lost, ${damaged} damaged, ${survived} survived`)
  if (lost + damaged + survived > 0 || acknowledged === 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
