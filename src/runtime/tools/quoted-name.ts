/** Names that a server or a model chose, made fit for a report. */

import { oneLine } from '../safety/one-line.ts'

/** The longest name that a report shows whole. */
const nameLengthMax = 100

/** The name on one line, shortened, and without the backticks that a report puts around it. */
export function quotedName(name: string): string {
  return oneLine(name, nameLengthMax).replaceAll('`', "'")
}
