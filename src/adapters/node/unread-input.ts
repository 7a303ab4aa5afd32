/**
 * Whether a child ended without having read what was written to its input.
 *
 * When a process ends on Linux with bytes unread in the socket that is its input, reading the other end says ECONNRESET
 * instead of the plain end. Node destroys the child's input before it tells of the exit, so the question is asked in that
 * moment. Elsewhere, and where somebody else still holds the input, the answer is "not known".
 */

import { readSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { codeOfSystemError } from './system-error.ts'

/** Says true once `input` has been destroyed with bytes unread at its other end; false: read, not known, or still open. */
export function unreadInput(input: Writable): () => boolean {
  let isUnread = false
  const destroy = input.destroy.bind(input)
  input.destroy = (error) => {
    isUnread ||= endedUnread(input)
    return destroy(error)
  }
  return () => isUnread
}

function endedUnread(input: Writable): boolean {
  const descriptor = descriptorOf(input)
  if (descriptor === undefined) return false
  try {
    // Nothing ever comes back on an input, so this reads the end, or says why there is none.
    readSync(descriptor, Buffer.alloc(1))
    return false
  } catch (error) {
    return codeOfSystemError(error) === 'ECONNRESET'
  }
}

/** Node has no public name for it. Without it nothing is lost but the answer. */
function descriptorOf(input: Writable): number | undefined {
  const handle: unknown = '_handle' in input ? input._handle : undefined
  const hasDescriptor = typeof handle === 'object' && handle !== null && 'fd' in handle
  return hasDescriptor && typeof handle.fd === 'number' && handle.fd >= 0 ? handle.fd : undefined
}
