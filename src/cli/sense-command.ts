/**
 * The `sense` command: from the words behind its name to its exit status.
 *
 * It imports only what every command line needs; the engine and all else is loaded when a program is run.
 */

import { NodeConsole } from '../adapters/node/console.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import { internalFault } from '../compiler/diagnostics/catalogue/execution.ts'
import { parseCommandLine } from './arguments.ts'
import type { CommandLine } from './arguments.ts'
import { printAndLeave } from './command-context.ts'
import { catchFaults, exitStatus, leave } from './exit.ts'
import type { ExitStatus } from './exit.ts'
import { helpText } from './help.ts'
import { chooseErrorFormat, reportText, usageText } from './report.ts'

/** Does what `args` ask for, and ends the process. */
export function senseCommand(args: readonly string[]): void {
  const commandLine = parseCommandLine(args)
  const { request } = commandLine
  const console = new NodeConsole({ isInputTaken: 'path' in request && request.path === '-' })
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
      return printAndLeave({ console, format }, helpText(request.topic), exitStatus.success)
    case 'version':
      return printAndLeave({ console, format }, `sense ${packageVersion()}\n`, exitStatus.success)
    case 'doc':
      return (await import('./doc.ts')).doc(request, { console, format })
    case 'run':
      return await (await import('./run.ts')).run(request, { console, format })
    case 'serve':
      return await (await import('./serve.ts')).serve(request, { console, format })
    case 'check':
      return (await import('./check.ts')).check(request, { console, format })
    case 'test':
      return await (await import('./test.ts')).test(request, { console, format })
    case 'repl':
      return await (await import('./repl.ts')).repl(request, { console, format })
    case 'explain':
      return (await import('./explain.ts')).explain(request, { console, format })
    case 'new':
      return (await import('./new.ts')).makeProject(request, { console, format })
    case 'memory-path':
      return (await import('./memory-path.ts')).memoryPath(request, { console, format })
    case 'doctor':
      return (await import('./doctor.ts')).doctor(request, { console, format })
    case 'mcp':
      return await (await import('./mcp.ts')).mcp(request, { console, format })
    case 'mcp-lock':
      return await (await import('./mcp-lock.ts')).mcpLock(request, { console, format })
    case 'completion':
      return (await import('./completion.ts')).completion(request, { console, format })
    case 'fmt':
      return (await import('./fmt.ts')).fmt(request, { console, format })
  }
}

/** What is said of a JavaScript error that nothing caught: a fault of ours, told without its stack. */
function faultText(fault: unknown, { errorFormat }: CommandLine): string {
  const summary = fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault)
  const format = chooseErrorFormat(errorFormat)
  return reportText([internalFault(packageVersion(), summary)], typeof format === 'string' ? format : 'terminal')
}
