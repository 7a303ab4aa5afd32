/** Finds the processes that a program has started, by a mark that they inherit. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The variable of the environment that holds the mark. */
export const markVariable = 'SENSE_TRIAL'

/**
 * Of the family, and of what it may have started since, what is still in the process table. Not zombies that the first
 * process of the system has inherited: when those go is its own business.
 */
export function left(mark: string, family: readonly string[]): readonly string[] {
  const found = new Set([...marked(mark), ...family.filter((number) => existsSync(`/proc/${number}`))])
  return [...found].filter((number) => !/\) (?:[ZX] 1 |$)/.test(contentOf(`/proc/${number}/stat`) || ') '))
}

/** Processes that have the mark as an argument or in their environment. The program itself has it only in its path. */
export function marked(mark: string): readonly string[] {
  return readdirSync('/proc').filter((number) => {
    if (!/^\d+$/.test(number)) return false
    const words = `${contentOf(`/proc/${number}/cmdline`)}\0${contentOf(`/proc/${number}/environ`)}`.split('\0')
    return words.includes(mark) || words.includes(`${markVariable}=${mark}`)
  })
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
