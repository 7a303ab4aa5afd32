/** Errors of models: `inference`, delegation, questions and their answers (spec 02 §1, §2). */

import { problemKind } from '../problem-kind.ts'
import { hintOf, listOfNames, nearNameHint } from './execution.ts'

// Making a model

export const unknownProvider = problemKind(
  'SenseRuntimeError',
  'unknown-provider',
  (name: string, known: readonly string[]) => ({
    headline: `there is no model provider \`${name}\``,
    ...hintOf(nearNameHint(name, known) ?? `the providers are ${listOfNames(known)}`),
  }),
)

export const modelIdMissing = problemKind('SenseRuntimeError', 'model-id-missing', (provider: string) => ({
  headline: `the provider \`${provider}\` has no model of its own choice`,
  hint: `name one: \`inference("${provider}", "model-id")\``,
}))

export const baseUrlMissing = problemKind('SenseRuntimeError', 'base-url-missing', (provider: string) => ({
  headline: `the provider \`${provider}\` needs to know where its server is`,
  hint: 'add the address: `base_url: "http://localhost:8080/v1"`',
}))

export const apiKeyMissing = problemKind(
  'SenseRuntimeError',
  'api-key-missing',
  (provider: string, variable: string) => ({
    headline: `the provider \`${provider}\` needs a key in the environment variable ${variable}, which is not set or empty`,
    hint: `set ${variable} before the program runs, or name another variable with \`api_key_env:\``,
  }),
)

export const scriptWithTemplate = problemKind('SenseRuntimeError', 'script-with-template', () => ({
  headline: 'a mock model takes either `script:` or `response_template:`, not both',
  hint: 'leave one of them out; `{prompt}` is replaced in the turns of a script too',
}))

// Naming and delegating one

/** `statement` is the beginning of the line, such as `model m` or `set delegation`. */
export const notAModel = problemKind('SenseTypeError', 'not-a-model', (statement: string, actual: string) => ({
  headline: `\`${statement}\` needs a Model, but got ${actual}`,
  label: `this line needs a Model`,
  hint: `make one first: \`${statement} = inference("mock")\``,
}))

export const noModel = problemKind('SenseRuntimeError', 'no-model', (functionName: string) => ({
  headline: `\`${functionName}\` has no model to ask: none is delegated here or in any scope around it`,
  hint: 'name one and delegate it: `model m = inference("anthropic")`, then `set delegation = m`; `inference("mock")` is for trying out',
}))

// Asking

/** `message` completes "the model `m` ...". */
export const modelFailed = problemKind(
  'SenseRuntimeError',
  'model-failed',
  (name: string, message: string, hint: string | undefined, facts: readonly (readonly [string, string])[]) => ({
    headline: `the model \`${name}\` ${message}`,
    ...hintOf(hint),
    ...(facts.length === 0 ? {} : { evidence: { facts, stderrLines: [] } }),
  }),
)

export const modelNotReady = problemKind(
  'SenseRuntimeError',
  'model-not-ready',
  (name: string, message: string, hint: string | undefined) => ({
    headline: `the model \`${name}\` ${message}`,
    ...hintOf(hint),
  }),
)

/** `text` is the provider's own. */
export const modelWarning = problemKind('warning', 'model-warning', (name: string, text: string) => ({
  headline: `the provider of the model \`${name}\` warns: ${text}`,
}))

export const toolLeftOut = problemKind('warning', 'tool-left-out', (name: string, tool: string, reason: string) => ({
  headline: `the model \`${name}\` is not told of the tool \`${tool}\`: ${reason}`,
  hint: 'its server describes the arguments in a way that no provider takes; use another tool, or report it to its maker',
}))

export const answerCutShort = problemKind('warning', 'answer-cut-short', (name: string, reason: string) => ({
  headline: `an answer of the model \`${name}\` was cut short: ${reason}`,
  hint: 'ask for less at once, or allow more: `inference(..., max_tokens: 16000)`',
}))

export const scriptFault = problemKind(
  'SenseRuntimeError',
  'script-fault',
  (name: string, message: string, hint: string | undefined) => ({
    headline: `the model \`${name}\` ${message}`,
    ...hintOf(hint ?? 'a turn is either a text, or lines of the form `call tool_name {"argument": 1}`'),
  }),
)

export const noToolCalling = problemKind('SenseRuntimeError', 'no-tool-calling', (name: string, isMock: boolean) => ({
  headline: `the model \`${name}\` cannot call tools`,
  ...hintOf(isMock ? 'give the mock its turns: `inference("mock", script: ["call t {}", "{result}"])`' : undefined),
}))

export const toolsNotOffered = problemKind('SenseRuntimeError', 'tools-not-offered', (name: string, tool: string) => ({
  headline: `the model \`${name}\` asked for the tool \`${tool}\`, but was offered none`,
  hint: 'use `ask_with_tools(prompt, [tool])` for a question that may need tools',
}))

export const tooManyRounds = problemKind('SenseRuntimeError', 'too-many-rounds', (name: string, roundsMax: number) => ({
  headline: `the model \`${name}\` still asked for tools in its last round (${roundsMax})`,
  detail:
    'Each request to the model is one round. The calls of the last round are not made: nobody would read their results.',
  hint: 'ask for less at once, or allow more: `ask_with_tools(prompt, tools, max_rounds: 20)`',
}))
