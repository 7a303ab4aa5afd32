/**
 * Tool servers that are compared with a lock before a program gets them.
 *
 * The comparison stands around the port, so that every connection passes it, one that is started again too, and no tool is
 * offered before. The lock is read when the first server is connected: most programs have none.
 */

import type { EnvironmentPort } from '../../ports/environment.ts'
import type { SecretsPort } from '../../ports/secrets.ts'
import type { SourcesPort, SourceText } from '../../ports/sources.ts'
import { ToolServerFailure } from '../../ports/tool-servers.ts'
import type { ToolServersPort } from '../../ports/tool-servers.ts'
import { passingConnection } from '../passing-connection.ts'
import { driftOf } from './lock-drift.ts'
import type { LockReading, Servers } from './lock-file.ts'
import { readLock } from './lock-file.ts'
import type { LockSurroundings } from './locked-server.ts'
import { lockedServer } from './locked-server.ts'

export interface LockChoice {
  /** Absolute. There may be no such file. */
  readonly path: string
  /** Whether a server must be in the lock, and the lock be there. */
  readonly isFrozen: boolean
}

export interface LockPorts {
  readonly environment: EnvironmentPort
  readonly secrets: SecretsPort
  readonly sources: SourcesPort
}

export function lockedToolServers(servers: ToolServersPort, lock: LockChoice, ports: LockPorts): ToolServersPort {
  const shownPath = ports.sources.shownAs(lock.path)
  const surroundings = lockSurroundings(lock.path, ports)
  let reading: Promise<LockReading | undefined> | undefined
  return {
    async connect(request, signal) {
      reading ??= readingOf(ports.sources.read(lock.path))
      const locked = serversIn(await reading, shownPath)
      const expected = locked?.get(request.name)
      if (expected === undefined && lock.isFrozen) {
        throw new ToolServerFailure({
          kind: 'not-locked',
          subject: shownPath,
          detail: locked === undefined ? 'no-lock' : '',
        })
      }
      const connection = await servers.connect(request, signal)
      if (expected === undefined) {
        if (locked !== undefined) request.onWarning({ kind: 'not-locked', subject: shownPath, detail: '' })
        return connection
      }
      const compare = async (): Promise<void> => {
        const drift = driftOf(expected, await lockedServer(request, connection, surroundings))
        if (drift === undefined) return
        const { summary: detail, lines: facts } = drift
        await connection.close()
        throw new ToolServerFailure({ kind: 'lock-drift', subject: shownPath, detail, facts })
      }
      await compare()
      return passingConnection(connection, {
        changedTools: (signalOfCall) =>
          connection.changedTools(signalOfCall)?.then(async (tools) => {
            await compare()
            return tools
          }),
      })
    },
    closeAll: () => servers.closeAll(),
  }
}

export function lockSurroundings(path: string, { environment, secrets }: Omit<LockPorts, 'sources'>): LockSurroundings {
  return {
    folder: path.replace(/[/\\][^/\\]*$/, '') || '/',
    home: environment.get('HOME') ?? environment.get('USERPROFILE'),
    withoutSecrets: (text) => secrets.replacedIn(text),
  }
}

/** Undefined where there is no lock. */
async function readingOf(source: SourceText): Promise<LockReading | undefined> {
  switch (source.kind) {
    case 'text':
      return await readLock(source.text)
    case 'missing':
      return undefined
    case 'folder':
      return { kind: 'faulty', fault: 'it is a folder' }
    case 'unreadable':
      return { kind: 'faulty', fault: `it cannot be read (${source.reason})` }
    case 'not-utf8':
      return { kind: 'faulty', fault: `it is no text in UTF-8 (line ${source.line})` }
    case 'too-large':
      return { kind: 'faulty', fault: `it has more than ${source.bytesMax} bytes` }
  }
}

function serversIn(reading: LockReading | undefined, shownPath: string): Servers | undefined {
  if (reading?.kind !== 'faulty') return reading?.servers
  throw new ToolServerFailure({ kind: 'lock-unusable', subject: shownPath, detail: reading.fault })
}
