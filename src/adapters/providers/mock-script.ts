/** Reading the script of a mock: each turn is a text, or a list of calls, one a line (spec 02 §1). */

import { ModelFailure } from '../../runtime/ports/model-providers.ts'

export type ScriptTurn =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'calls'; readonly calls: readonly ScriptCall[] }

export interface ScriptCall {
  readonly toolName: string
  /** The text of a JSON object. */
  readonly argumentsText: string
}

/** All turns, or a `ModelFailure` of kind `script` at the first fault. */
export function readScript(turns: readonly string[]): readonly ScriptTurn[] {
  return turns.map((text, index) => readTurn(text, index + 1))
}

function readTurn(text: string, turn: number): ScriptTurn {
  if (!text.startsWith('call ')) return { kind: 'text', text }
  // A script in triple quotes often ends with an empty line.
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return { kind: 'calls', calls: lines.map((line) => readCall(line.trim(), turn)) }
}

/** `call NAME {json}`; the name goes on up to the first brace. */
function readCall(line: string, turn: number): ScriptCall {
  if (!line.startsWith('call ')) throw fault(turn, line, 'every line of a turn with calls must begin with `call `')
  const brace = line.indexOf('{')
  const toolName = line.slice('call '.length, brace < 0 ? undefined : brace).trim()
  if (brace < 0 || toolName === '') throw fault(turn, line, 'a call is written `call NAME {"argument": 1}`')
  const argumentsText = line.slice(brace)
  if (!isJson(argumentsText)) throw fault(turn, line, 'what follows the name is not a JSON object')
  return { toolName, argumentsText }
}

/** Whether the text, which begins with a brace, is JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** How much of a faulty line is shown. */
const excerptLengthMax = 60

function fault(turn: number, line: string, reason: string): ModelFailure {
  const excerpt = line.length > excerptLengthMax ? `${line.slice(0, excerptLengthMax)}…` : line
  return new ModelFailure('script', `has a fault in turn ${turn} of its script: ${reason} (\`${excerpt}\`)`)
}
