/**
 * A program that writes to a persistent memory as fast as it can: `writer.ts PATH PREFIX COUNT`.
 *
 * It prints `ready`, then each number as soon as `remember` has returned for it. The lines are written at once, so what
 * was printed was acknowledged, also if the process is killed right after.
 */

import { writeSync } from 'node:fs'
import { call, openMemories } from './memories.ts'

const [path = '', prefix = '', count = '0'] = process.argv.slice(2)
const { declare, stores } = openMemories()
const memory = declare(path)
writeSync(1, 'ready\n')
for (let number = 1; number <= Number(count); number += 1) {
  call(memory, 'remember', `${prefix}-${number}`, number)
  writeSync(1, `${number}\n`)
}
stores.closeAll()
