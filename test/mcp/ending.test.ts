import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { GUARDIAN_SCRIPT } from '../../src/adapters/node/guardian-script.ts'
import { createProcessTable, descendantsOf, readPs } from '../../src/adapters/node/process-table.ts'
import { endProcessTree } from '../../src/adapters/node/process-tree.ts'
import { call, createBench, entriesOf, processesWith, textOf, until } from './harness.ts'

async function timed(action: Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await action
  return performance.now() - begun
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

describe('closing', () => {
  test('a polite server saves its state', async () => {
    const bench = createBench()
    const connection = await bench.fixture('saving', {}, 300)
    await connection.close()
    expect(bench.journal()).toContain('saved')
  })

  test('a server deaf to the end of its input gets TERM', async () => {
    const connection = await createBench().fixture('deaf-to-end')
    const ms = await timed(connection.close())
    expect(ms).toBeGreaterThan(950)
    expect(ms).toBeLessThan(5_000)
  })

  test('a server deaf to TERM gets KILL', async () => {
    const bench = createBench()
    const connection = await bench.fixture('deaf')
    expect(await timed(connection.close())).toBeLessThan(8_000)
    expect(bench.journal()).toContain('heard TERM')
  })

  test.each([{}, { holdsPipe: true }, { detached: true }, { detached: true, holdsPipe: true }])(
    'a grandchild is ended: %o',
    async (args) => {
      const connection = await createBench().fixture('plain')
      const started = Number(textOf(await call(connection, 'grandchild', args)))
      expect(process.kill(started, 0)).toBe(true)
      expect(await timed(connection.close())).toBeLessThan(5_000)
    },
  )

  test('a grandchild of a server that died by itself is ended', async () => {
    const connection = await createBench().fixture('plain')
    await call(connection, 'grandchild', { detached: true, holdsPipe: true, then: 'die' }).catch(() => undefined)
    await connection.close()
  })

  test('a server behind a shell is ended', async () => {
    const bench = createBench()
    const connection = await bench.connect({
      command: 'sh',
      args: [
        '-c',
        `"${process.execPath}" "$0" deaf-to-end; true`,
        fileURLToPath(new URL('fixture-server.ts', import.meta.url)),
      ],
    })
    await connection.close()
  })

  test('closing again, and all at once', async () => {
    const bench = createBench()
    const connections = await Promise.all(
      ['deaf-to-end', 'saving', 'plain', 'plain'].map((mode) => bench.fixture(mode, {}, 300)),
    )
    const ms = await timed(
      Promise.all([
        ...connections.map((connection) => connection.close()),
        bench.servers.closeAll(),
        bench.servers.closeAll(),
      ]),
    )
    expect(ms).toBeLessThan(8_000)
    await bench.servers.closeAll()
  })

  test('the guardian goes with the last server, and comes back with the next', async () => {
    const bench = createBench()
    const guardians = async () => {
      const entries = await createProcessTable('linux')()
      return entries.filter((entry) => entry.parent === process.pid && entry.group === entry.pid).length
    }
    for (let round = 0; round < 2; round += 1) {
      await bench.fixture('plain')
      expect(await guardians()).toBe(2)
      await bench.servers.closeAll()
      expect(await guardians()).toBe(0)
    }
  })

  const shells = ['/bin/sh', '/bin/dash', '/bin/bash', '/bin/busybox'].filter((shell) => existsSync(shell))
  test.concurrent.each(shells)('the guardian under %s ends what was watched, and nothing else', async (shell) => {
    const guardian = spawn(shell, [
      ...(shell.endsWith('busybox') ? ['sh'] : []),
      ...['-c', GUARDIAN_SCRIPT, 'sense-guardian', 'no-process-carries-this'],
    ])
    const start = (script: string) => {
      const child = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
      const exit = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
      return { group: child.pid ?? 0, exit, said: new Promise((resolve) => child.stdout.once('data', resolve)) }
    }
    const deaf = start("trap '' TERM; echo; while :; do sleep 1; done")
    const forgotten = start('echo; sleep 60')
    await Promise.all([deaf.said, forgotten.said])
    guardian.stdin.write(`+ ${deaf.group}\n+ ${forgotten.group}\n- ${forgotten.group}\n`)
    guardian.stdin.end()
    expect(await deaf.exit).toBe('SIGKILL')
    process.kill(-forgotten.group, 'SIGUSR1')
    expect(await forgotten.exit).toBe('SIGUSR1')
  })

  test('nobody gets TERM twice', async () => {
    const bench = createBench()
    const connection = await bench.fixture('deaf')
    await connection.close()
    expect(bench.journal().filter((entry) => JSON.stringify(entry) === '"heard TERM"')).toHaveLength(1)
  })

  test('a guardian that somebody has ended gets a successor, which knows of everything', async () => {
    const bench = createBench()
    await bench.fixture('plain')
    const guardian = async () =>
      (await createProcessTable('linux')()).find(
        ({ pid, parent }) => parent === process.pid && commandLineOf(pid).includes('sense-guardian'),
      )
    const first = await guardian()
    process.kill(first?.pid ?? 0, 'SIGKILL')
    await until(async () => (await createProcessTable('linux')()).every(({ pid }) => pid !== first?.pid))
    await bench.fixture('plain')
    expect(await guardian()).toBeDefined()
  })

  test('a process that one picture misses is ended all the same', async () => {
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
    const table = createProcessTable('linux')
    let isFirst = true
    const blinking = async () => {
      const entries = await table()
      const seen = isFirst ? entries.filter((entry) => entry.pid !== child.pid) : entries
      isFirst = false
      return seen
    }
    await endProcessTree({ group: child.pid ?? 0, mark: 'no-process-carries-this', noted: new Set(), table: blinking })
    expect(await ended).toBe('SIGTERM')
  })

  test('processes are found by descent where marks cannot be read', async () => {
    const connection = await createBench().fixture('plain')
    const started = Number(textOf(await call(connection, 'grandchild', { detached: true })))
    const entries = await readPs()
    expect(descendantsOf(process.pid, entries)).toContain(started)
    expect(entries.find((entry) => entry.pid === started)).toMatchObject({ group: started, isZombie: false })
  })

  test('a slow server delays only its own end', async () => {
    const bench = createBench()
    const [slow, quick] = await Promise.all([bench.fixture('deaf-to-end'), bench.fixture('plain')])
    const slowEnd = slow.close()
    let isSlowEnded = false
    void slowEnd.then(() => (isSlowEnded = true))
    await quick.close()
    expect(isSlowEnded).toBe(false)
    await slowEnd
  })
})

describe.concurrent('the end of the program', () => {
  const run = async (how: string, mode: string, args: object, signal?: NodeJS.Signals) => {
    const mark = `test-${randomBytes(8).toString('hex')}`
    const folder = mkdtempSync(join(tmpdir(), 'sense-mcp-'))
    const journal = join(folder, 'journal')
    const host = spawn(
      process.execPath,
      [fileURLToPath(new URL('host.ts', import.meta.url)), how, mode, JSON.stringify(args), journal],
      {
        env: { ...process.env, SENSE_RUN: mark },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    )
    let output = ''
    let errors = ''
    host.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    host.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const ended = new Promise<[number | null, string | null]>((resolve) => host.once('exit', (...how) => resolve(how)))
    await until(() => output.includes('ready') || host.exitCode !== null || host.signalCode !== null, 15_000)
    // To its whole group, as a terminal does.
    if (signal !== undefined && host.pid !== undefined) process.kill(-host.pid, signal)
    const exit = await ended
    await until(async () => (await processesWith(mark)).length === 0)
    const entries = existsSync(journal) ? entriesOf(journal) : []
    rmSync(folder, { recursive: true })
    return { output, errors, exit, entries }
  }

  test('kill -9 leaves nothing', async () => {
    expect((await run('wait', 'plain', { detached: true }, 'SIGKILL')).exit).toEqual([null, 'SIGKILL'])
  })

  test('kill -9 of a host with a server that is deaf to everything', async () => {
    await run('wait', 'deaf', {}, 'SIGKILL')
  })

  test('kill -9 lets a server save its state', async () => {
    expect((await run('wait', 'saving', {}, 'SIGKILL')).entries).toContain('saved')
  })

  test('Ctrl-C in the terminal of a host that does not listen for it', async () => {
    expect((await run('wait', 'deaf-to-end', { detached: true }, 'SIGINT')).exit).toEqual([null, 'SIGINT'])
  })

  test('SIGTERM ends a host in a busy loop and its servers', async () => {
    expect((await run('spin', 'deaf-to-end', { detached: true }, 'SIGTERM')).exit).toEqual([null, 'SIGTERM'])
  })

  test.each(['SIGKILL', 'SIGTERM', 'SIGHUP'])('%s right when a server has been started', async (signal) => {
    expect((await run(signal, 'deaf', {})).exit).toEqual([null, signal])
  })

  test('an uncaught error and process.exit leave nothing', async () => {
    expect((await run('throw', 'plain', { detached: true })).errors).toContain('on purpose')
    expect((await run('exit', 'deaf', {})).exit).toEqual([7, null])
  })

  test('a host that closes its servers ends by itself, and nothing of a noisy server is on its output', async () => {
    const { output, errors, exit } = await run('end', 'banner', {})
    expect(exit).toEqual([0, null])
    expect(output).toBe('ready\n')
    expect(errors).toBe('')
  })
})
