/** `sense memory-path`: where the persistent memories of a program would live, without running it. */

import { nodeEnvironment } from '../adapters/node/environment.ts'
import { pathModule } from '../adapters/node/builtin-modules.ts'
import type { MemoryDeclaration } from '../compiler/syntax/tree.ts'
import { visibleText } from '../compiler/diagnostics/visible-text.ts'
import { parse } from '../compiler/syntax/parse.ts'
import { walk } from '../compiler/syntax/walk.ts'
import type { MemoryPlace } from '../runtime/memory/memory-place.ts'
import { MEMORY_FOLDER_VARIABLE, memoryPlace } from '../runtime/memory/memory-place.ts'
import type { CommandContext } from './command-context.ts'
import { printAndLeave, report } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import { readProgram } from './program-text.ts'

export interface MemoryPathRequest {
  readonly kind: 'memory-path'
  readonly path: string | undefined
  readonly isJson: boolean
}

const rules: Readonly<Record<MemoryPlace['rule'], string>> = {
  explicit: 'explicit path',
  environment: `default -- via ${MEMORY_FOLDER_VARIABLE}`,
  'beside-file': 'default -- next to this file',
  'current-folder': 'default -- in the current folder',
}

export function memoryPath({ path, isJson }: MemoryPathRequest, context: CommandContext): ExitStatus {
  const memoryFolder = nodeEnvironment.get(MEMORY_FOLDER_VARIABLE)
  if (path === undefined) return printAndLeave(context, folderText(memoryFolder, isJson), exitStatus.success)
  const program = readProgram(context, path)
  if (program === undefined) return exitStatus.usage
  const { program: tree, problems } = parse(program.file)
  if (problems.length > 0) {
    report(context, problems)
    return exitStatus.failure
  }
  const memories: MemoryDeclaration[] = []
  walk(tree, (node) => {
    if (node.kind === 'memory-declaration' && node.isPersistent) memories.push(node)
    return true
  })
  const declaringFolder = program.path === undefined ? undefined : pathModule.dirname(program.path)
  const places = memories.map(({ name, text }) => ({
    name: name.text,
    ...memoryPlace(
      { name: name.text, writtenPath: text?.value ?? null, declaringFolder, memoryFolder },
      (folder, fileName) => pathModule.join(folder, fileName),
    ),
  }))
  if (isJson)
    return printAndLeave(context, places.map((place) => `${JSON.stringify(place)}\n`).join(''), exitStatus.success)
  const lines = places.map(({ name, path: place, rule }) => `${name}: ${visibleText(place)}  (${rules[rule]})\n`)
  const none = `${visibleText(program.file.name)} declares no 'persistent memory'.\n`
  return printAndLeave(context, lines.length === 0 ? none : lines.join(''), exitStatus.success)
}

function folderText(memoryFolder: string | undefined, isJson: boolean): string {
  const isSet = memoryFolder !== undefined && memoryFolder !== ''
  if (isJson) return `${JSON.stringify({ variable: MEMORY_FOLDER_VARIABLE, folder: isSet ? memoryFolder : null })}\n`
  return isSet
    ? `${MEMORY_FOLDER_VARIABLE} is set: memories without a path of their own live in ${visibleText(memoryFolder)}\n`
    : `${MEMORY_FOLDER_VARIABLE} is not set: memories without a path of their own live in .sense_memory next to their file\n`
}
