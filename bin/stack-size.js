/**
 * How large a stack V8 may be given.
 *
 * V8 believes what it is told: if the system grants less than that, a deep recursion ends in SIGSEGV and not in an error. So
 * where somebody has lowered the limit (`ulimit -s`), the program gets a smaller stack, and is started again for it, because
 * V8 listens only at its start.
 */

/** An import would take a recent Node some milliseconds of every start, for what else it exports; an old one has only that. */
const { readFileSync } = process.getBuiltinModule ? process.getBuiltinModule('node:fs') : await import('node:fs')

/** In KB. The usual 984 KB would end recursion in Sense programs four times earlier. The first line of `sense.js` has it too. */
export const stackSizeWanted = 3900

/** Of what the system grants, the part that V8 may use: the rest is for V8's own code, arguments and the environment. */
const usablePart = 0.6

/** The flag for V8's stack size: as large as is wanted, or as the system allows. */
export function stackSizeFlag() {
  return `--stack-size=${Math.min(stackSizeWanted, usableStack())}`
}

/** Whether this very process may be told to use a larger stack than it has. */
export function isStackTooLarge() {
  return usableStack() < stackSizeWanted
}

/** In KB; Infinity where the limit is not known, as outside of Linux. */
function usableStack() {
  try {
    const limit = /^Max stack size +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return limit === null ? Infinity : Math.floor((Number(limit[1]) / 1024) * usablePart)
  } catch {
    return Infinity
  }
}
