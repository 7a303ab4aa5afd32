/** Reads the programs that a command line names. */

import { isFolder, programsBelow } from '../adapters/node/program-folder.ts'
import { nodeSources, readProgramFile, readProgramFromInput } from '../adapters/node/source-files.ts'
import type { Problem } from '../compiler/diagnostics/diagnostic.ts'
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

/** What a path of a command line stands for: in a folder the programs for whose names `isWanted` holds, else itself. */
export function programPaths(path: string, isWanted?: (name: string) => boolean): readonly string[] {
  return path !== standardInput && isFolder(path) ? programsBelow(path, isWanted) : [path]
}

/** The program at `path`; reports what is wrong and gives undefined where it cannot be read. */
export function readProgram(context: CommandContext, path: string): ProgramText | undefined {
  const program = programAt(path)
  if ('file' in program) return program
  report(context, [program])
  return undefined
}

/** The program at `path`, or why it cannot be read. */
export function programAt(path: string): ProgramText | Problem {
  const isInput = path === standardInput
  const program = isInput ? readProgramFromInput() : readProgramFile(path)
  if (program.kind !== 'text') return sourceProblem(isInput ? 'standard input' : path, program, currentFolder())
  const file = sourceFileOf(isInput ? '<stdin>' : path, program.text)
  return { file, path: isInput ? undefined : nodeSources.resolve(path, undefined) }
}
