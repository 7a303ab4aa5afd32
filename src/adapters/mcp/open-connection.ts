/** One connection that is open: each thing a program asks of its server, as a request with its limits, and its answer. */

import type { JsonObject } from '../../runtime/ports/json.ts'
import type {
  PromptMessage,
  ResourceContent,
  ServerPrompt,
  ServerResource,
  ToolCallResult,
  ToolServerConnection,
  ToolServerFacts,
  ToolServerRequest,
  ToolServerStatus,
  ToolServerTool,
} from '../../runtime/ports/tool-servers.ts'
import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import { clampedTimeoutMs } from './call-limit.ts'
import type { McpSession } from './mcp-session.ts'
import { listPrompts, promptMessagesOf } from './prompts.ts'
import type { Quoting } from './quoted-text.ts'
import { listResources, resourceContentsOf } from './resources.ts'
import type { PageOf } from './resources.ts'
import { logNoteOf, progressNoteOf, statusNoteOf } from './server-notes.ts'
import { callAsTask } from './task-call.ts'
import { listToolsOf } from './tool-list.ts'
import type { ListedTool } from './tool-list.ts'
import { readToolResult, refusalOf } from './tool-result.ts'
import type { ResultQuoting } from './tool-result.ts'
import { ToolWatch } from './tool-watch.ts'

export interface ConnectionParts {
  readonly session: McpSession
  readonly request: ToolServerRequest
  readonly quoting: Quoting
  readonly tools: readonly ListedTool[]
  readonly close: () => Promise<void>
}

const NAME_LENGTH_MAX = 200

export class OpenConnection implements ToolServerConnection {
  readonly facts: ToolServerFacts
  readonly #parts: ConnectionParts
  readonly #quoting: ResultQuoting
  readonly #watch: ToolWatch
  /** By the names that the program knows. */
  #tools: ReadonlyMap<string, ListedTool>
  #listing: Promise<readonly ToolServerTool[]> | undefined

  constructor(parts: ConnectionParts) {
    const { session, tools, quoting } = parts
    this.facts = session.facts
    this.#tools = byName(tools)
    this.#parts = parts
    this.#watch = new ToolWatch(session)
    const { onLog } = parts.request
    if (onLog !== undefined) session.onTold('notifications/message', (params) => onLog(logNoteOf(params, quoting)))
    this.#quoting = {
      quote: (text) => quoting.quote(text, NAME_LENGTH_MAX),
      withoutSecrets: (text) => quoting.withoutSecrets(text),
    }
  }

  get status(): ToolServerStatus {
    return this.#parts.session.status
  }

  get tools(): readonly ToolServerTool[] {
    return [...this.#tools.values()]
  }

  changedTools(signal: AbortSignal): Promise<readonly ToolServerTool[]> | undefined {
    if (!this.#watch.isStale || this.status !== 'connected') return undefined
    this.#listing ??= this.#listAgain(signal).finally(() => (this.#listing = undefined))
    return this.#listing
  }

  close(): Promise<void> {
    return this.#parts.close()
  }

  async callTool(name: string, args: JsonObject, signal: AbortSignal): Promise<ToolCallResult> {
    const { session, request, quoting } = this.#parts
    const tool = this.#tools.get(name)
    const params = { name: tool?.exactName ?? name, arguments: args }
    const onProgress = (told: JsonObject): void => request.onProgress?.(name, progressNoteOf(told, quoting))
    const onStatus = (text: string): void => request.onLog?.(statusNoteOf(text, quoting))
    const isTask = tool?.isTask === true && session.offers.tasks
    const answer = isTask
      ? await callAsTask(session, params, { ...this.#limits, signal, onProgress, onStatus })
      : await this.#request('tools/call', params, signal, onProgress)
    const reading = readToolResult(answer, this.#quoting)
    if ('result' in reading) return reading.result
    throw this.#invalid('tools/call', reading.refusal)
  }

  async listResources(signal: AbortSignal): Promise<readonly ServerResource[]> {
    return await listResources(this.#pages(signal), (method, why) => this.#incomplete(method, why))
  }

  async readResource(uri: string, signal: AbortSignal): Promise<readonly ResourceContent[]> {
    const answer = await this.#completeAnswer('resources/read', { uri }, signal)
    const contents = resourceContentsOf(answer)
    if (typeof contents === 'string') throw this.#invalid('resources/read', contents)
    return contents
  }

  async listPrompts(signal: AbortSignal): Promise<readonly ServerPrompt[]> {
    return await listPrompts(this.#pages(signal), (method, why) => this.#incomplete(method, why))
  }

  async getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly PromptMessage[]> {
    const answer = await this.#completeAnswer('prompts/get', { name, arguments: args }, signal)
    const messages = promptMessagesOf(answer, this.#quoting.quote)
    if (typeof messages === 'string') throw this.#invalid('prompts/get', messages)
    return messages
  }

  #request(
    method: string,
    params: JsonObject,
    signal: AbortSignal,
    onProgress?: (params: JsonObject) => void,
  ): Promise<JsonObject> {
    return this.#parts.session.requestWithInput(method, params, {
      ...this.#limits,
      signal,
      ...(onProgress === undefined ? {} : { onProgress }),
    })
  }

  get #limits() {
    const { callIdleTimeoutMs, callTotalTimeoutMs } = this.#parts.request
    return { idleMs: callIdleTimeoutMs, totalMs: callTotalTimeoutMs }
  }

  /** Where that fails, the tools stay those that there were. */
  async #listAgain(signal: AbortSignal): Promise<readonly ToolServerTool[]> {
    this.#watch.renew()
    try {
      this.#tools = byName(await listToolsOf(this.#parts, signal))
    } catch (error) {
      if (!(error instanceof ToolServerFailure)) throw error
      const { kind, detail } = error
      // Of a server that is gone, or a program that ends, more is heard elsewhere.
      if (!['closed', 'died', 'cancelled'].includes(kind))
        this.#parts.request.onWarning({ kind: 'list-kept', subject: 'tools/list', detail: this.#quoting.quote(detail) })
    }
    return this.tools
  }

  async #completeAnswer(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const answer = await this.#request(method, params, signal)
    const refusal = refusalOf(answer, this.#quoting.quote)
    if (refusal !== undefined) throw this.#invalid(method, refusal)
    return answer
  }

  /** All pages together within the limit of a list. */
  #pages(signal: AbortSignal): PageOf {
    const { session, request } = this.#parts
    const endsAt = performance.now() + clampedTimeoutMs(request.listTimeoutMs)
    return (method, params) =>
      session.request(method, params, { totalMs: Math.max(0, endsAt - performance.now()), signal })
  }

  #incomplete(subject: string, detail: string): void {
    this.#parts.request.onWarning({ kind: 'list-incomplete', subject, detail: this.#quoting.quote(detail) })
  }

  #invalid(subject: string, detail: string): Error {
    return this.#parts.session.failure({ kind: 'invalid-answer', subject, detail })
  }
}

function byName(tools: readonly ListedTool[]): ReadonlyMap<string, ListedTool> {
  return new Map(tools.map((tool) => [tool.name, tool]))
}
