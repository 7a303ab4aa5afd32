/** Serves a program to the one client at standard input and output, until that goes away. */

import type { Readable, Writable } from 'node:stream'
import type { ServedProgram } from '../../runtime/ports/served-program.ts'
import { abortionOf } from '../node/abortion-of.ts'
import { codeOfSystemError } from '../node/system-error.ts'
import { loadServerLibrary, loadStdioLibrary } from './library.ts'
import { protocolServer } from './protocol-server.ts'
import { SuspendedCalls } from './suspended-calls.ts'

export interface StdioServing {
  readonly program: ServedProgram
  readonly name: string
  readonly input: Readable
  /** Only the protocol may write there. */
  readonly output: Writable
  /** Told of what the client sent that is no message, and of what could not be sent. */
  readonly onFault: (fault: string) => void
}

/** A longer message ends the connection: what comes behind it cannot be told apart any more. */
export const MESSAGE_BYTES_MAX = 10 * 1024 * 1024

/** Resolves when the client has gone, or `signal` is aborted. */
export async function serveOverStdio(serving: StdioServing, signal: AbortSignal): Promise<void> {
  const { program, name, input, output, onFault } = serving
  const [library, { serveStdio, StdioServerTransport }] = await Promise.all([loadServerLibrary(), loadStdioLibrary()])
  const served = { library, program, name, suspended: new SuspendedCalls() }
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MESSAGE_BYTES_MAX })
  const hasLeft = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error'] as const) input.once(event, resolve)
    for (const event of ['close', 'error'] as const) output.once(event, resolve)
    if (input.readableEnded || input.destroyed) resolve()
  })
  const handle = serveStdio(({ era }) => protocolServer(served, era), {
    transport,
    onerror: (error) => {
      // That it has gone is no fault of the client.
      if (codeOfSystemError(error) !== 'EPIPE') onFault(error.message)
    },
  })
  const hasClosed = closed(transport)
  await Promise.race([hasLeft, hasClosed, abortionOf(signal)])
  await handle.close()
}

/** The library closes the transport itself where a message is too long. */
function closed(transport: { onclose?: () => void }): Promise<void> {
  return new Promise((resolve) => {
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
}
