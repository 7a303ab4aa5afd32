/** `import sense time` (spec 01 §8). */

import { moduleOf } from './sense-module.ts'
import { iso, now, sleep } from './time-functions.ts'

export const timeModule = moduleOf('time', 'what time it is, and waiting', [
  {
    name: 'now',
    parameters: [],
    doc: 'The time as a Float: seconds since the start of 1970 in UTC, to the millisecond.',
    implementation: now,
  },
  {
    name: 'iso',
    parameters: [],
    optional: ['seconds'],
    doc: 'A time as the String `2026-11-30T21:54:00Z`, in UTC; with three digits of milliseconds if there are any. `seconds` is a number as from `time.now`; without it, it is the time now. Times outside the years 1 to 9999 are errors.',
    implementation: iso,
  },
  {
    name: 'sleep',
    parameters: ['seconds'],
    doc: 'Waits for `seconds`, a number of at least 0, and gives `nil`. Agents and async tools go on meanwhile.',
    implementation: sleep,
  },
])
