/**
 * The `sense` command. Importing this file runs it.
 *
 * It imports only what every command line needs; the engine and all else is loaded when a program is run.
 */

import { keepCompiledFiles } from '../adapters/node/compile-cache.ts'
import { NodeConsole } from '../adapters/node/console.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import { internalFault } from '../compiler/diagnostics/catalogue/execution.ts'
import { outputFailed } from '../compiler/diagnostics/catalogue/files.ts'
import { ConsoleClosed } from '../runtime/ports/console.ts'
import { parseCommandLine } from './arguments.ts'
import type { CommandLine } from './arguments.ts'
import { catchFaults, exitStatus, leave } from './exit.ts'
import type { ExitStatus } from './exit.ts'
import { helpText } from './help.ts'
import { chooseErrorFormat, reportText, usageText } from './report.ts'
import type { ErrorFormat } from './report.ts'

main(parseCommandLine(process.argv.slice(2)))

function main(commandLine: CommandLine): void {
  keepCompiledFiles()
  const { request } = commandLine
  const console = new NodeConsole({ isInputTaken: request.kind === 'run' && request.path === '-' })
  catchFaults((fault) => {
    console.writeReport(faultText(fault, commandLine))
    leave(exitStatus.failure)
  })
  void answer(commandLine, console).then(leave)
}

async function answer({ request, errorFormat }: CommandLine, console: NodeConsole): Promise<ExitStatus> {
  const format = chooseErrorFormat(errorFormat)
  if (typeof format !== 'string') {
    console.writeReport(usageText(format, 'terminal'))
    return exitStatus.usage
  }
  switch (request.kind) {
    case 'wrong':
      console.writeReport(usageText(request.problem, format))
      return exitStatus.usage
    case 'help':
      return print(console, helpText(request.topic), format)
    case 'version':
      return print(console, `sense ${packageVersion()}\n`, format)
    case 'doc': {
      const { documentation } = await import('./doc.ts')
      const found = documentation(request.name)
      if (found.kind === 'text') return print(console, found.text, format)
      console.writeReport(usageText(found.problem, format))
      return exitStatus.usage
    }
    case 'run': {
      const { run } = await import('./run.ts')
      return await run(request.path, {
        console,
        format,
        settings: request.settings,
        programArgs: request.programArgs,
      })
    }
  }
}

function print(console: NodeConsole, text: string, format: ErrorFormat): ExitStatus {
  try {
    console.write(text)
    console.flush()
    return exitStatus.success
  } catch (error) {
    if (!(error instanceof ConsoleClosed)) throw error
    if (console.outputFailure === undefined) return exitStatus.outputClosed
    console.writeReport(reportText([outputFailed(console.outputFailure)], format))
    return exitStatus.failure
  }
}

/** What is said of a JavaScript error that nothing caught: a fault of ours, told without its stack. */
function faultText(fault: unknown, { errorFormat }: CommandLine): string {
  const summary = fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault)
  const format = chooseErrorFormat(errorFormat)
  return reportText([internalFault(packageVersion(), summary)], typeof format === 'string' ? format : 'terminal')
}
