/** Errors of agents, their messages, and everything that runs side by side (spec 02 §6). */

import { problemKind } from '../problem-kind.ts'

export const notAnAgent = problemKind('SenseRuntimeError', 'not-an-agent', (builtin: string, description: string) => ({
  headline: `\`${builtin}\` needs an Agent, but got ${description}`,
  hint: 'give it the name after `agent` in the declaration, without quotes',
}))

export const agentAlreadyStarted = problemKind(
  'SenseRuntimeError',
  'agent-already-started',
  (name: string, status: string) => ({
    headline: `agent \`${name}\` was started before: it is ${status}`,
    detail: 'An agent runs once, from its start to its end.',
    hint:
      status === 'paused'
        ? `go on with it by \`resume(${name})\``
        : 'declare the agent where it is needed again, in a function or a loop: each declaration makes a new one',
  }),
)

export const agentNotPaused = problemKind('SenseRuntimeError', 'agent-not-paused', (name: string, status: string) => ({
  headline: `agent \`${name}\` cannot be resumed: it is ${status}, not paused`,
  hint:
    status === 'created'
      ? `run it first by \`start(${name})\``
      : `look at \`${name}.status\` first: only a paused agent can be resumed`,
}))

export const agentNotStarted = problemKind('SenseRuntimeError', 'agent-not-started', (name: string) => ({
  headline: `\`await\` cannot wait for agent \`${name}\`: it was never started`,
  hint: `run it first by \`start(${name})\``,
}))

export const notAwaitable = problemKind('SenseRuntimeError', 'not-awaitable', (description: string) => ({
  headline: `\`await\` needs an Agent or a Future, but got ${description}`,
  hint: 'a Future is what the call of an `async tool` gives; every other value is there already',
}))

export const awaitsItself = problemKind('SenseRuntimeError', 'awaits-itself', (name: string) => ({
  headline: `agent \`${name}\` cannot wait for itself to pause or end`,
  hint: 'let the code that started the agent wait for it',
}))

export const noAgentHere = problemKind('SenseRuntimeError', 'no-agent-here', (builtin: string) => ({
  headline: `\`${builtin}\` belongs to an agent, and none encloses this call or runs it`,
  hint: `write the call in the body of an \`agent\`, or in a function that such a body calls`,
}))

export const agentNotRunningHere = problemKind(
  'SenseRuntimeError',
  'agent-not-running-here',
  (builtin: string, name: string) => ({
    headline: `\`${builtin}\` cannot pause agent \`${name}\` here: something else called a function of it`,
    detail: `The call stands in the text of \`${name}\`, but what runs now is not its body.`,
    hint: `let the body of \`${name}\` itself call this function, or move the function out of the agent`,
  }),
)

export const badTimeout = problemKind('SenseRuntimeError', 'bad-timeout', (description: string) => ({
  headline: `\`receive\` needs a number of seconds, 0 or more, as its timeout, but got ${description}`,
  hint: 'leave the timeout out to wait as long as it takes; `receive(0)` only looks',
}))

export const mailboxFull = problemKind('SenseRuntimeError', 'mailbox-full', (name: string, countMax: number) => ({
  headline: `the mailbox of agent \`${name}\` is full: ${countMax} messages wait in it`,
  hint: `let \`${name}\` receive them, or send fewer`,
}))

export const tooManyStartedBodies = problemKind('SenseRuntimeError', 'too-many-started', (countMax: number) => ({
  headline: `too much was started at once: ${countMax} async bodies wait for their first turn`,
  hint: 'await some of them before you start more',
}))

/** One who waits, for the report of a deadlock. */
export interface DeadlockedWait {
  /** `main code`, `` agent `a` ``. */
  readonly who: string
  /** `a message`, `` agent `b` to pause or end ``. */
  readonly forWhat: string
  readonly line: number | undefined
}

/** `waits`: who waits first, then whom that one waits for, and so on; `unnamedCount`: how many more there are. */
export const deadlock = problemKind(
  'SenseRuntimeError',
  'deadlock',
  (waits: readonly DeadlockedWait[], unnamedCount: number) => {
    const [first] = waits
    const sentences = waits.slice(1).map(({ who, forWhat, line }) => `${who} waits for ${forWhat}${inLine(line)}`)
    if (unnamedCount > 0) sentences.push(`${unnamedCount} more wait for each other`)
    return {
      headline: `this wait can never end: ${first?.who ?? 'main code'} waits for ${first?.forWhat ?? 'nothing'}`,
      detail: [...sentences, 'nothing else can go on, and no timer, call or question is pending that could change that']
        .map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
        .join(' '),
      hint: hintFor(waits.at(-1)?.forWhat),
    }
  },
)

function inLine(line: number | undefined): string {
  return line === undefined ? '' : ` in line ${line}`
}

function hintFor(forWhat: string | undefined): string {
  return forWhat?.includes('message') === true
    ? 'send the message before you wait, or give `receive` a timeout in seconds'
    : 'let one of them go on without waiting for the other'
}
