/** Answers as objects of the web, over a real connection: to a client that is slow, and to one that has gone. */

import { createServer, request } from 'node:http'
import type { ClientRequest, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendWebResponse } from '../../../../src/adapters/mcp-server/web-exchange.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** A request that `answer` is called for, as soon as the server listens. */
function asked(answer: (response: ServerResponse) => void): Promise<ClientRequest> {
  const listening = createServer((_, response) => {
    answer(response)
  })
  server = listening
  return new Promise((resolve) => {
    listening.listen(0, '127.0.0.1', () => {
      const { port } = listening.address() as AddressInfo
      const client = request({ host: '127.0.0.1', port })
      // It is broken off on purpose.
      client.on('error', () => undefined)
      client.end()
      resolve(client)
    })
  })
}

/** A body of `count` pieces, endless without. */
function bodyOf(piece: Uint8Array<ArrayBuffer>, count = Infinity, cancel: () => void = () => undefined) {
  let given = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 1
      if (given > count) controller.close()
      else controller.enqueue(piece)
    },
    cancel,
  })
}

describe('an answer', () => {
  it('of many large pieces arrives whole, and leaves no listener behind', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    let listeners = Infinity
    const client = await asked((response) => {
      const before = response.listenerCount('close')
      void sendWebResponse(new Response(bodyOf(new Uint8Array(200_000), 40)), response).then(() => {
        listeners = response.listenerCount('close') - before
      })
    })
    const length = await new Promise<number>((resolve) => {
      client.on('response', (answer) => {
        let read = 0
        answer.on('data', (bytes: Buffer) => (read += bytes.length))
        answer.on('end', () => {
          resolve(read)
        })
      })
    })
    expect(length).toBe(8_000_000)
    await vi.waitFor(() => {
      expect(listeners).toBeLessThan(10)
    })
    expect(warned).not.toHaveBeenCalled()
    process.off('warning', warned)
  })

  it('is cancelled when the client goes in the middle', async () => {
    await new Promise<void>((resolve) => {
      void asked((response) => {
        void sendWebResponse(new Response(bodyOf(new Uint8Array(1000), Infinity, resolve)), response)
      }).then((client) => {
        client.on('response', () => client.destroy())
      })
    })
  })

  it('is cancelled when the client goes while nothing comes', async () => {
    await new Promise<void>((resolve) => {
      void asked((response) => {
        void sendWebResponse(
          new Response(
            new ReadableStream({
              cancel: () => {
                resolve()
              },
            }),
          ),
          response,
        )
      }).then((client) => {
        client.on('response', () => client.destroy())
      })
    })
  })

  it('is cancelled when the client has gone before', async () => {
    let client: ClientRequest | undefined
    const isCancelled = new Promise<void>((resolve, reject) => {
      void asked((response) => {
        response.on('close', () => {
          sendWebResponse(new Response(bodyOf(new Uint8Array(1000), Infinity, resolve)), response).catch(reject)
        })
        client?.destroy()
      }).then((made) => (client = made))
    })
    await isCancelled
  })
})
