/**
 * Members that may suspend, by name.
 *
 * The compiler does not know what value stands before the dot, so a call of one of these names counts as a call that may
 * suspend, whatever the value turns out to be.
 */

/** `x.NAME(...)` may have to wait. */
export const membersThatSuspendWhenCalled: ReadonlySet<string> = new Set([
  'ask',
  'close',
  'commit',
  'prompt',
  'prompts',
  'read',
  'resources',
  'rollback',
  'sleep',
])

/** Reading `x.NAME` may have to wait: it lets others go on first, or asks a server whose tools have changed. */
export const membersThatSuspendWhenRead: ReadonlySet<string> = new Set(['done', 'status', 'tools'])
