/** `sense doc`: explains the modules of Sense, from the tables that also make their functions. */

import { nearNameHint, listOfNames } from '../compiler/diagnostics/catalogue/execution.ts'
import { quotedExcerpt } from '../compiler/diagnostics/visible-text.ts'
import { wrapText } from '../compiler/diagnostics/wrap-text.ts'
import type { ModuleMember, SenseModule } from '../runtime/host/sense-module.ts'
import { senseModule, senseModuleNames } from '../runtime/host/sense-modules.ts'
import type { UsageProblem } from './arguments.ts'
import { printAndLeave } from './command-context.ts'
import type { CommandContext } from './command-context.ts'
import { exitStatus } from './exit.ts'
import type { ExitStatus } from './exit.ts'
import { usageText } from './report.ts'

export interface DocRequest {
  readonly kind: 'doc'
  /** A module or one of its members; undefined for the list of modules. */
  readonly name: string | undefined
}

export function doc({ name }: DocRequest, context: CommandContext): ExitStatus {
  const found = documentation(name)
  if (found.kind === 'text') return printAndLeave(context, found.text, exitStatus.success)
  context.console.writeReport(usageText(found.problem, context.format))
  return exitStatus.usage
}

export type Documentation =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'unknown'; readonly problem: UsageProblem }

/** Code points of a name that a message shows. */
const nameLengthMax = 40

/** What there is to say of `text` or `text.split`; without a name, the list of modules. */
export function documentation(name: string | undefined): Documentation {
  if (name === undefined) return textOf(listOfModules())
  const [moduleName = '', memberName] = splitAtDot(name)
  const module = senseModule(moduleName)
  if (module === undefined) return unknown(`Sense has no module ${shown(moduleName)} of its own`, moduleName)
  if (memberName === undefined) return textOf(linesOfModule(module))
  const member = module.members.get(memberName)
  if (member !== undefined) return textOf(linesOfMember(member))
  const names = [...module.members.keys()]
  const hint = nearNameHint(memberName, names) ?? `its members are ${listOfNames(names)}`
  return { kind: 'unknown', problem: { headline: `the module \`${moduleName}\` has no ${shown(memberName)}`, hint } }
}

function listOfModules(): readonly string[] {
  const width = Math.max(...senseModuleNames.map((name) => name.length))
  const lines = senseModuleNames.map((name) => `  ${name.padEnd(width)}   ${senseModule(name)?.doc ?? ''}`)
  return [
    'the modules of Sense, each for `import sense NAME`',
    '',
    ...lines,
    '',
    '`sense doc NAME` explains the members of one.',
  ]
}

function linesOfModule({ name, doc, members }: SenseModule): readonly string[] {
  const head = [`${name}: ${doc}`, '', `    import sense ${name}`]
  return [...head, ...[...members.values()].flatMap((member) => ['', ...linesOfMember(member)])]
}

function linesOfMember({ usage, doc }: ModuleMember): readonly string[] {
  return [usage, ...wrapText('    ', doc)]
}

function unknown(headline: string, name: string): Documentation {
  const list = `the modules are ${listOfNames(senseModuleNames)}`
  const near = nearNameHint(name, senseModuleNames)
  return { kind: 'unknown', problem: { headline, hint: near === undefined ? list : `${near}; ${list}` } }
}

/** `text.split` at its first dot. */
function splitAtDot(name: string): readonly string[] {
  const dot = name.indexOf('.')
  return dot === -1 ? [name] : [name.slice(0, dot), name.slice(dot + 1)]
}

function shown(name: string): string {
  return quotedExcerpt(name, nameLengthMax)
}

function textOf(lines: readonly string[]): Documentation {
  return { kind: 'text', text: lines.map((line) => `${line}\n`).join('') }
}
