/** What `sense check` warns of: a program runs all the same, but hardly does what its author wants. */

import { problemKind } from '../problem-kind.ts'
import { hintOf, listOfNames, nearNameHint } from './execution.ts'

export const unknownType = problemKind(
  'warning',
  'unknown-type',
  (name: string, known: readonly string[], foreign: string | undefined) => ({
    headline: `there is no type \`${name}\`, so this annotation accepts every value`,
    hint:
      foreign === undefined
        ? (nearNameHint(name, known) ??
          'the types are Int, Float, String, Bool, Nil, Array, Record, Function, Any and those of AI')
        : `the type is called \`${foreign}\``,
  }),
)

export const negatedComparison = problemKind('warning', 'negated-comparison', (operator: string) => ({
  headline: `\`not\` belongs to the value beside it here, not to the whole \`${operator}\``,
  label: `this is compared by \`${operator}\``,
  hint: `write \`not (a ${operator} b)\` for the opposite, or \`(not a) ${operator} b\` if this is meant`,
}))

export const builtinReplaced = problemKind('warning', 'builtin-replaced', (name: string) => ({
  headline: `this replaces the builtin \`${name}\` for the whole program`,
  hint: `choose another name, or write \`local ${name} = ...\` to have a variable of your own`,
}))

export const writesModuleVariable = problemKind('warning', 'writes-module-variable', (name: string, owner: string) => ({
  headline: `this changes the variable \`${name}\` of the file, not one of \`${owner}\` alone`,
  hint: `write \`local ${name} = ...\` if \`${owner}\` should have a variable of its own`,
}))

export const noEffect = problemKind('warning', 'no-effect', (what: string, hint: string | undefined) => ({
  headline: `${what} does nothing here`,
  ...hintOf(hint),
}))

export const unreachable = problemKind('warning', 'unreachable', () => ({
  headline: 'this can never run',
}))

export const unusedImport = problemKind('warning', 'unused-import', (name: string, isFile: boolean) => ({
  headline: `the import \`${name}\` is never used`,
  hint: isFile
    ? `remove it, or call it \`_${name}\` if the file is imported for what it does when it runs`
    : 'remove it',
}))

export const unusedVariable = problemKind('warning', 'unused-variable', (name: string) => ({
  headline: `\`${name}\` is set here, but nothing ever reads it`,
  hint: `remove it, or call it \`_${name}\` if that is intended`,
}))

export const neverBound = problemKind('warning', 'never-bound', (name: string, hint: string | undefined) => ({
  headline: `\`${name}\` is not bound when this runs`,
  label: 'an error when this line runs',
  hint: hint ?? `bind it above; if a host program gives it, say so in the first line: \`# given by the host: ${name}\``,
}))

export const capabilityUndecided = problemKind(
  'warning',
  'capability-undecided',
  (capability: string, near: readonly string[]) => ({
    headline: `no rule of \`policy\` decides \`${capability}\`, so it is allowed`,
    hint:
      near.length > 0
        ? `a name close to it that has a rule is ${listOfNames(near)}`
        : `write \`policy: allow ${capability}\`, or \`deny\`, before it is used`,
  }),
)

export const capabilityUnknown = problemKind(
  'warning',
  'capability-unknown',
  (capability: string, near: readonly string[]) => ({
    headline: `nothing in this program requires \`${capability}\`, so this rule decides nothing`,
    hint: near.every((name) => name.startsWith(`${capability}.`))
      ? `it does not cover ${listOfNames(near)}: a rule without \`.*\` is for one capability alone`
      : `${near.length === 1 ? 'a capability close to it is' : 'capabilities close to it are'} ${listOfNames(near)}`,
  }),
)

export const approvalOnTool = problemKind('warning', 'approval-on-tool', (name: string) => ({
  headline: `\`approval\` is just the name of a capability here: nobody is asked before \`${name}\` runs`,
  hint: 'what needs approval is an action: `irreversible action f() requires approval:`',
}))
