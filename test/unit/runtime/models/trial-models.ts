/** Models for tests: providers whose replies the test writes, and what they were asked. */

import type {
  ModelProvidersPort,
  ModelReply,
  ModelRequest,
  ModelSettings,
} from '../../../../src/runtime/ports/model-providers.ts'

export const textReply = (text: string): ModelReply => ({ text, calls: [], usage: undefined, opaque: undefined })

export const callsReply = (...calls: readonly (readonly [toolName: string, argumentsText: string])[]): ModelReply => ({
  text: '',
  calls: calls.map(([toolName, argumentsText], index) => ({ id: `c${index}`, toolName, argumentsText })),
  usage: undefined,
  opaque: undefined,
})

export interface TrialProvider {
  readonly providers: ModelProvidersPort
  readonly opened: ModelSettings[]
  readonly requests: ModelRequest[]
}

/** A provider that gives `replies` one after another, each after a wait. A function may throw instead. */
export function providerOf(replies: readonly (ModelReply | (() => ModelReply))[]): TrialProvider {
  const opened: ModelSettings[] = []
  const requests: ModelRequest[] = []
  const remaining = [...replies]
  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    requests.push(request)
    await Promise.resolve()
    const reply = remaining.shift() ?? textReply('(no more replies)')
    return typeof reply === 'function' ? reply() : reply
  }
  const open = (settings: ModelSettings) => {
    opened.push(settings)
    return { canCallTools: true, generate }
  }
  return { providers: { open }, opened, requests }
}
