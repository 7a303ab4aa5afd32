/** Starts `writer.ts` and listens to what it acknowledges. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const writer = fileURLToPath(new URL('writer.ts', import.meta.url))

export interface WriterEnd {
  /** The numbers whose `remember` had returned. */
  readonly acknowledged: readonly number[]
  readonly status: number | null
  readonly errorText: string
}

export interface WriterSettings {
  readonly path: string
  readonly prefix: string
  readonly count: number
  /** Kills it with SIGKILL this long after it is ready. Milliseconds. */
  readonly killAfterMs?: number
}

export function runWriter({ path, prefix, count, killAfterMs }: WriterSettings): Promise<WriterEnd> {
  const child = spawn(process.execPath, [writer, path, prefix, String(count)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errorText = ''
  child.stdout.on('data', (chunk: Buffer) => {
    if (output === '' && killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => (errorText += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      // The piece after the last line end is empty, or a number that was not printed to its end.
      const lines = output.split('\n').slice(0, -1)
      resolve({ acknowledged: lines.slice(1).map(Number), status, errorText })
    })
  })
}
