/** Errors of memories. */

import { problemKind } from '../problem-kind.ts'
import { quotedExcerpt } from '../visible-text.ts'

/** Code points of a path that a message shows: longer ones are rare, and their end says little without their beginning. */
const pathLengthMax = 200

export const keyNotString = problemKind(
  'SenseRuntimeError',
  'memory-key',
  (methodName: string, description: string) => ({
    headline: `\`${methodName}\` needs a String as its key, but got ${description}`,
    hint: 'turn it into a String with `str(...)`',
  }),
)

export const memoryFull = problemKind('SenseRuntimeError', 'memory-full', (name: string) => ({
  headline: `the memory \`${name}\` holds as many keys as a memory can`,
  hint: 'forget keys that are no longer needed',
}))

// Persistent memory: what it is given

export const keyNotText = problemKind('SenseRuntimeError', 'memory-key-not-text', (methodName: string) => ({
  headline: `\`${methodName}\` got a key that is no text: it has half of a character in it`,
  detail: 'A code point from U+D800 to U+DFFF means nothing alone, and a file cannot keep it.',
}))

export const versionNotInt = problemKind(
  'SenseRuntimeError',
  'memory-version',
  (methodName: string, description: string) => ({
    headline: `\`${methodName}\` needs an Int as its version, but got ${description}`,
    hint: 'the versions of a key are the numbers at the start of the lines of `history(key)`',
  }),
)

/** `reason` says what is wrong with it. */
export const valueNotStorable = problemKind(
  'SenseRuntimeError',
  'memory-value',
  (methodName: string, reason: string) => ({
    headline: `\`${methodName}\` cannot keep this value: ${reason}`,
    detail:
      'A persistent memory keeps Ints, finite Floats, Strings, Bools, nil, and Arrays and Records of these. ' +
      'Nothing was written.',
    hint: 'keep what it is made of instead, or its text: `str(...)`',
  }),
)

// Persistent memory: its file

export const memoryPathEmpty = problemKind('SenseRuntimeError', 'memory-path-empty', (name: string) => ({
  headline: `the persistent memory \`${name}\` has the empty path \`""\``,
  hint: `name a file, or leave the path out: \`persistent memory ${name}\``,
}))

export const storeNotDatabase = problemKind(
  'SenseRuntimeError',
  'memory-not-database',
  (path: string, reason: string) => ({
    headline: `${shown(path)} cannot hold a persistent memory: ${reason}`,
    hint: path.endsWith('.sns')
      ? 'the memory needs a file of its own, such as `notes.db`: a name that ends with `.sns` is that of a program'
      : 'name a file that does not exist yet, such as `notes.db`, or one that a persistent memory has made',
  }),
)

/** `systemCode` is what the system said, such as `EACCES`, or empty. */
export const storeNotWritable = problemKind(
  'SenseRuntimeError',
  'memory-not-writable',
  (path: string, systemCode: string) => ({
    headline: `the memory file ${shown(path)} cannot be written${writingReason(systemCode)}`,
    hint: 'check who may write the file and the folder that it lies in: SQLite makes files beside it',
  }),
)

export const storeDiskFull = problemKind('SenseRuntimeError', 'memory-disk-full', (path: string) => ({
  headline: `the memory file ${shown(path)} cannot grow: the disk is full`,
  detail: 'What was remembered before is safe; nothing was added.',
  hint: 'make room on the disk',
}))

export const storeLocked = problemKind('SenseRuntimeError', 'memory-locked', (path: string) => ({
  headline: `the memory file ${shown(path)} is locked by another program, and waiting did not help`,
  hint: 'end the program that keeps it open for writing',
}))

export const storeDamaged = problemKind('SenseRuntimeError', 'memory-damaged', (path: string, fault: string) => ({
  headline: `the memory file ${shown(path)} is damaged: ${fault}`,
  hint: 'restore the file from a copy, or move it away and begin a new one',
}))

export const storeClosed = problemKind('SenseRuntimeError', 'memory-closed', (path: string) => ({
  headline: `the memory file ${shown(path)} is closed: the run that opened it is over`,
}))

export const storeFailed = problemKind('SenseRuntimeError', 'memory-failed', (path: string, fault: string) => ({
  headline: `the memory file ${shown(path)} cannot be used: ${fault}`,
}))

function shown(path: string): string {
  return quotedExcerpt(path, pathLengthMax)
}

function writingReason(systemCode: string): string {
  if (systemCode === '') return ''
  return `: ${writingReasons.get(systemCode) ?? `the system says ${systemCode}`}`
}

/** What the codes of the system mean, for those that people meet. */
const writingReasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOENT', 'a folder on the way to it cannot be made'],
  ['EROFS', 'the file system is read-only'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EEXIST', 'a part of the path is a file, not a folder'],
  ['ELOOP', 'its symbolic links go round in a circle'],
  ['ENAMETOOLONG', 'the path is too long'],
  ['ENOSPC', 'no space is left'],
  ['ERR_INVALID_ARG_VALUE', 'a path cannot have a zero character in it'],
])
