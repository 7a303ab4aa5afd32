/** Problems with files of Sense text, and with the streams of the command line. */

import { problemKind } from '../problem-kind.ts'
import { nearNameHint } from './execution.ts'
import { visibleText } from '../visible-text.ts'

export interface MissingFileFacts {
  /** As it was written. */
  readonly path: string
  /** What the path was taken from. */
  readonly folder: string
  /** The names of what is where the file should be. */
  readonly names: readonly string[]
  /** The absolute path, where that says more. */
  readonly lookedFor?: string
  /** What an import may have meant instead, as an action. */
  readonly meant?: string
}

export const fileMissing = problemKind('SenseImportError', 'file-missing', (facts: MissingFileFacts) => ({
  headline: `there is no file \`${visibleText(facts.path)}\``,
  ...(facts.lookedFor === undefined ? {} : { detail: `It was looked for as \`${visibleText(facts.lookedFor)}\`.` }),
  hint: missingFileHint(facts),
}))

function missingFileHint({ path, folder, names, meant }: MissingFileFacts): string {
  if (path.includes('\ufffd')) return 'give the file a name that is UTF-8: others cannot be told to Node'
  if (meant !== undefined) return `${meant}; a file is looked for in ${visibleText(folder)}`
  const near = nearFileHint(path.slice(path.lastIndexOf('/') + 1), names)
  return near ?? `check the spelling; the path is taken from ${visibleText(folder)}`
}

/** Only files of Sense are meant; the end of a name is easily forgotten. */
function nearFileHint(name: string, names: readonly string[]): string | undefined {
  const programs = names.filter((each) => each.endsWith('.sns')).map(visibleText)
  return programs.includes(`${name}.sns`) ? `write \`${name}.sns\`` : nearNameHint(name, programs)
}

export const fileIsFolder = problemKind('SenseImportError', 'file-is-folder', (path: string) => ({
  headline: `\`${visibleText(path)}\` is a folder, not a file`,
  hint: 'name the `.sns` file inside it',
}))

export const fileUnreadable = problemKind('SenseImportError', 'file-unreadable', (path: string, reason: string) => ({
  headline: `\`${visibleText(path)}\` cannot be read: ${systemReason(reason)}`,
  hint: unreadableHints.get(reason) ?? 'check who may read the file and the folders that it lies in',
}))

const unreadableHints: ReadonlyMap<string, string> = new Map([
  ['ELOOP', 'correct the links, or name the file itself'],
  ['ENAMETOOLONG', 'check the spelling'],
  ['not a file', 'copy what it gives into a file'],
])

export const fileNotUtf8 = problemKind(
  'SenseImportError',
  'file-not-utf8',
  (path: string, offset: number, line: number, isUtf16: boolean) => ({
    headline: `\`${visibleText(path)}\` is not UTF-8 text: byte ${offset}, in line ${line}, does not belong there`,
    hint: isUtf16 ? 'the file looks like UTF-16; save it as UTF-8' : 'save the file as UTF-8 in your editor',
  }),
)

export const fileTooLarge = problemKind('SenseImportError', 'file-too-large', (path: string, bytesMax: number) => ({
  headline: `\`${visibleText(path)}\` is larger than the ${bytesMax / (1024 * 1024)} MB that a program may have`,
  hint: 'keep data in files of its own and let the program read them',
}))

export const fileNotWritten = problemKind('SenseRuntimeError', 'file-not-written', (path: string, reason: string) => ({
  headline: `\`${visibleText(path)}\` cannot be written: ${systemReason(reason)}`,
  hint:
    notWrittenHints.get(reason) ?? `check who may write to the file and to the folder that it lies in; ${stillThere}`,
}))

const stillThere = 'its old text is still there'

const notWrittenHints: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'make the folder first, or correct the path'],
  ['ENOTDIR', 'correct the path'],
  ['EISDIR', 'name a file in it'],
  ['not a file', 'name a file'],
  ['ENOSPC', `make room and try again; ${stillThere}`],
])

export const outputFailed = problemKind('SenseRuntimeError', 'output-failed', (reason: string) => ({
  headline: `the output cannot be written: ${systemReason(reason)}`,
  hint: 'check the file or device that standard output goes to',
}))

/** What a code of the system such as `EACCES` means, as a clause. */
export function systemReason(code: string): string {
  return systemReasons.get(code) ?? `the system says ${code}`
}

/** For those that people meet. */
const systemReasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such folder, or it takes nothing new'],
  ['ENOTDIR', 'a part of its path is a file and no folder'],
  ['EISDIR', 'it is a folder'],
  ['EEXIST', 'something else has its name'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ELOOP', 'its symbolic links go round in a circle'],
  ['ENAMETOOLONG', 'the path is too long'],
  ['EIO', 'the device failed'],
  ['ENOSPC', 'no space is left'],
  ['EDQUOT', 'the quota is used up'],
  ['EFBIG', 'the file has become too large'],
  ['EBADF', 'it is closed'],
  ['EROFS', 'the file system is read-only'],
  ['EBUSY', 'it is in use'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['ENXIO', 'what is behind it cannot be opened by a path'],
  ['EINVAL', 'the system does not take this path'],
  ['ERR_INVALID_ARG_VALUE', 'the path has a NUL character in it'],
  ['not a file', 'it is a pipe or a device'],
  ['no writer', 'it is a pipe, and no program writes to it'],
])
