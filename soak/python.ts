/** `npm run soak -- python [KILLS [STARTS]]`: 200 hosts killed and 1,000 programs run, unless told otherwise; no Python may be left. */

import { runAndEnd, killHosts } from './python-trial.ts'

const [kills = '200', starts = '1000'] = process.argv.slice(2)

const killed = await killHosts(Number(kills))
console.log(`${killed.done} hosts killed with SIGKILL, ${killed.left} processes left after a second`)
const ended = await runAndEnd(Number(starts))
console.log(
  `${ended.done} programs run to their end, ${ended.wrong} ended in another way than they should, ${ended.left} processes left`,
)
if (killed.left + ended.left + ended.wrong > 0 || killed.done < Number(kills)) process.exitCode = 1
