/**
 * How the process ends: the only file that knows exit statuses and signals.
 *
 * SIGTERM and SIGHUP keep what they do by default, because a handler never runs while a program is busy: the process ends
 * at once, and the guardian of the tool servers ends those.
 */

import { Interrupted } from '../runtime/ports/interrupter.ts'

export const exitStatus = {
  success: 0,
  /** An error was reported. */
  failure: 1,
  /** The command line is wrong, or the program file cannot be read. */
  usage: 2,
  /** 128 + SIGINT, as shells count. */
  interrupted: 130,
  /** 128 + SIGPIPE: nobody reads our output any more. */
  outputClosed: 141,
} as const

/** From 0 to 255; one of those above, or what the program asked for. */
export type ExitStatus = number

/** Ends the process. Everything must have been written and closed before. */
export function leave(status: ExitStatus): never {
  process.exit(status)
}

/**
 * Cancels at the first Ctrl-C; the next one ends the process at once. So does a JavaScript error that nothing catches after
 * the first: what is broken off may be some part of Node that was just being loaded, and fails when it is used again. Call
 * what it gives to listen no longer.
 */
export function cancelOnCtrlC(cancellation: AbortController): () => void {
  const stop = (): void => {
    leave(exitStatus.interrupted)
  }
  const listener = (): void => {
    if (cancellation.signal.aborted) stop()
    cancellation.abort(new Interrupted())
  }
  process.on('SIGINT', listener)
  cancellation.signal.addEventListener('abort', () => {
    for (const event of faultEvents) process.removeAllListeners(event).on(event, stop)
  })
  return () => {
    process.off('SIGINT', listener)
  }
}

/** What Node tells when nothing caught an error, and when nothing is left to wait for. */
const faultEvents = ['uncaughtException', 'unhandledRejection', 'beforeExit'] as const

/**
 * Calls `onFault` with a JavaScript error that nothing caught, and when nothing is left to wait for although no status was
 * decided; once: after a second fault the process ends.
 */
export function catchFaults(onFault: (fault: unknown) => void): void {
  let isFirst = true
  const handle = (fault: unknown): void => {
    if (!isFirst) leave(exitStatus.failure)
    isFirst = false
    onFault(fault)
  }
  process.on('uncaughtException', handle)
  process.on('unhandledRejection', handle)
  process.on('beforeExit', () => {
    handle(new Error('the run stopped before its end'))
  })
  // Node's own warnings speak to people who write JavaScript.
  process.removeAllListeners('warning')
}
