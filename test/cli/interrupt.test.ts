/** Ctrl-C: wherever it strikes, the program ends at once, with 130, and loses nothing that it has printed. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { endlessPrograms, interrupt } from './interruption.ts'
import { endOf, ProgramFolder, repository, startSense, untilPrinted } from './sense-process.ts'

const programs = new ProgramFolder()
const fixtureServer = join(repository, 'test/mcp/fixture-server.ts')

afterAll(() => {
  programs.remove()
})

/** Far more than the 100 ms that `npm run bench -- interrupt` shows: a machine that is busy with other things takes its time. */
const ENDED_MS_MAX = 5_000

describe('Ctrl-C ends', () => {
  it.each(Object.entries(endlessPrograms))('%s', async (_place, text) => {
    const child = startSense(['run', programs.add('busy.sns', text)])
    const { ending, tookMs } = await interrupt(child)
    const { stdout, stderr, status, signal } = ending
    // In the moment between two entries into a program nobody listens, and the signal itself ends the process.
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^ready\n/) as string, stderr: '' })
    expect([status, signal]).toEqual(signal === null ? [130, null] : [null, 'SIGINT'])
    expect(tookMs).toBeLessThan(ENDED_MS_MAX)
  })

  it('a call of a server, which ends too', async () => {
    const journal = programs.add('journal', '')
    const args = JSON.stringify([fixtureServer, 'plain', journal])
    const text = `s = connect_mcp("s", ${JSON.stringify(process.execPath)}, ${args})
model m = inference("mock", script: ["call s.hang {}", "{result}"])
set delegation = m
print("ready")
ask_with_tools("go", s.tools)
`
    const child = startSense(['run', programs.add('calls.sns', text)])
    const ending = endOf(child)
    await untilPrinted(child, 'ready')
    await pause(300)
    child.kill('SIGINT')
    expect(await ending).toMatchObject({ stdout: 'ready\n', stderr: '', status: 130 })
  })

  it('the compilation of a large program', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `x${index} = ${index} + len("text") * 2\n`)
    const child = startSense(['run', programs.add('large.sns', lines.join(''))])
    const ending = endOf(child)
    // Long enough for the process to start, and too short for it to compile all of that.
    await pause(400)
    const start = performance.now()
    child.kill('SIGINT')
    const { stdout, stderr, status, signal } = await ending
    // Before the command listens at all, the signal itself ends the process; a shell says 130 of that as well.
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' })
    expect([status, signal]).toEqual(signal === null ? [130, null] : [null, 'SIGINT'])
    expect(performance.now() - start).toBeLessThan(ENDED_MS_MAX)
  })
})

it('Ctrl-C is not lost that comes just when the program begins to wait', async () => {
  // What is printed after 30 busy milliseconds is written at once, and the wait follows on its heels.
  const text = `import sense time
begin = time.now()
while time.now() < begin + 0.03: x = 1
print("ready")
time.sleep(1000)
`
  const path = programs.add('waits.sns', text)
  for (let round = 0; round < 12; round += 1) {
    const child = startSense(['run', path])
    const ending = endOf(child)
    await untilPrinted(child, 'ready')
    child.kill('SIGINT')
    expect(await ending).toMatchObject({ stdout: 'ready\n', stderr: '', status: 130 })
  }
})

it('Ctrl-C is not lost that comes while something else than the program is busy', async () => {
  const interrupter = join(repository, 'src/adapters/node/interrupter.ts')
  const script = `
    import { createCtrlCInterrupter } from ${JSON.stringify(interrupter)}
    let heard = 0
    process.on('SIGINT', () => { heard += 1 })
    const door = createCtrlCInterrupter(() => undefined)
    const busyUntil = (end) => { while (performance.now() < end); }
    process.stdin.once('data', () => {
      process.stdout.write('busy\\n')
      busyUntil(performance.now() + 400)
      door.plan(() => {
        door.enter(() => process.stdout.write('heard ' + heard + '\\n'))
        process.exit()
      })
    })
    process.stdout.write('ready\\n')
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  const ending = endOf(child)
  await untilPrinted(child, 'ready')
  child.stdin.write('go\n')
  await untilPrinted(child, 'busy')
  child.kill('SIGINT')
  expect(await ending).toMatchObject({ stdout: 'ready\nbusy\nheard 1\n', status: 0 })
})

describe('a loop that asks until something has happened comes to its end', () => {
  it.each([
    ['f.done', 'async tool t(): return 1\nf = t()\nwhile not f.done: x = 1\nprint("end")\n'],
    ['a.status', 'async agent a:\n    receive(0.05)\nstart(a)\nwhile a.status == "running": x = 1\nprint("end")\n'],
    [
      'receive(0)',
      'agent a:\n    async agent b:\n        receive(0.05)\n        send(a, 1)\n    start(b)\n    m = nil\n    while m == nil: m = receive(0)\nstart(a)\nprint("end")\n',
    ],
  ])('%s', async (_what, text) => {
    const child = startSense(['run', programs.add('polls.sns', text)])
    expect(await endOf(child)).toMatchObject({ stdout: 'end\n', stderr: '', status: 0 })
  })
})
