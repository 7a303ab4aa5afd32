/**
 * Reads that let all others go on once before they answer (spec 02 §6).
 *
 * Whoever asks whether something has happened yet mostly asks again and again; if the answer came at once, what it is
 * about could never happen.
 */

import type { SiteId } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import type { Run } from './run.ts'
import type { Steps, Suspension, Wait } from './suspension.ts'
import { Frame } from './suspension.ts'

/** What `read` gives when everything else that can go on has done so once; at once if nothing else can. */
export function readAfterOthers({ fibers }: Run, site: SiteId, read: () => Value): Value | Suspension {
  const wait = fibers.letOthersGoOn()
  return wait === undefined ? read() : new Frame(waitAndRead(wait, read), '', site)
}

function* waitAndRead(wait: Wait, read: () => Value): Steps {
  yield wait
  return read()
}
