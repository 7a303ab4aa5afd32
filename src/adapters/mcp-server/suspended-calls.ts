/**
 * Calls that wait for an answer while no request of the client is open.
 *
 * In the modern era a question is the answer to a request, and the client comes back with another. Meanwhile the call waits in
 * the program, because its effects must not happen twice; what the client brings back is the random name of the wait.
 *
 *     begin ──> question ──resume──> question ──resume──> result
 *
 * A name is good for one answer. How many calls may wait, and for how long, the program decides.
 */

import { randomUUID } from 'node:crypto'
import type { AskClient, ClientAnswer, ClientQuestion, ServedResult } from '../../runtime/ports/served-program.ts'
import { answerOf } from './client-question.ts'

export type CallStep =
  | { readonly kind: 'result'; readonly result: ServedResult }
  | { readonly kind: 'question'; readonly question: ClientQuestion; readonly state: string }

/** A request of the client that waits for the next step of a call. */
export interface WaitingRequest {
  readonly signal: AbortSignal
  /** Tells it what the call begins. */
  readonly tell: (message: string) => void
}

/** What a call gets; `signal` ends it. */
export interface CallSurroundings extends WaitingRequest {
  readonly ask: AskClient
}

export type StartCall = (surroundings: CallSurroundings) => Promise<ServedResult>

export class SuspendedCalls {
  readonly #waiting = new Map<string, OpenCall>()

  /** The first step of a call. `sameCall`: a text that tells it from all others. */
  begin(sameCall: string, request: WaitingRequest, start: StartCall): Promise<CallStep> {
    const call = new OpenCall(sameCall, (state) => this.#waiting.delete(state))
    const step = call.nextStep(request)
    const ask: AskClient = (question, signal) => {
      const state = randomUUID()
      this.#waiting.set(state, call)
      return call.ask(state, question, signal)
    }
    const tell = (message: string): void => {
      call.tell(message)
    }
    void start({ signal: call.signal, tell, ask }).then((result) => {
      call.end(result)
    })
    return step
  }

  /** The step that follows the answer; undefined where no such call waits. */
  resume(state: string, sameCall: string, request: WaitingRequest, response: unknown): Promise<CallStep> | undefined {
    const call = this.#waiting.get(state)
    if (call?.sameCall !== sameCall) return undefined
    this.#waiting.delete(state)
    const step = call.nextStep(request)
    call.answer(response)
    return step
  }
}

class OpenCall {
  readonly sameCall: string
  /** Tells the latest request. */
  tell: WaitingRequest['tell'] = () => undefined
  readonly #aborter = new AbortController()
  readonly #forget: (state: string) => void
  #giveStep: ((step: CallStep) => void) | undefined
  #open: { readonly question: ClientQuestion; readonly answer: (answer: ClientAnswer) => void } | undefined

  constructor(sameCall: string, forget: (state: string) => void) {
    this.sameCall = sameCall
    this.#forget = forget
  }

  get signal(): AbortSignal {
    return this.#aborter.signal
  }

  /** The request that waits for the next step may be cancelled, and the call with it. */
  nextStep({ signal, tell }: WaitingRequest): Promise<CallStep> {
    this.tell = tell
    const abort = (): void => {
      this.#aborter.abort()
    }
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    return new Promise((resolve) => {
      this.#giveStep = (step) => {
        signal.removeEventListener('abort', abort)
        this.#giveStep = undefined
        resolve(step)
      }
    })
  }

  ask(state: string, question: ClientQuestion, signal: AbortSignal): Promise<ClientAnswer> {
    return new Promise((resolve) => {
      const answer = (given: ClientAnswer): void => {
        this.#open = undefined
        this.#forget(state)
        resolve(given)
      }
      signal.addEventListener('abort', () => {
        answer({ kind: 'cancelled' })
      })
      this.#open = { question, answer }
      this.#giveStep?.({ kind: 'question', question, state })
    })
  }

  answer(response: unknown): void {
    if (this.#open !== undefined) this.#open.answer(answerOf(this.#open.question, response))
  }

  end(result: ServedResult): void {
    this.#giveStep?.({ kind: 'result', result })
  }
}
