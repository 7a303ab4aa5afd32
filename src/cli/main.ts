/** Runs the `sense` command from its sources. Importing this file runs it. */

import { senseCommand } from './sense-command.ts'

senseCommand(process.argv.slice(2))
