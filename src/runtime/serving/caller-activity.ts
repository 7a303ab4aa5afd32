/** Tells the client of a call what its call begins: questions to models, calls of tools. */

import type { OutsideCall } from '../execution/outside-call.ts'
import type { ActivityPort } from '../ports/activity.ts'
import { oneLine } from '../safety/one-line.ts'

const nameLengthMax = 100

/** Passes all on to `watcher`. `current` gives the call that the running code works for. */
export function activityForCallers(
  watcher: ActivityPort | undefined,
  current: () => OutsideCall | undefined,
): ActivityPort {
  return {
    begin(activity) {
      current()?.tell(`${activity.kind} ${oneLine(activity.name, nameLengthMax)}`)
      return watcher?.begin(activity) ?? (() => undefined)
    },
    ...(watcher?.note === undefined ? {} : { note: (note) => watcher.note?.(note) }),
  }
}
