/**
 * The files of one program: the main file and everything that it imports, directly or not.
 *
 * Paths of imports are literals, so all files are read and analysed before anything runs. A file that cannot be read or
 * parsed is no error yet: the import that needs it may never run.
 */

import { analyzeFile } from '../compiler/analysis/analyze.ts'
import type { FileAnalysis, ProgramAnalysis } from '../compiler/analysis/scope-info.ts'
import type { World } from '../compiler/analysis/scope-table.ts'
import { analyzeProgram } from '../compiler/analysis/suspensions.ts'
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import type { SourceFile } from '../compiler/source/source-file.ts'
import { sourceFileOf } from '../compiler/source/source-file.ts'
import { pathIn } from '../compiler/syntax/imported-path.ts'
import { parse } from '../compiler/syntax/parse.ts'
import type { FromImportStatement, ImportStatement, Program } from '../compiler/syntax/tree.ts'
import type { BuiltinSignature } from '../language/builtins.ts'
import type { SourceText, SourcesPort } from '../runtime/ports/sources.ts'

/** One file of the program, by what became of it. */
export type ProgramFile =
  /** `path` is undefined for text that is no file. */
  | { readonly kind: 'parsed'; readonly file: SourceFile; readonly path: string | undefined }
  | { readonly kind: 'syntax-errors'; readonly problems: readonly Diagnostic[] }
  | { readonly kind: 'unreadable'; readonly source: Exclude<SourceText, { kind: 'text' }> }

export interface ProgramFiles {
  readonly mainPath: string
  readonly files: ReadonlyMap<string, ProgramFile>
  readonly analysis: ProgramAnalysis
}

export interface MainFile {
  readonly file: SourceFile
  /** A tree without problems. */
  readonly program: Program
  /** The absolute path; undefined for text that is no file, whose imports are relative to the current folder. */
  readonly path: string | undefined
  /** Whether what it binds is read from outside the program. */
  readonly isServed?: boolean
}

/** Reads and analyses everything that `main` imports. */
export function gatherFiles(
  main: MainFile,
  sources: SourcesPort,
  builtins: readonly BuiltinSignature[],
  world: World = 'closed',
): ProgramFiles {
  const mainPath = main.path ?? main.file.name
  const files = new Map<string, ProgramFile>([[mainPath, { kind: 'parsed', file: main.file, path: main.path }]])
  const analyses = new Map<string, FileAnalysis>()
  const waiting: string[] = []
  const analyze = (program: Program, path: string | undefined, isMain: boolean): FileAnalysis =>
    analyzeFile({
      program,
      world: isMain && world === 'open' ? 'session' : world,
      builtins,
      pathOf(statement) {
        const imported = importedPath(statement, path, sources)
        if (imported !== undefined && !files.has(imported)) waiting.push(imported)
        return imported
      },
    })
  analyses.set(mainPath, analyze(main.program, main.path, true))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue
    const { state, program } = readFile(path, sources)
    files.set(path, state)
    if (program !== undefined) analyses.set(path, analyze(program, path, false))
  }
  return { mainPath, files, analysis: analyzeProgram(analyses, world, main.isServed === true ? mainPath : undefined) }
}

function readFile(path: string, sources: SourcesPort): { readonly state: ProgramFile; readonly program?: Program } {
  const source = sources.read(path)
  if (source.kind !== 'text') return { state: { kind: 'unreadable', source } }
  const file = sourceFileOf(sources.shownAs(path), source.text)
  const { program, problems } = parse(file)
  if (problems.length > 0) return { state: { kind: 'syntax-errors', problems } }
  return { state: { kind: 'parsed', file, path }, program }
}

/** The path of the file that an import means. */
function importedPath(
  { host, reference }: ImportStatement | FromImportStatement,
  importer: string | undefined,
  sources: SourcesPort,
): string | undefined {
  if (host !== undefined) return undefined
  return sources.resolve(pathIn(reference), importer)
}
