/**
 * Calls of a program's tools by clients from outside.
 *
 * Each runs in a fiber of its own and takes the path of a call that a model asks for: read, decided by the policy as seen from
 * the outermost level of the program, recorded, made. Its scope carries the client's name, so the audit log says who asked.
 */

import { tooManyServedCalls } from '../../compiler/diagnostics/catalogue/serving.ts'
import type { CallContext } from '../execution/callable.ts'
import type { Outcome } from '../execution/fiber.ts'
import type { OutsideCall } from '../execution/outside-call.ts'
import { FiberEnded } from '../execution/outside-call.ts'
import type { Run } from '../execution/run.ts'
import type { ScopeOwner } from '../execution/scope.ts'
import { Scope } from '../execution/scope.ts'
import type { Steps } from '../execution/suspension.ts'
import { Frame } from '../execution/suspension.ts'
import type { ImageRules } from '../ports/model-providers.ts'
import type { AskClient, ClientCall, ServedProgram, ServedResult } from '../ports/served-program.ts'
import { invokeForModel } from '../tools/invoke-for-model.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'
import { errorOutcome } from '../tools/tool-outcome.ts'
import { SenseError, noSite } from '../values/sense-error.ts'
import type { ServedTools } from './served-tools.ts'

/** Calls that are open at one time, those that wait for an answer of a person included. */
export const servedCallsMax = 64

/** How long a call may take from its start, or from the last answer of a person; the limit that our own client has. */
const callMs = 15 * 60_000

/** How long a person may take for an answer. */
const patienceMs = 15 * 60_000

/** What clients can show; the size is the same as that of the largest message. */
const imageRules: ImageRules = {
  mediaTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  bytesMax: 4 * 1024 * 1024,
}

/** Where calls are checked: the run, and the outermost scope of the served file. */
export interface ServedPlace {
  readonly run: Run
  readonly scope: Scope
}

export function servedProgram(place: ServedPlace, { registry, tools }: ServedTools): ServedProgram {
  let openCount = 0
  return {
    tools,
    hasTool: (name) => registry.find(name) !== undefined,
    async call(call) {
      if (openCount >= servedCallsMax) return errorOutcome(tooManyServedCalls(servedCallsMax).headline)
      openCount += 1
      try {
        return await made(place, registry, call)
      } finally {
        openCount -= 1
      }
    },
  }
}

async function made({ run, scope }: ServedPlace, registry: ServedTools['registry'], call: ClientCall) {
  const owner: ScopeOwner = { kind: 'client', name: shownClientName(call.clientName) }
  const context: CallContext = { run, scope: new Scope(scope, owner), site: noSite }
  const limit = new CallLimit(run)
  const signal = AbortSignal.any([run.signal, call.signal, limit.signal])
  // What leaves the process carries no secrets, as with models.
  const cleaned = (text: string): string => run.secrets.replacedIn(text)
  const outsideCall: OutsideCall = {
    signal,
    ask: limit.around((question, askSignal) =>
      call.ask({ ...question, message: cleaned(question.message) }, askSignal),
    ),
    tell: (message) => {
      call.onProgress(cleaned(message))
    },
  }
  let outcome: ToolOutcome | undefined
  function* steps(): Steps {
    const calls = [{ id: '', toolName: call.toolName, argumentsText: call.argumentsText }]
    ;[outcome] = yield* invokeForModel(context, { registry, calls, imageRules })
    return null
  }
  try {
    const result = await new Promise<ServedResult>((resolve, reject) => {
      const settle = (ended: Outcome): void => {
        // Node keeps a signal that is made of others as long as somebody listens to it, and so all that the call held.
        signal.removeEventListener('abort', end)
        if (ended.kind === 'value' && outcome !== undefined) resolve(outcome)
        else if (ended.kind === 'error' && ended.error instanceof SenseError)
          resolve(errorOutcome(ended.error.problem.headline))
        else if (ended.kind === 'error' && ended.error instanceof FiberEnded)
          resolve(errorOutcome(limit.signal.aborted ? tookTooLong : wasCancelled))
        else reject(new Error('a call ends with its outcome or an error'))
      }
      const frame = new Frame(steps(), '', noSite)
      const fiber = run.fibers.spawn({ frame, description: 'a call of a client', owner, outsideCall, settle }, noSite)
      const end = (): void => {
        run.fibers.end(fiber)
        // With the run no fiber goes on to its end.
        if (run.signal.aborted) resolve(errorOutcome(wasCancelled))
      }
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    })
    return { ...result, text: cleaned(result.text) }
  } finally {
    limit.end()
  }
}

const wasCancelled = 'the call was cancelled'
const tookTooLong = `the call took longer than ${callMs / 60_000} minutes`

/** The clock of one call, which stands while a person is asked. */
class CallLimit {
  readonly #aborter = new AbortController()
  readonly #clock: Run['clock']
  #takeBack: () => void
  #isOver = false

  constructor({ clock }: Run) {
    this.#clock = clock
    this.#takeBack = this.#start()
  }

  get signal(): AbortSignal {
    return this.#aborter.signal
  }

  around(ask: AskClient): AskClient {
    return async (question, signal) => {
      this.#takeBack()
      // Of its own, and not made of others: who asks may listen to it for ever.
      const patience = new AbortController()
      const giveUp = (): void => {
        patience.abort()
      }
      const takeBackPatience = this.#clock.setAlarm(patienceMs, giveUp)
      signal.addEventListener('abort', giveUp)
      if (signal.aborted) giveUp()
      try {
        return await ask(question, patience.signal)
      } finally {
        signal.removeEventListener('abort', giveUp)
        takeBackPatience()
        if (!this.#isOver) this.#takeBack = this.#start()
      }
    }
  }

  end(): void {
    this.#isOver = true
    this.#takeBack()
  }

  #start(): () => void {
    return this.#clock.setAlarm(callMs, () => {
      this.#aborter.abort()
    })
  }
}

const clientNameLengthMax = 60

/** The name stands in lines of the audit log, so no character of it may look like a part of one. */
function shownClientName(name: string): string {
  return name.slice(0, clientNameLengthMax).replace(/[^A-Za-z0-9_.@/-]+/g, '_') || 'unnamed'
}
