/**
 * The modules of Node that stores need, fetched when the first store is opened.
 *
 * A declaration in a plain function opens its store, so nothing can be awaited, and `import()` is out. A static import
 * would make every program pay for SQLite, which few use.
 */

export const fileSystem = () => process.getBuiltinModule('node:fs')

export const paths = () => process.getBuiltinModule('node:path')

/**
 * Node 22 warns on standard error that its SQLite is experimental. Loading the module runs no other code, so no other
 * warning can be lost meanwhile. Can go with Node 22.
 */
export function sqlite() {
  // Put back as it was found, not called.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const usual = process.emitWarning
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = usual
  }
}
