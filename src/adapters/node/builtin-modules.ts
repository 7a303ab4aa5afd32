/**
 * What every start needs of Node, fetched without `import`.
 *
 * An `import` of `node:fs` or `node:util` makes Node read all of their exports once, and reading some of them loads further
 * modules: streams, promises of files, encodings. That is 5 to 10 ms of a start that should take 40, and can go when Node
 * leaves such exports alone until they are used. Whatever is loaded later may import as usual.
 */

export const { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } = process.getBuiltinModule('node:fs')

export const pathModule = process.getBuiltinModule('node:path')

export const { parseArgs, styleText } = process.getBuiltinModule('node:util')

/** Whether the descriptor is a terminal. Node's module for terminals, which loads that for sockets, is asked last. */
export function isTerminal(descriptor: number): boolean {
  return isCharacterDevice(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor)
}

function isCharacterDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    return false
  }
}
