/** `npm run soak -- NAME`: repeats something for a long time and looks whether anything is left or grows. */

import { soakMcp } from './mcp.ts'

const [name, ...args] = process.argv.slice(2)
if (name === 'mcp') process.exitCode = (await soakMcp(args)) ? 0 : 1
else {
  process.stderr.write('usage: npm run soak -- mcp [--cycles N] [--kills N]\n')
  process.exitCode = 2
}
