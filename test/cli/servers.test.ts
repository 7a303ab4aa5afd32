/** Whichever way a program ends, the servers it started end too. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { endOf, ProgramFolder, repository, startSense, untilPrinted } from './sense-process.ts'

const programs = new ProgramFolder()
const deafServer = join(repository, 'test/mcp/fixture-server.ts')
const server = join(repository, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')

afterAll(() => {
  programs.remove()
})

/** A program that connects to a server, which can be told by the folder of this test, and then does `rest`. */
function programWith(rest: string): string {
  const connect = `files = connect_mcp("files", ${JSON.stringify(process.execPath)}, [${JSON.stringify(server)}, ${JSON.stringify(programs.path)}])`
  return programs.add('connects.sns', `${connect}\nprint("connected", len(files.tools) > 0)\n${rest}\n`)
}

/** The numbers of processes that have the folder of this test in their command line, and are no `sense`. */
function serversLeft(program = server): readonly string[] {
  return readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false
    const words = commandLineOf(entry).split('\0')
    return words.includes(program) && words.some((word) => word.startsWith(programs.path))
  })
}

function commandLineOf(processNumber: string): string {
  try {
    return readFileSync(`/proc/${processNumber}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function untilGone(program = server): Promise<readonly string[]> {
  const deadline = performance.now() + 8_000
  while (serversLeft(program).length > 0 && performance.now() < deadline) {
    await pause(50)
  }
  return serversLeft(program)
}

describe.skipIf(!existsSync('/proc'))('no server is left', () => {
  it.each([
    ['when the program ends', 'print("end")', 0],
    ['when it closes the server itself, twice', 'files.close()\nfiles.close()', 0],
    ['when it fails', 'print(1 / 0)', 1],
  ])('%s', async (_way, rest, status) => {
    const ending = await endOf(startSense(['run', programWith(rest)]))
    expect(ending).toMatchObject({ status, stdout: expect.stringContaining('connected true') as string })
    expect(serversLeft()).toEqual([])
  })

  it.each([
    ['Ctrl-C in a busy loop', 'SIGINT', 'while true: x = 1', { status: 130, signal: null }],
    ['Ctrl-C while it waits', 'SIGINT', 'ask_human("?")', { status: 130, signal: null }],
    ['SIGTERM in a busy loop', 'SIGTERM', 'while true: x = 1', { status: null, signal: 'SIGTERM' }],
    ['SIGHUP while it waits', 'SIGHUP', 'ask_human("?")', { status: null, signal: 'SIGHUP' }],
    ['kill -9', 'SIGKILL', 'while true: x = 1', { status: null, signal: 'SIGKILL' }],
  ] as const)('after %s', async (_way, signal, rest, expected) => {
    const child = startSense(['run', programWith(rest)])
    const ending = endOf(child)
    await untilPrinted(child, 'connected')
    // From the print into the loop or the question.
    await pause(50)
    expect(serversLeft()).toHaveLength(1)
    child.kill(signal)
    expect(await ending).toMatchObject(expected)
    expect(await untilGone()).toEqual([])
  })

  it.each([
    ['that is deaf', 'deaf', 'while true: x = 1'],
    ['that is deaf, during its end', 'deaf', 'deaf.close()'],
    ['that is deaf, after the end of the program', 'deaf', ''],
    ['that says nothing when it starts', 'never', ''],
  ])('Ctrl-C does not wait for a server %s', async (_what, mode, rest) => {
    const words = [deafServer, mode, join(programs.path, 'journal')].map((word) => JSON.stringify(word))
    const connect = `deaf = connect_mcp("deaf", ${JSON.stringify(process.execPath)}, [${words.join(', ')}])`
    const child = startSense(['run', programs.add('deaf.sns', `print("starting")\n${connect}\n${rest}\n`)])
    const ending = endOf(child)
    await untilPrinted(child, 'starting')
    while (serversLeft(deafServer).length === 0) await pause(20)
    await pause(400)
    child.kill('SIGINT')
    expect(await ending).toMatchObject({ status: 130, stderr: '' })
    if (mode === 'deaf') expect(serversLeft(deafServer)).toHaveLength(1)
    expect(await untilGone(deafServer)).toEqual([])
  })
})
