/**
 * One server process as a two-way channel of messages.
 *
 * It owns the process: it reads both outputs all the time, writes without waiting, and notices the end of the server at
 * once, whichever way it shows: the process exits, its stdout closes, its stdin refuses. It knows JSON but no protocol.
 */

import type { Readable } from 'node:stream'
import { unreadInput } from '../node/unread-input.ts'
import type { SupervisedChild } from '../node/supervised-child.ts'
import type { JsonObject } from '../../runtime/ports/json.ts'
import type { ProcessExit } from '../../runtime/ports/tool-servers.ts'
import { LineFramer } from './line-framer.ts'
import { mayEndMessage, MessageReader } from './message-reader.ts'
import type { Quoting } from './quoted-text.ts'
import type { ChannelDeath, ChannelReceiver, ChannelTap, SessionChannel } from './session-channel.ts'
import { StderrTail } from './stderr-tail.ts'

export interface ChannelOptions {
  readonly quoting: Quoting
  readonly messageBytesMax: number
  readonly tap?: ChannelTap | undefined
  /** Called once, with how the noise began. */
  readonly onNoise: (text: string) => void
}

/** After the exit, what is still in the pipe arrives within this time, however long others keep the pipe open. */
const DRAIN_QUIET_MS = 50
/** A process that the server left behind may go on writing for ever. */
const DRAIN_MS_MAX = 500
/** When a pipe closed, the exit that explains it usually follows at once, or after what an exit handler does. */
const EXIT_FOLLOWS_MS = 700
/** A message without a line break is taken after this pause. */
const UNTERMINATED_PAUSE_MS = 50
/** The pause is longer where more has to be looked through, perhaps in vain and again: some twenty times what that takes. */
const UNTERMINATED_BYTES_PER_MS = 20_000
/** However much it is, it is not kept waiting for longer. */
const UNTERMINATED_PAUSE_MS_MAX = 2_000
/** Whoever prints a message over several lines prints them at once. */
const HELD_QUIET_MS = 900
/** More than this unread means that the server does not read at all. */
const UNSENT_BYTES_MAX = 64 * 1024 * 1024
/** More than a server leaves unread that is only slow. */
const BACKED_UP_BYTES = 16 * 1024 * 1024
const NOISE_LENGTH_MAX = 200
const QUOTE_LENGTH_MAX = 2_000

export class ServerChannel implements SessionChannel {
  receiver: ChannelReceiver | undefined
  readonly #dying = Promise.withResolvers<ChannelDeath>()
  readonly #speaking = Promise.withResolvers<undefined>()
  readonly died = this.#dying.promise
  readonly spoke = this.#speaking.promise
  death: ChannelDeath | undefined
  /** It sent back something that we had sent. */
  hasEchoed = false
  /** The first text on stdout that was no message. */
  firstNoise: string | undefined
  lastOutputAt = -Infinity
  readonly #child: SupervisedChild
  readonly #options: ChannelOptions
  readonly #framer: LineFramer
  readonly #reader: MessageReader
  readonly #stderr = new StderrTail()
  readonly #isInputUnread: () => boolean
  #hasSpokenMcp = false
  #isOver = false
  #unterminatedTimer: NodeJS.Timeout | undefined
  #heldTimer: NodeJS.Timeout | undefined
  /** The same as `lastOutputAt`, for both outputs. */
  #lastByteAt = 0

  constructor(child: SupervisedChild, options: ChannelOptions) {
    this.#child = child
    this.#options = options
    this.#isInputUnread = unreadInput(child.stdin)
    this.#reader = new MessageReader(
      {
        message: (message) => {
          this.#hasSpokenMcp = true
          options.tap?.('from server', message)
          this.receiver?.message(message)
        },
        unreadable: (id, reason) => this.receiver?.unreadable(id, reason),
        noise: (text) => {
          options.tap?.('from server', text)
          this.#noise(text)
        },
      },
      options.messageBytesMax,
    )
    this.#framer = new LineFramer(
      {
        line: (text) => this.#reader.line(text),
        tooLong: (beginning) => this.#reader.tooLong(beginning),
        tooLongEnded: (ending) => this.#reader.tooLongEnded(ending),
      },
      options.messageBytesMax,
    )
    this.#listen()
  }

  get exit(): ProcessExit | undefined {
    return this.#child.exit
  }

  get isOpen(): boolean {
    return !this.#isOver
  }

  /** It ended before it had read anything. */
  get endedUnread(): boolean {
    return !this.#hasSpokenMcp && this.#isInputUnread()
  }

  /** So much is unread on its input that nothing should be added that can be left out. */
  get isBackedUp(): boolean {
    return this.#child.stdin.writableLength > BACKED_UP_BYTES
  }

  /** The last lines of stderr, fit to be shown. */
  stderrLines(): readonly string[] {
    return this.#stderr.lines(this.#options.quoting)
  }

  /** Text of this server, fit to be shown. */
  quote(text: string): string {
    return this.#options.quoting.quote(text, QUOTE_LENGTH_MAX)
  }

  /** Text that is no message: the first on stdout, or what it has not ended with a line break, such as a question. */
  get said(): string | undefined {
    const rest = this.#framer.rest().slice(0, QUOTE_LENGTH_MAX).trim()
    return this.firstNoise ?? (rest === '' ? undefined : this.#options.quoting.quote(rest, NOISE_LENGTH_MAX))
  }

  /** Takes note of a message that is one of ours: a server that logs what it gets on stdout, or no server at all. */
  echoed(what: string): void {
    this.hasEchoed = true
    this.#noise(`its own input, ${what}`)
  }

  /** Writes a message. Throws when the server is gone or has stopped reading long ago. */
  send(message: JsonObject): void {
    if (this.#isOver) throw new Error('the channel is closed')
    if (this.#child.stdin.writableLength > UNSENT_BYTES_MAX) throw new Error('the server has stopped reading')
    this.#options.tap?.('to server', message)
    this.#write(`${JSON.stringify(message)}\n`)
  }

  /** The first message of a turn goes out at once, those that follow in it together: each write asks the system once. */
  #write(line: string): void {
    const { stdin } = this.#child
    stdin.write(line)
    if (stdin.writableCorked > 0) return
    stdin.cork()
    process.nextTick(() => stdin.uncork())
  }

  /** Ends the server with everything it started; resolves when it is gone. Harmless when repeated. */
  async end(politeMs: number): Promise<void> {
    this.#finish()
    await this.#child.end(politeMs)
  }

  #listen(): void {
    const { stdin, stdout, stderr, exited } = this.#child
    stdout.on('data', (chunk: Buffer) => this.#read(chunk))
    stderr.on('data', (chunk: Buffer) => {
      this.#lastByteAt = performance.now()
      this.#stderr.push(chunk)
    })
    stderr.on('error', () => undefined)
    stdin.on('error', () => void this.#pipeClosed('it no longer reads its input'))
    stdout.on('error', () => void this.#pipeClosed('its output cannot be read'))
    stdout.on('end', () => void this.#pipeClosed('it closed its output'))
    void exited.then(() => this.#exited())
  }

  #read(chunk: Buffer): void {
    this.lastOutputAt = performance.now()
    this.#lastByteAt = this.lastOutputAt
    this.#speaking.resolve(undefined)
    // While the server is being ended its output is read, so that it does not block, but means nothing any more.
    if (this.#isOver) return
    clearTimeout(this.#unterminatedTimer)
    clearTimeout(this.#heldTimer)
    try {
      this.#framer.push(chunk)
    } catch (error) {
      // Whatever a server writes, it must not end the program that reads it.
      this.#die(`its output cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      return
    }
    this.#watchUnterminated()
    if (this.#reader.isHolding) this.#heldTimer = setTimeout(() => void this.#giveUpHeld(), HELD_QUIET_MS)
  }

  /** A message over several lines has stopped in the middle: whoever waits for it waits in vain. */
  async #giveUpHeld(): Promise<void> {
    const seenAt = this.lastOutputAt
    // One turn of the event loop, so that bytes that waited while the program was busy are read.
    await new Promise((resolve) => setImmediate(resolve))
    if (this.lastOutputAt === seenAt && !this.#isOver) this.#reader.end()
  }

  /** A server may forget the last line break and wait for our next message. */
  #watchUnterminated(): void {
    const { restBytes } = this.#framer
    if (restBytes === 0) return
    const pauseMs = Math.min(UNTERMINATED_PAUSE_MS + restBytes / UNTERMINATED_BYTES_PER_MS, UNTERMINATED_PAUSE_MS_MAX)
    this.#unterminatedTimer = setTimeout(() => this.#takeUnterminated(), pauseMs)
  }

  #takeUnterminated(): void {
    const rest = this.#framer.rest()
    if (this.#framer.isRestTooLong) {
      // Its beginning is gone and has been told of; what comes next is a line of its own, if this may be the end.
      if (mayEndMessage(rest)) this.#framer.end()
      return
    }
    const length = this.#reader.readableLength(rest)
    if (length > 0) this.#framer.take(rest.slice(0, length))
  }

  #noise(text: string): void {
    if (this.firstNoise !== undefined) return
    this.firstNoise = this.#options.quoting.quote(text, NOISE_LENGTH_MAX)
    this.#options.onNoise(this.firstNoise)
  }

  /** Others may hold the pipes for ever; what the server itself wrote is there at once. */
  async #exited(): Promise<void> {
    const { stdout, stderr } = this.#child
    const drainedAt = performance.now() + DRAIN_MS_MAX
    while (!this.#isOver && !(hasEnded(stdout) && hasEnded(stderr)) && performance.now() < drainedAt) {
      const seenAt = this.#lastByteAt
      await new Promise((resolve) => setTimeout(resolve, DRAIN_QUIET_MS))
      // One turn of the event loop, so that bytes that waited while the program was busy are read.
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#lastByteAt === seenAt) break
    }
    this.#die('')
  }

  async #pipeClosed(detail: string): Promise<void> {
    if (this.#isOver) return
    let timer: NodeJS.Timeout | undefined
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, EXIT_FOLLOWS_MS)))
    await Promise.race([this.#child.exited, waited])
    clearTimeout(timer)
    if (this.#child.exit === undefined) this.#die(detail)
  }

  #die(detail: string): void {
    if (this.#isOver) return
    this.#framer.end()
    this.#reader.end()
    this.death = { exit: this.#child.exit, detail }
    this.#finish()
    this.#dying.resolve(this.death)
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#unterminatedTimer)
    clearTimeout(this.#heldTimer)
    this.receiver?.ended()
  }
}

function hasEnded(stream: Readable): boolean {
  return stream.readableEnded || stream.destroyed
}
