/**
 * The mock: a model without a network, for examples and tests.
 *
 * It answers at once, from a template or from a script with one turn per request. A script is read when the model is
 * made, so that a fault in its last turn shows before its first.
 */

import type {
  Message,
  ModelReply,
  ModelRequest,
  ModelSettings,
  ProviderModel,
} from '../../runtime/ports/model-providers.ts'
import { ModelFailure } from '../../runtime/ports/model-providers.ts'
import type { ScriptTurn } from './mock-script.ts'
import { readScript } from './mock-script.ts'

/** Makes a mock. A fault in the script is a `ModelFailure` of kind `script`. */
export function openMock({ responseTemplate, script }: ModelSettings): ProviderModel {
  if (script === undefined) return templateModel(responseTemplate ?? '{prompt}')
  return scriptModel(readScript(script))
}

function templateModel(template: string): ProviderModel {
  return {
    canCallTools: false,
    // A function, because `$&` in a prompt means nothing.
    generate: ({ messages }) => textReply(template.replaceAll('{prompt}', () => promptOf(messages))),
  }
}

function scriptModel(turns: readonly ScriptTurn[]): ProviderModel {
  let used = 0
  return {
    canCallTools: true,
    generate: (request) => {
      const turn = turns[used]
      if (turn === undefined) throw endOfScript(turns.length)
      used += 1
      return turn.kind === 'text' ? textReply(filled(turn.text, request.messages)) : callsReply(turn, request, used)
    },
  }
}

function callsReply(turn: Extract<ScriptTurn, { kind: 'calls' }>, request: ModelRequest, number: number): ModelReply {
  const wireNames = new Map(request.tools.map(({ canonicalName, wireName }) => [canonicalName, wireName]))
  const calls = turn.calls.map(({ toolName, argumentsText }, index) => ({
    id: `turn-${number}-call-${index + 1}`,
    // As a real model would, it uses the name it was offered.
    toolName: wireNames.get(toolName) ?? toolName,
    argumentsText,
  }))
  return { text: '', calls, usage: undefined, opaque: undefined }
}

function textReply(text: string): ModelReply {
  return { text, calls: [], usage: undefined, opaque: undefined }
}

/** Both are put in at once, so that a result may hold the text `{prompt}`. */
function filled(text: string, messages: readonly Message[]): string {
  return text.replaceAll(/\{(prompt|result)\}/g, (_, name) =>
    name === 'prompt' ? promptOf(messages) : lastResultOf(messages),
  )
}

function promptOf(messages: readonly Message[]): string {
  const message = messages.findLast(({ role }) => role === 'user')
  return message?.role === 'user' ? message.text : ''
}

/** Empty before the first result. */
function lastResultOf(messages: readonly Message[]): string {
  const message = messages.findLast(({ role }) => role === 'tools')
  return message?.role === 'tools' ? (message.results.at(-1)?.text ?? '') : ''
}

function endOfScript(count: number): ModelFailure {
  const held = count === 1 ? 'its script has only 1 turn' : `its script has only ${count} turns`
  return new ModelFailure('script', `was asked once more, but ${held}`, 'add a turn for each request to `script:`')
}
