/** Errors of running a program that belong to no kind of value: names, calls, members, depth. */

import { foreignMemberHint, foreignNameHint } from '../foreign-habits.ts'
import { nearNames } from '../near-names.ts'
import { problemKind } from '../problem-kind.ts'
import { quotedExcerpt } from '../visible-text.ts'

export const unknownName = problemKind('SenseNameError', 'unknown-name', (name: string, facts: UnknownNameFacts) => ({
  headline: `\`${name}\` is not bound here or in any scope around it`,
  ...hintOf(unknownNameHint(name, facts)),
}))

export interface UnknownNameFacts {
  readonly visibleNames: readonly string[]
  readonly elsewhere?: BoundElsewhere | undefined
  /** What it begins where a capability is wanted: `files.read`. */
  readonly capability?: string | undefined
}

/** Where in its file a name that is not bound here is bound after all. */
export interface BoundElsewhere {
  /** From 1. */
  readonly line: number
  /** `later`: in a scope that can be seen from here, but that line has not run yet. `inside`: in a block or body of its own. */
  readonly kind: 'later' | 'inside'
}

/** `totl = totl + 1` binds the name itself, but whoever has a `total` most likely means that. */
function unknownNameHint(name: string, { visibleNames, elsewhere, capability }: UnknownNameFacts): string | undefined {
  if (capability !== undefined) return `a capability is given as a String here: \`"${capability}"\``
  if (elsewhere === undefined) return foreignNameHint(name) ?? nearNameHint(name, visibleNames)
  const { line, kind } = elsewhere
  const others = visibleNames.filter((visible) => visible !== name)
  const near = kind === 'later' ? nearNameHint(name, others) : undefined
  if (near !== undefined) return near
  return kind === 'later'
    ? `line ${line} binds \`${name}\`, but has not run yet: move it up, or this use down`
    : `line ${line} binds \`${name}\` inside a block, and the name ends with the block: write \`${name} = nil\` before it`
}

export const notCallable = problemKind('SenseRuntimeError', 'not-callable', (description: string) => ({
  headline: `${description} cannot be called`,
  label: `this is ${description}`,
  hint: 'only functions, builtins, tools and actions are called with `( )`',
}))

/** `more` says how the call is written, `bill(items, tax)`, or a label that it takes, for whoever wrote `label = value`. */
export const wrongArgumentCount = problemKind(
  'SenseRuntimeError',
  'wrong-argument-count',
  (
    name: string,
    countMin: number,
    countMax: number,
    count: number,
    more: { spelling?: string; label?: string } = {},
  ) => ({
    headline: `\`${name}\` takes ${countText(countMin, countMax)}, but got ${count}`,
    ...hintOf(argumentCountHint(more)),
  }),
)

/** A longer call is no help: its declaration is shown anyway. */
const spellingLengthMax = 60

function argumentCountHint({ spelling, label }: { spelling?: string; label?: string }): string | undefined {
  if (label !== undefined) return `an argument with a label is written with a colon: \`${label}: value\``
  return spelling === undefined || spelling.length > spellingLengthMax ? undefined : `write \`${spelling}\``
}

export const unknownLabel = problemKind(
  'SenseRuntimeError',
  'unknown-label',
  (name: string, label: string, known: readonly string[]) => ({
    headline: `\`${name}\` takes no argument labelled \`${label}\``,
    ...hintOf(
      known.length === 0
        ? `write the value without a label: \`${name}\` has no labelled arguments`
        : (nearNameHint(label, known) ?? `its labels are ${listOfNames(known)}`),
    ),
  }),
)

export const noSuchMember = problemKind(
  'SenseRuntimeError',
  'no-such-member',
  (typeName: string, description: string, member: string, members: readonly string[]) => ({
    headline: `${description} has no member \`${member}\``,
    ...hintOf(
      foreignMemberHint(typeName, member) ??
        nearNameHint(member, members) ??
        (members.length > 0 ? `its members are ${listOfNames(members)}` : undefined),
    ),
  }),
)

export const notIterable = problemKind('SenseRuntimeError', 'not-iterable', (description: string) => ({
  headline: `\`for\` cannot run over ${description}`,
  label: `this is ${description}`,
  hint: 'loop over an Array, a String or a Record; for numbers use `range(n)`',
}))

export const recursionTooDeep = problemKind('SenseRuntimeError', 'recursion-too-deep', () => ({
  headline: 'maximum recursion depth exceeded',
  detail: 'Functions called each other so deeply that no room was left for another call.',
  hint: 'give the recursion an end that is always reached, or use a loop',
}))

export const programTooDeep = problemKind('SenseRuntimeError', 'program-too-deep', () => ({
  headline: 'this program nests too deeply for the stack of this process',
  detail: 'Nested blocks, brackets and expressions need room on the stack while they are compiled.',
  hint: 'run it with `sense run`, which has a larger stack, or give the inner parts names of their own',
}))

export const runTimedOut = problemKind('SenseRuntimeError', 'run-timeout', (seconds: number) => ({
  headline: `the program was ended after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, the time it was given`,
  hint: 'give it more time with `--timeout`, or look for a loop without an end or something that never answers',
}))

export const cannotWaitHere = problemKind('SenseRuntimeError', 'cannot-wait-here', (name: string) => ({
  headline: `\`${name}\` would have to wait here, where nothing can wait`,
  hint: `call \`${name}\` from Sense code instead of handing it to a function that must finish at once`,
}))

export const noDelegationName = problemKind('SenseRuntimeError', 'unknown-setting', (name: string) => ({
  headline: `\`set\` knows no setting \`${name}\``,
  hint: 'the only setting is `delegation`: `set delegation = model_name`',
}))

export const internalFault = problemKind('SenseRuntimeError', 'internal-fault', (version: string, summary: string) => ({
  headline: 'Sense itself failed, not your program',
  detail: `What failed inside sense-lang ${version}: ${quotedExcerpt(summary, 300)}.`,
  hint: 'please report it, with the program that shows it',
}))

/** A hint only where there is one. */
export function hintOf(hint: string | undefined): { readonly hint?: string } {
  return hint === undefined ? {} : { hint }
}

/** `a name close to it is ...`, or undefined if none is close. */
export function nearNameHint(wanted: string, candidates: readonly string[]): string | undefined {
  const near = nearNames(wanted, candidates)
  if (near.length === 0) return undefined
  return near.length === 1 ? `a name close to it is ${listOfNames(near)}` : `names close to it are ${listOfNames(near)}`
}

/** `a`, `b` and `c` in backticks. */
export function listOfNames(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  const last = quoted.pop() ?? ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`
}

/** `1 argument`, `at least 2 arguments`, `1 to 3 arguments`. */
export function countText(countMin: number, countMax: number): string {
  const noun = countMax === 1 ? 'argument' : 'arguments'
  if (countMin === countMax) return countMin === 0 ? 'no arguments' : `${countMin} ${noun}`
  if (countMax === Infinity) return `at least ${countMin} ${countMin === 1 ? 'argument' : 'arguments'}`
  return `${countMin} to ${countMax} ${noun}`
}
