/**
 * What every start needs of Node, fetched without `import`.
 *
 * An `import` of `node:fs` or `node:util` makes Node read all of their exports once, and reading some of them loads further
 * modules: streams, promises of files, encodings. That is 5 to 10 ms of a start that should take 40, and can go when Node
 * leaves such exports alone until they are used. Whatever is loaded later may import as usual.
 */

export const { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync, writeSync } =
  process.getBuiltinModule('node:fs')

export const pathModule = process.getBuiltinModule('node:path')

export const { parseArgs, styleText } = process.getBuiltinModule('node:util')

/** Milliseconds since the process began. Node's `performance` loads much more than a clock. */
export function nowMs(): number {
  return process.uptime() * 1000
}

/**
 * Whether the descriptor is a terminal. Node's module for terminals, which loads that for sockets, is asked last: not for
 * files and pipes, and not for the device that throws everything away.
 */
export function isTerminal(descriptor: number): boolean {
  return isPossibleTerminal(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor)
}

function isPossibleTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return stats.isCharacterDevice() && stats.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev
  } catch {
    return false
  }
}
