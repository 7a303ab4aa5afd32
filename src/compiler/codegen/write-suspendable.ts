/** What may suspend, as JavaScript. */

import type { SuspendingNode } from '../analysis/scope-info.ts'
import { maySuspend } from '../analysis/suspensions.ts'
import type { BodyWriter } from './body-writer.ts'

/** Whether a node may suspend, so that what it gives must be looked at. */
export function isAwaited({ module }: BodyWriter, node: SuspendingNode): boolean {
  const fact = module.analysis.callFacts.get(node)
  return fact !== undefined && maySuspend(fact, module.programAnalysis)
}

/**
 * A suspension goes to the driver, which hands back the value; nothing may use `$t` in between, and nothing does.
 * `write` is given the name of the operation that calls a value.
 */
export function writeSuspendable(
  body: BodyWriter,
  node: SuspendingNode,
  write: (callOperation: 'call' | 'callAtOnce') => string,
): string {
  if (!isAwaited(body, node)) return write('callAtOnce')
  return `(($t = ${write('call')}) instanceof $S ? yield $t : $t)`
}
