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
import { clampedTimeoutMs } from './call-limit.ts'
import type { McpSession } from './mcp-session.ts'
import { listPrompts, promptMessagesOf } from './prompts.ts'
import type { Quoting } from './quoted-text.ts'
import { listResources, resourceContentsOf } from './resources.ts'
import type { PageOf } from './resources.ts'
import type { ListedTool } from './tool-list.ts'
import { logNoteOf, progressNoteOf } from './server-notes.ts'
import { readToolResult, refusalOf } from './tool-result.ts'
import type { ResultQuoting } from './tool-result.ts'

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
  readonly tools: readonly ToolServerTool[]
  readonly #parts: ConnectionParts
  readonly #quoting: ResultQuoting
  /** What the server calls a tool, by the name that the program knows. */
  readonly #exactNames: ReadonlyMap<string, string>

  constructor(parts: ConnectionParts) {
    const { session, tools, quoting } = parts
    this.facts = session.facts
    this.tools = tools
    this.#parts = parts
    this.#exactNames = new Map(tools.map(({ name, exactName }) => [name, exactName]))
    const { onLog } = parts.request
    if (onLog !== undefined) session.listenToLog((params) => onLog(logNoteOf(params, quoting)))
    this.#quoting = {
      quote: (text) => quoting.quote(text, NAME_LENGTH_MAX),
      withoutSecrets: (text) => quoting.withoutSecrets(text),
    }
  }

  get status(): ToolServerStatus {
    return this.#parts.session.status
  }

  close(): Promise<void> {
    return this.#parts.close()
  }

  async callTool(name: string, args: JsonObject, signal: AbortSignal): Promise<ToolCallResult> {
    const exactName = this.#exactNames.get(name) ?? name
    const { request, quoting } = this.#parts
    const onProgress = (params: JsonObject): void => request.onProgress?.(name, progressNoteOf(params, quoting))
    const answer = await this.#request('tools/call', { name: exactName, arguments: args }, signal, onProgress)
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
    const { session, request } = this.#parts
    const limits = { idleMs: request.callIdleTimeoutMs, totalMs: request.callTotalTimeoutMs }
    return session.requestWithInput(method, params, {
      ...limits,
      signal,
      ...(onProgress === undefined ? {} : { onProgress }),
    })
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
