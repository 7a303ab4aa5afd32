/**
 * Reads the text of a file to its end, whatever kind of file it is.
 *
 * A file is opened so that no read of it can block: a pipe that nobody writes to would otherwise hold up the whole process,
 * and no Ctrl-C could end it. What is not there yet is asked for again until it comes.
 */

import { FilesFailure } from '../../runtime/ports/files.ts'
import { readBytes } from './read-bytes.ts'
import { utf8FaultOf } from './utf8.ts'

const fs = process.getBuiltinModule('node:fs')

/** Units of a text: as many as a String of Sense may have. */
const unitsMax = 2 ** 28

/** No text of that many units takes more bytes. */
const bytesMax = 3 * unitsMax

const chunkLength = 65_536

/** The text of the file; a byte order mark is part of it. Throws `FilesFailure` or what the system says. */
export function readWholeFile(path: string): string {
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  try {
    const found = fs.fstatSync(descriptor)
    if (found.isDirectory()) throw new FilesFailure({ kind: 'folder' })
    if (found.isFile() && found.size > bytesMax) throw new FilesFailure({ kind: 'too-large' })
    const bytes = bytesOf(descriptor, found.isFile() ? found.size : 0)
    if (bytes.length === 0 && found.isFIFO() && !isStreamOfProcess(path)) {
      throw new FilesFailure({ kind: 'refused', reason: 'no writer' })
    }
    return textOf(bytes)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Such as `/dev/stdin`: a pipe that ends because all has been read, and not because nobody has opened it yet. */
function isStreamOfProcess(path: string): boolean {
  return /^\/(?:dev\/(?:stdin|fd\/)|proc\/)/.test(path)
}

/** `expectedLength` may be wrong: files of the system say 0, and others grow. */
function bytesOf(descriptor: number, expectedLength: number): Buffer {
  const chunks: Buffer[] = []
  let length = 0
  for (let isFirst = true; ; isFirst = false) {
    const chunk = Buffer.allocUnsafe(isFirst ? Math.max(expectedLength + 1, chunkLength) : chunkLength)
    const count = readBytes(descriptor, chunk)
    if (count === 0) return Buffer.concat(chunks, length)
    length += count
    if (length > bytesMax) throw new FilesFailure({ kind: 'too-large' })
    chunks.push(chunk.subarray(0, count))
  }
}

function textOf(bytes: Buffer): string {
  const fault = utf8FaultOf(bytes)
  if (fault !== undefined) throw new FilesFailure({ kind: 'not-utf8', ...fault })
  if (bytes.length > unitsMax && unitCountOf(bytes) > unitsMax) throw new FilesFailure({ kind: 'too-large' })
  return bytes.toString('utf8')
}

/** One unit for each sequence, and one more for a sequence of four bytes. */
function unitCountOf(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count += byte >= 0xf0 ? 2 : 1
  return count
}
