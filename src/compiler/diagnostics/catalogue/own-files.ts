/** Errors of the module `files`, and of the other own modules that reach outside (spec 01 §8). */

import { problemKind } from '../problem-kind.ts'
import { quotedExcerpt, visibleText } from '../visible-text.ts'
import { hintOf } from './execution.ts'
import { systemReason } from './files.ts'

/** Code points of a path that a message shows. */
const pathLengthMax = 200

/** `folder`: where a relative path starts, if that helps. */
export const pathMissing = problemKind(
  'SenseRuntimeError',
  'path-missing',
  (functionName: string, path: string, folder: string | undefined) => ({
    headline: isAboutFolder(functionName)
      ? `\`${functionName}\` finds no folder to put ${shown(path)} into`
      : `\`${functionName}\` finds nothing at ${shown(path)}`,
    ...hintOf(missingHint(functionName, path, folder)),
  }),
)

export const pathIsFolder = problemKind(
  'SenseRuntimeError',
  'path-is-folder',
  (functionName: string, path: string) => ({
    headline: `\`${functionName}\` needs a file, but ${shown(path)} is a folder`,
    hint: 'name a file in it; `files.list` gives the names',
  }),
)

export const pathNotFolder = problemKind(
  'SenseRuntimeError',
  'path-not-folder',
  (functionName: string, path: string) => ({
    headline: `\`${functionName}\` needs a folder where ${shown(path)} names a file`,
    detail: 'Every part of a path but the last one must be a folder.',
  }),
)

export const pathSpecial = problemKind('SenseRuntimeError', 'path-special', (functionName: string, path: string) => ({
  headline: `\`${functionName}\` needs a file, but ${shown(path)} is a device, a pipe or a socket`,
  detail: 'Only a file can be written as a whole or not at all.',
}))

export const folderNotEmpty = problemKind(
  'SenseRuntimeError',
  'folder-not-empty',
  (functionName: string, path: string) => ({
    headline: `\`${functionName}\` leaves the folder ${shown(path)}: it is not empty`,
    hint: 'remove what `files.list` finds in it first',
  }),
)

export const pathNotUtf8 = problemKind(
  'SenseRuntimeError',
  'path-not-utf8',
  (functionName: string, path: string, offset: number, line: number, isUtf16: boolean) => ({
    headline: `${shown(path)} is not UTF-8 text: byte ${offset}, in line ${line}, does not belong there`,
    hint: isUtf16
      ? 'the file looks like UTF-16; save it as UTF-8'
      : `\`${functionName}\` reads text only: save the file as UTF-8, or read other kinds of file through \`import python\` or \`import js\``,
  }),
)

export const pathTooLarge = problemKind(
  'SenseRuntimeError',
  'path-too-large',
  (functionName: string, path: string) => ({
    headline: `\`${functionName}\` cannot hold ${shown(path)}: its text is longer than a String can be`,
    detail: 'A String ends at 268,435,456 code units, which are as many letters of the English alphabet.',
  }),
)

/** `reason` is the system's code, such as `EACCES`. */
export const pathRefused = problemKind(
  'SenseRuntimeError',
  'path-refused',
  (functionName: string, path: string, reason: string) => ({
    headline: `\`${functionName}\` failed at ${shown(path)}: ${systemReason(reason)}`,
    ...hintOf(refusedHints.get(reason)),
  }),
)

const checkPermission = 'check who may use the file and the folder that it lies in'

const refusedHints: ReadonlyMap<string, string> = new Map([
  ['EACCES', checkPermission],
  ['EPERM', checkPermission],
  ['no writer', 'start the program that writes to it first, or let it write to a file'],
])

/** `index` counts code points from 0. */
export const halfSurrogate = problemKind(
  'SenseRuntimeError',
  'half-surrogate',
  (functionName: string, index: number) => ({
    headline: `\`${functionName}\` cannot write the code point at index ${index}: it is half of a surrogate pair`,
    detail:
      'A code point from U+D800 to U+DFFF means nothing alone, and UTF-8 has no bytes for it. Nothing was written.',
  }),
)

function missingHint(functionName: string, path: string, folder: string | undefined): string | undefined {
  if (path.startsWith('~'))
    return '`~` means nothing here: write `import sense program`, then `program.env("HOME") + "/..."`'
  const advice = isAboutFolder(functionName) ? 'make it with `files.make_folder`' : 'check the spelling'
  return folder === undefined ? advice : `${advice}; the path is taken from ${visibleText(folder)}`
}

/** What makes a file can only miss the folder. */
function isAboutFolder(functionName: string): boolean {
  return functionName === 'files.write' || functionName === 'files.append'
}

function shown(path: string): string {
  return quotedExcerpt(path, pathLengthMax)
}
