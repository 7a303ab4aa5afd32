/** Errors of tools and skills, and of the arguments that builtins with labels take (spec 02 §2, §3). */

import type { Problem } from '../diagnostic.ts'
import { problemKind } from '../problem-kind.ts'
import { hintOf, listOfNames, nearNameHint } from './execution.ts'
import { arrayHint } from './values.ts'

// Arguments of builtins

/** `expected` and `actual` come ready for a sentence: "a String", "an Int". */
export const wrongBuiltinArgument = problemKind(
  'SenseRuntimeError',
  'wrong-builtin-argument',
  (functionName: string, parameter: string, expected: string, actual: string) => ({
    headline: `\`${functionName}\` needs ${expected} as ${parameter}, but got ${actual}`,
    ...hintOf(/^an Array\b/.test(expected) ? arrayHint(actual) : undefined),
  }),
)

export const wrongLabelValue = problemKind(
  'SenseRuntimeError',
  'wrong-label-value',
  (functionName: string, label: string, expected: string, actual: string) => ({
    headline: `\`${functionName}\` needs ${expected} for \`${label}:\`, but got ${actual}`,
  }),
)

// Tools that are handed to a model

/** `heading`: of a Function, the first line of a tool in its place, up to the description. */
export const notATool = problemKind(
  'SenseRuntimeError',
  'not-a-tool',
  (functionName: string, index: number, accepted: string, actual: string, heading?: string) => ({
    headline: `\`${functionName}\` takes ${accepted}, but the element at index ${index} is ${actual}`,
    ...hintOf(notAToolHint(actual, heading)),
  }),
)

export const toolNotDescribed = problemKind('SenseRuntimeError', 'tool-not-described', (name: string) => ({
  headline: `the tool \`${name}\` has no description, so a model cannot know what it is for`,
  hint: `write one at the end of its first line: \`tool ${name}(...) "what it does":\``,
}))

export const asyncToolForModel = problemKind('SenseRuntimeError', 'async-tool-for-model', (name: string) => ({
  headline: `the async tool \`${name}\` cannot be handed to a model`,
  detail: 'A model needs the result of a tool before it can go on; an async tool gives a Future.',
  hint: `declare it as \`tool ${name}\`, or wrap it in a tool that awaits it`,
}))

export const skillWithoutTools = problemKind('SenseRuntimeError', 'skill-without-tools', (name: string) => ({
  headline: `the skill \`${name}\` has no tools`,
  hint: 'hand it at least one Tool: `skill(name, description, [tool_name])`',
}))

export const duplicateTool = problemKind('SenseRuntimeError', 'duplicate-tool', (name: string) => ({
  headline: `the tool \`${name}\` is handed to the model twice`,
  detail:
    'A model asks for a tool by its name, so each name may stand for one tool only. The tools of skills count too.',
  hint: 'leave one of them out, or give the two servers different names',
}))

export const mcpToolCalled = problemKind('SenseRuntimeError', 'mcp-tool-called', (name: string) => ({
  headline: `the MCP tool \`${name}\` cannot be called from a program`,
  label: 'a tool of an MCP server',
  hint: 'hand it to `ask_with_tools`, which is the only way to use it: `ask_with_tools("what to do", [tool])`',
}))

// What is wrong with a call that a model asked for; the model is told, the program goes on

export const unknownTool = problemKind(
  'SenseRuntimeError',
  'unknown-tool',
  (name: string, near: readonly string[]) => ({
    headline: `there is no tool \`${name}\`${near.length === 0 ? '' : `; names close to it: ${listOfNames(near)}`}`,
  }),
)

export const argumentsNotJson = problemKind(
  'SenseRuntimeError',
  'arguments-not-json',
  (toolName: string, fault: string) => ({
    headline: `the arguments of \`${toolName}\` must be a JSON object: ${fault}`,
  }),
)

export const argumentMissing = problemKind(
  'SenseRuntimeError',
  'argument-missing',
  (toolName: string, missing: readonly string[]) => ({
    headline: `the call of \`${toolName}\` lacks the ${missing.length === 1 ? 'argument' : 'arguments'} ${listOfNames(missing)}`,
  }),
)

export const argumentUnknown = problemKind(
  'SenseRuntimeError',
  'argument-unknown',
  (toolName: string, name: string, known: readonly string[]) => ({
    headline: `\`${toolName}\` has no argument \`${name}\`${known.length === 0 ? '' : `; it takes ${listOfNames(known)}`}`,
    ...hintOf(nearNameHint(name, known)),
  }),
)

export const tooManyToolCalls = problemKind(
  'SenseRuntimeError',
  'too-many-tool-calls',
  (toolName: string, callsMax: number) => ({
    headline: `the call of \`${toolName}\` was left out: one turn may hold ${callsMax} calls at most`,
  }),
)

/** A warning: `fault` is what the tool's body ended in. */
export const toolFailed = problemKind('warning', 'tool-failed', (name: string, fault: Problem) => ({
  headline: `the tool \`${name}\` failed when a model called it: ${fault.headline}`,
  ...(fault.label === undefined ? {} : { label: fault.label }),
  detail: 'The model was told so, and the program went on.',
  ...hintOf(fault.hint),
}))

export const toolsNotArray = problemKind(
  'SenseRuntimeError',
  'tools-not-array',
  (functionName: string, actual: string) => ({
    headline: `\`${functionName}\` needs an Array of Tools and Skills, but got ${actual}`,
    hint:
      actual === 'an McpServer'
        ? 'hand over the tools of the server: `server.tools`, where `server` is your name for it'
        : 'put what the model may use between brackets: `[one, other]`',
  }),
)

/** A longer heading is no help: the declaration itself stands in the program. */
const headingLengthMax = 80

function notAToolHint(actual: string, heading: string | undefined): string | undefined {
  if (heading !== undefined && heading.length <= headingLengthMax)
    return `declare it as a tool: \`${heading} "what it does":\``
  if (actual === 'a Function') return 'declare it with `tool` and a description instead of `def`'
  if (actual === 'a Skill') return 'a skill holds Tools only: add its tools, `s.tools`, to the Array'
  if (actual === 'an Action') return 'write a tool that prepares the action and verifies it, and hand over that tool'
  if (actual === 'an McpServer') return 'hand over its tools: `server.tools`'
  return undefined
}
