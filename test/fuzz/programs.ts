/**
 * Compares the compiler with the oracle on random programs: `node test/fuzz/programs.ts --programs 3000 --seed 1`.
 *
 * Each program must print the same, write the same audit log, and end in the same errors at the same lines. A program that
 * differs is shown as small as it can be made. `--features a,b` leaves out all other optional parts of the language;
 * without it, all are used that the product can run today. `--mutants` plants faults, one at a time, and tells which program
 * finds each. `--show N` prints program N. The last line counts the programs and the differences.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mutants, plant } from './mutants.ts'

/** A mutant must be found within so many programs. */
const mutantProgramsMax = 5_000

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    features: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    show: { type: 'string' },
    file: { type: 'string' },
  },
})

if (values.mutants) process.exitCode = runMutants() ? 0 : 1
else await runPrograms()

async function runPrograms(): Promise<void> {
  const mutant = mutants.find(({ name }) => name === values.mutant)
  // The product is loaded only now, so that the fault is in it.
  const planted = mutant === undefined ? undefined : plant(mutant)
  const { compareFile, comparePrograms, showProgram } = await import('./compare-programs.ts')
  if (planted?.isPlanted === false) throw new Error(`there is no place for the mutant "${mutant?.name}"`)
  const options = { seed: Number(values.seed), features: values.features?.split(',') }
  if (values.show !== undefined) await showProgram(Number(values.show), options)
  else if (values.file !== undefined) await compareFile(values.file)
  else await comparePrograms(Number(values.programs), { ...options, isFirstEnough: mutant !== undefined })
}

/** Each mutant has a process of its own, because a module is loaded once. Whether all were found. */
function runMutants(): boolean {
  const found = mutants.map(({ name }) => {
    const path = fileURLToPath(import.meta.url)
    const options = ['--mutant', name, '--programs', String(mutantProgramsMax), '--seed', values.seed]
    const features = values.features === undefined ? [] : ['--features', values.features]
    const { stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, path, ...options, ...features], {
      encoding: 'utf8',
    })
    const [, number] = /^first difference: program (\d+)$/m.exec(stdout) ?? []
    console.log(number === undefined ? `${name}: not found\n${stderr}` : `${name}: found by program ${number}`)
    return number !== undefined
  })
  return found.every((isFound) => isFound)
}
