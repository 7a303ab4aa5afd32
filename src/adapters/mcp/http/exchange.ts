/** One message on its way to a server over HTTP, and what came back for it. */

import type { JsonObject } from '../../../runtime/ports/json.ts'
import { idText } from '../answer.ts'
import { fieldOf, isJsonObject, textField } from '../json-shape.ts'
import type { Refusal } from './http-refusal.ts'

export class Exchange {
  /** What it is found by, unlike its id even where that is given twice. */
  readonly key: string
  readonly message: JsonObject
  /** Undefined for a message that is no request. */
  readonly id: string | undefined
  readonly method: string | undefined
  readonly aborter = new AbortController()
  /** Resolves when nothing more will come for it. */
  readonly over: Promise<void>
  isAnswered = false
  /** Its answer comes, if it comes, in a stream of events that is still open. */
  isStreaming = false
  /** It was sent once more, in a new session. */
  isRepeated = false
  refusal: Refusal | undefined
  contentType = ''
  /** Text that came instead of a message. */
  noise = ''
  #noteOver: () => void = () => undefined

  constructor(key: string, message: JsonObject) {
    this.key = key
    this.message = message
    this.method = textField(message, 'method')
    this.id = this.method === undefined ? undefined : idText(fieldOf(message, 'id'))
    this.over = new Promise((resolve) => (this.#noteOver = resolve))
  }

  /** Whether it is of the newer era, in which a request is cancelled by closing its stream. */
  get isModern(): boolean {
    const params = fieldOf(this.message, 'params')
    const meta = isJsonObject(params) ? fieldOf(params, '_meta') : undefined
    return isJsonObject(meta) && fieldOf(meta, 'io.modelcontextprotocol/protocolVersion') !== undefined
  }

  end(): void {
    this.#noteOver()
  }

  /** Closes what is still open for it. */
  abort(): void {
    this.aborter.abort()
    this.#noteOver()
  }
}
