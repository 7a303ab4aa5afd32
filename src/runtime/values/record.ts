/**
 * A Record of Sense: String keys to values in order of first insertion.
 *
 * It wraps a Map because a plain object gets `__proto__` and keys such as `1` wrong.
 */

import type { Value } from './value.ts'

export class SenseRecord {
  readonly entries: Map<string, Value>

  constructor(entries: Iterable<readonly [string, Value]> = []) {
    this.entries = new Map(entries)
  }
}
