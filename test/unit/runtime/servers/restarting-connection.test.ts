import { describe, expect, it } from 'vitest'
import { ToolServerFailure } from '../../../../src/runtime/ports/tool-servers.ts'
import type { ToolServerConnection } from '../../../../src/runtime/ports/tool-servers.ts'
import { restartingConnection } from '../../../../src/runtime/servers/restarting-connection.ts'
import { connectionOf, textResult } from '../tools/trial-tools.ts'

const signal = new AbortController().signal

/** A server that ends in the call after `callCount` others; then nothing is sent any more. */
function mortal(callCount: number) {
  const state = { sent: 0, closed: 0 }
  const connection = connectionOf({
    callTool: () => {
      if (state.sent > callCount) return Promise.reject(new ToolServerFailure({ kind: 'died' }))
      state.sent += 1
      if (state.sent <= callCount) return Promise.resolve(textResult('done'))
      return Promise.reject(new ToolServerFailure({ kind: 'died', subject: 'tools/call' }))
    },
    close: () => {
      state.closed += 1
      return Promise.resolve()
    },
  })
  return { connection, state }
}

const call = (connection: ToolServerConnection) => connection.callTool('a', {}, signal)

describe('a connection that is restarted', () => {
  it('fails the call that met the end, and starts the server for the next', async () => {
    const servers = [mortal(0), mortal(1)]
    const [first, second] = servers
    const connection = restartingConnection(first?.connection ?? fail(), () =>
      Promise.resolve(second?.connection ?? fail()),
    )
    await expect(call(connection)).rejects.toMatchObject({ kind: 'died', subject: 'tools/call' })
    expect((await call(connection)).parts).toEqual(textResult('done').parts)
    expect(servers.map(({ state }) => state.sent)).toEqual([1, 1])
    await connection.close()
    expect(servers.map(({ state }) => state.closed)).toEqual([1, 1])
  })

  it('starts it once for calls that meet the same end', async () => {
    let startCount = 0
    const first = mortal(0)
    const connection = restartingConnection(first.connection, () => {
      startCount += 1
      return Promise.resolve(mortal(9).connection)
    })
    await expect(call(connection)).rejects.toThrow()
    await Promise.all([call(connection), call(connection), call(connection)])
    expect(startCount).toBe(1)
  })

  it('gives up after ten times', async () => {
    let startCount = 0
    const connection = restartingConnection(mortal(0).connection, () => {
      startCount += 1
      return Promise.resolve(mortal(0).connection)
    })
    for (let count = 0; count < 30; count += 1) await expect(call(connection)).rejects.toMatchObject({ kind: 'died' })
    expect(startCount).toBe(10)
  })

  it('tells why it could not be started, and tries again for the next call', async () => {
    let startCount = 0
    const connection = restartingConnection(mortal(0).connection, () => {
      startCount += 1
      return Promise.reject(new ToolServerFailure({ kind: 'start-failed' }))
    })
    await expect(call(connection)).rejects.toMatchObject({ kind: 'died' })
    for (let count = 0; count < 2; count += 1)
      await expect(call(connection)).rejects.toMatchObject({ kind: 'start-failed' })
    expect(startCount).toBe(2)
  })

  it('is not started after it was closed', async () => {
    const connection = restartingConnection(mortal(0).connection, () => fail())
    await expect(call(connection)).rejects.toThrow()
    await connection.close()
    await expect(call(connection)).rejects.toMatchObject({ kind: 'died' })
  })
})

function fail(): never {
  throw new Error('it was not to be started')
}
