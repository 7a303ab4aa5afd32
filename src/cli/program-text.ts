/** Reads the programs that a command line names. */

import { nodeSources, readProgramFile, readProgramFromInput } from '../adapters/node/source-files.ts'
import type { SourceFile } from '../compiler/source/source-file.ts'
import { sourceFileOf } from '../compiler/source/source-file.ts'
import { sourceProblem } from '../engine/source-problem.ts'
import type { CommandContext } from './command-context.ts'
import { currentFolder, report } from './command-context.ts'

/** The path that stands for standard input. */
export const standardInput = '-'

export interface ProgramText {
  readonly file: SourceFile
  /** The absolute path; undefined for standard input. */
  readonly path: string | undefined
}

/** The program at `path`; reports what is wrong and gives undefined where it cannot be read. */
export function readProgram(context: CommandContext, path: string): ProgramText | undefined {
  const isInput = path === standardInput
  const program = isInput ? readProgramFromInput() : readProgramFile(path)
  if (program.kind !== 'text') {
    report(context, [sourceProblem(isInput ? 'standard input' : path, program, currentFolder())])
    return undefined
  }
  const file = sourceFileOf(isInput ? '<stdin>' : path, program.text)
  return { file, path: isInput ? undefined : nodeSources.resolve(path, undefined) }
}
