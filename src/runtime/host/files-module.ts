/** `import sense files`: text in files, whole or not at all (spec 01 §8). */

import { ownModuleCapabilities } from '../../language/capabilities.ts'
import { append, exists, list, makeFolder, read, remove, write } from './files-functions.ts'
import { gatedFunction } from './gated-function.ts'
import { moduleOf } from './sense-module.ts'

const { readFiles: reading, writeFiles: writing } = ownModuleCapabilities

export const filesModule = moduleOf('files', 'reading and writing files of text, by paths from the current folder', [
  gatedFunction({
    name: 'read',
    parameters: ['path'],
    doc: 'The whole text of a file in UTF-8, line ends and byte order mark included.',
    capability: reading,
    prepare: read,
  }),
  gatedFunction({
    name: 'write',
    parameters: ['path', 'text'],
    doc: 'Makes the file or replaces its text, and gives `nil`. Whoever reads it meanwhile gets the old text or the new one; if it fails, the file stays as it was. Its folder must be there.',
    capability: writing,
    prepare: write,
  }),
  gatedFunction({
    name: 'append',
    parameters: ['path', 'text'],
    doc: 'Adds the String `text` at the end of the file, or makes the file, and gives `nil`. If it fails, the file stays as it was.',
    capability: writing,
    prepare: append,
  }),
  gatedFunction({
    name: 'exists',
    parameters: ['path'],
    doc: 'Whether there is a file or a folder.',
    capability: reading,
    prepare: exists,
  }),
  gatedFunction({
    name: 'list',
    parameters: ['folder'],
    doc: 'An Array of the names of all that lies in a folder, sorted; `"."` is the current folder.',
    capability: reading,
    prepare: list,
  }),
  gatedFunction({
    name: 'remove',
    parameters: ['path'],
    doc: 'Removes a file, a link or an empty folder, and gives `nil`.',
    capability: writing,
    prepare: remove,
  }),
  gatedFunction({
    name: 'make_folder',
    parameters: ['path'],
    doc: 'Makes a folder and those above it that are missing, and gives `nil`. One that is there already is left as it is.',
    capability: writing,
    prepare: makeFolder,
  }),
])
