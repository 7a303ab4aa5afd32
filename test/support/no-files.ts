import type { FilesPort } from '../../src/runtime/ports/files.ts'

/** Files for tests that touch none: `unused` says so. */
export function noFiles(unused: () => never): FilesPort {
  return {
    read: unused,
    write: unused,
    append: unused,
    exists: unused,
    list: unused,
    remove: unused,
    makeFolder: unused,
    closeAll: () => undefined,
  }
}
