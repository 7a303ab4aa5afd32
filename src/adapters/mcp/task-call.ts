/**
 * A call whose result comes later (tasks, revision 2025-11-25): the server answers with a receipt, is asked again and again
 * how far it is, and then for the result.
 *
 *   tools/call ──> receipt ──> working ──> tasks/get ──┬──> completed, failed ──> tasks/result
 *                                 ▲                    ├──> input_required ──> tasks/result, during which a person is asked
 *                                 └──── pause ─────────┴──> cancelled
 *
 * To the program it is one call with one set of limits. A question that finds no answer on the way, as happens over HTTP,
 * costs nothing: the task is still there. When the call has to end before the task does, the task is cancelled.
 */

import type { JsonObject } from '../../runtime/ports/json.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import { fieldOf, isJsonObject, numberOf, textField } from './json-shape.ts'
import type { McpSession, RequestOptions, SharedRequests } from './mcp-session.ts'

export interface TaskOptions extends RequestOptions {
  /** Told what the server says of the task, as it says it. */
  readonly onStatus: (text: string) => void
}

interface Task {
  readonly id: string
  readonly status: TaskStatus
  /** In the server's words. */
  readonly said: string | undefined
  /** Changes with each step of the task. */
  readonly step: string
  readonly pollMs: number
}

type TaskStatus = (typeof STATUSES)[number]

const STATUSES = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const
/** Between two questions where the server names no time; and what it may name. */
const POLL_MS = 1_000
const POLL_MS_MIN = 100
const POLL_MS_MAX = 10_000
/** So often a task is at least looked at before its call is silent for too long. */
const LOOKS_MIN = 3
/** So often in a row a question about a task may find no answer on the way. */
const LOST_MAX = 3
/** A result waits to be fetched for so long beyond the limit of the call, because its clock may have stood still. */
const KEPT_MS = 15 * 60_000
/** Longer ids would be sent again and again. */
const ID_LENGTH_MAX = 4_096

/** The result of `tools/call`; of a server that has answered without a task, what it answered. */
export async function callAsTask(session: McpSession, params: JsonObject, options: TaskOptions): Promise<JsonObject> {
  const ttl = options.totalMs + KEPT_MS
  return await session.within('tools/call', options, async (requests) => {
    const receipt = await requests.ask('tools/call', { ...params, task: { ttl } }, 'receipt')
    const given = fieldOf(receipt, 'task')
    if (!isJsonObject(given)) return receipt
    const task = taskOf(given)
    if (typeof task === 'string') throw session.failure({ kind: 'invalid-answer', subject: 'tools/call', detail: task })
    return await new TaskCall({ session, requests, options }, task).result()
  })
}

interface TaskParts {
  readonly session: McpSession
  readonly requests: SharedRequests
  readonly options: TaskOptions
}

class TaskCall {
  readonly #session: McpSession
  readonly #requests: SharedRequests
  readonly #onStatus: (text: string) => void
  readonly #pollMsMax: number
  #task: Task
  #lostCount = 0

  constructor({ session, requests, options }: TaskParts, task: Task) {
    this.#session = session
    this.#requests = requests
    this.#onStatus = options.onStatus
    // A server that wants to be asked seldom must not run into the limit for silence by that.
    this.#pollMsMax = (options.idleMs ?? options.totalMs) / LOOKS_MIN
    this.#task = task
  }

  async result(): Promise<JsonObject> {
    this.#tell()
    try {
      for (;;) {
        const result = await this.#resultNow()
        if (result !== undefined) return result
        await this.#requests.pause(Math.min(this.#task.pollMs, this.#pollMsMax))
        await this.#look()
      }
    } catch (error) {
      const isOver = ['completed', 'failed', 'cancelled'].includes(this.#task.status)
      if (!isOver && this.#session.offers.cancelsTasks) this.#requests.askInPassing('tasks/cancel', this.#named)
      throw error
    }
  }

  get #named(): JsonObject {
    return { taskId: this.#task.id }
  }

  /** Undefined while there is none yet. */
  async #resultNow(): Promise<JsonObject | undefined> {
    switch (this.#task.status) {
      case 'working':
        return undefined
      case 'input_required':
        return await this.#maybeLost(() => this.#requests.ask('tasks/result', this.#named), isNoAnswer)
      case 'completed':
        return await this.#maybeLost(() => this.#requests.ask('tasks/result', this.#named), isLost)
      case 'failed':
        return await this.#failedResult()
      case 'cancelled':
        throw this.#ended('was cancelled by the server')
    }
  }

  /** What the server kept of the failure, or says of it. */
  async #failedResult(): Promise<JsonObject> {
    try {
      return { ...(await this.#requests.ask('tasks/result', this.#named)), isError: true }
    } catch (error) {
      if (isNoAnswer(error)) throw this.#ended('failed', error.detail)
      throw error
    }
  }

  async #look(): Promise<void> {
    const answer = await this.#maybeLost(() => this.#requests.ask('tasks/get', this.#named), isLost)
    if (answer === undefined) return
    // Some servers answer in the form of the receipt.
    const inside = fieldOf(answer, 'task')
    const task = taskOf({ taskId: this.#task.id, ...(isJsonObject(inside) ? inside : answer) })
    if (typeof task === 'string')
      throw this.#session.failure({ kind: 'invalid-answer', subject: 'tasks/get', detail: task })
    const before = this.#task
    this.#task = { ...task, id: before.id }
    if (before.step === task.step) return
    this.#requests.step()
    if (before.said !== task.said) this.#tell()
  }

  /** The answer; undefined where there is none, and the task may be asked about once more. */
  async #maybeLost(
    ask: () => Promise<JsonObject>,
    isPassing: (error: unknown) => boolean,
  ): Promise<JsonObject | undefined> {
    try {
      const answer = await ask()
      this.#lostCount = 0
      return answer
    } catch (error) {
      if (!isPassing(error)) throw error
      this.#lostCount += isLost(error) ? 1 : 0
      if (this.#lostCount > LOST_MAX) throw error
      return undefined
    }
  }

  #tell(): void {
    if (this.#task.said !== undefined) this.#onStatus(this.#task.said)
  }

  #ended(how: string, why = ''): ToolServerFailure {
    const cause = this.#task.said ?? why
    const detail = `its task ${how}${cause === '' ? '' : `: ${cause}`}`
    return this.#session.failure({ kind: 'protocol-error', subject: 'tools/call', detail })
  }
}

/** The task, or in words why it is none. */
function taskOf(given: JsonObject): Task | string {
  const [id, status, said] = [textField(given, 'taskId'), textField(given, 'status'), textField(given, 'statusMessage')]
  if (id === undefined || id === '' || id.length > ID_LENGTH_MAX) return 'it is a task without an id that can be used'
  const known = STATUSES.find((name) => name === status)
  if (known === undefined) return `the state of its task is ${status === undefined ? 'missing' : `"${status}"`}`
  const pollMs = numberOf(fieldOf(given, 'pollInterval'))
  return {
    id,
    status: known,
    said: said === '' ? undefined : said,
    step: JSON.stringify([status, said, textField(given, 'lastUpdatedAt')]),
    pollMs: Number.isNaN(pollMs) ? POLL_MS : Math.min(Math.max(pollMs, POLL_MS_MIN), POLL_MS_MAX),
  }
}

/** Nothing came that the server itself would have said: the way to it was cut. */
function isLost(error: unknown): boolean {
  return isNoAnswer(error) && (error.kind === 'invalid-answer' || error.code === undefined)
}

/** The request failed, and the server is still there. */
function isNoAnswer(error: unknown): error is ToolServerFailure {
  return error instanceof ToolServerFailure && (error.kind === 'protocol-error' || error.kind === 'invalid-answer')
}
