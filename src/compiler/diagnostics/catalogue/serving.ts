/** Errors and warnings of programs that are served to clients: `sense serve`. */

import { problemKind } from '../problem-kind.ts'

/** `hasMcpTools`: whether servers are connected whose tools could be exposed. */
export const nothingToServe = problemKind('SenseRuntimeError', 'nothing-to-serve', (hasMcpTools: boolean) => ({
  headline: 'the program has no tools to serve',
  detail:
    'What is served are the tools with a description that the file declares at its outermost level, or imports there.',
  hint: hasMcpTools
    ? 'declare one: `tool price(item: String) "what it does":`; for the tools of the connected servers use `--expose-mcp`'
    : 'declare one: `tool price(item: String) "what it does":`',
}))

/** A warning. */
export const toolNotServed = problemKind(
  'warning',
  'tool-not-served',
  (name: string, fault: 'async' | 'not described') => ({
    headline:
      fault === 'async'
        ? `the async tool \`${name}\` is not served: a client needs its result, and it gives a Future`
        : `the tool \`${name}\` is not served: it has no description, so a client cannot know what it is for`,
    hint:
      fault === 'async'
        ? `declare it as \`tool ${name}\`, or wrap it in a tool that awaits it`
        : `write one at the end of its first line: \`tool ${name}(...) "what it does":\``,
  }),
)

/** Told to the client. */
export const tooManyServedCalls = problemKind('SenseRuntimeError', 'too-many-served-calls', (callsMax: number) => ({
  headline: `too many calls are open: ${callsMax} at one time is the most`,
  hint: 'wait until one of them has ended, or cancel one',
}))

/** Of `ask_human` in a call of a client. */
export const clientCannotAsk = problemKind('SenseRuntimeError', 'client-cannot-ask', () => ({
  headline: '`ask_human` cannot ask: the client of this call has no way to show a question (no elicitation)',
  hint: 'call the tool from a client that supports elicitation',
}))

/** Of `ask_human` in a call of a client. */
export const clientGaveNoAnswer = problemKind(
  'SenseRuntimeError',
  'client-gave-no-answer',
  (how: 'declined' | 'cancelled') => ({
    headline:
      how === 'declined'
        ? '`ask_human` got no answer: the person at the client refused to give one'
        : '`ask_human` got no answer: the question was put off at the client',
    hint: 'wrap the question in `attempt` if the tool can do without an answer',
  }),
)
