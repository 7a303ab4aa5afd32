/** The console on real pipes: what Node's own streams lose or gather without end must arrive whole or end quietly. */

import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const consoleFile = join(import.meta.dirname, '../../src/adapters/node/console.ts')

interface StartOptions {
  readonly isInputTaken: boolean
  readonly detached: boolean
}

function start(
  code: string,
  options: StartOptions = { isInputTaken: false, detached: false },
): ChildProcessWithoutNullStreams {
  const prologue = `import { NodeConsole } from ${JSON.stringify(consoleFile)}
    const terminal = new NodeConsole({ isInputTaken: ${String(options.isInputTaken)} })
    const never = new AbortController().signal\n`
  return spawn(process.execPath, ['--input-type=module', '--eval', prologue + code], { detached: options.detached })
}

interface Ending {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<Ending> {
  const texts = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  return new Promise((resolve) => {
    child.on('close', (status) => {
      resolve({ ...texts, status })
    })
  })
}

it('hands over what was gathered when it is flushed before an exit', async () => {
  const { stdout } = await endOf(
    start(`terminal.write('a\\n'); terminal.write('b\\n'); terminal.flush(); process.exit()`),
  )
  expect(stdout).toBe('a\nb\n')
})

it('writes what was printed before a report', async () => {
  const child = start(`
    terminal.write('first '); terminal.write('second '); terminal.writeReport('report'); process.exit()`)
  expect(await endOf(child)).toEqual({ stdout: 'first second ', stderr: 'report', status: 0 })
})

it('writes a report also when nobody reads the output', async () => {
  const child = start(`
    await new Promise((resolve) => setTimeout(resolve, 100))
    terminal.writeReport('report')
    try { terminal.write('x') } catch (error) { terminal.writeReport(' ' + error.name) }
    terminal.writeReport(' end')`)
  child.stdout.destroy()
  const { stderr } = await endOf(child)
  expect(stderr).toMatch(/^report( ConsoleClosed)? end$/)
})

it('tells that the output was closed', async () => {
  const child = start(`
    try { for (;;) terminal.write('y\\n') } catch (error) { terminal.writeReport(error.name) }`)
  child.stdout.once('data', () => {
    child.stdout.destroy()
  })
  expect((await endOf(child)).stderr).toBe('ConsoleClosed')
})

it('writes lone surrogates as the replacement character and keeps pairs that come in two prints', async () => {
  const child = start(`
    terminal.write('first\\n')
    terminal.write('\\ud83d'); terminal.write('\\ude00'); terminal.write('|\\udc00|'); terminal.flush()`)
  expect((await endOf(child)).stdout).toBe('first\n😀|\uFFFD|')
})

it('asks and reads lines, the last one without a line end, then null', async () => {
  const child = start(`
    for (let n = 1; n <= 3; n += 1) terminal.write(JSON.stringify(await terminal.readLine('q' + n, never)) + '\\n')
    terminal.flush()`)
  child.stdin.end('one\r\ntwo')
  expect((await endOf(child)).stdout).toBe('q1\n> "one"\nq2\n> "two"\nq3\n> null\n')
})

it('lets other work go on while it waits for an answer, and stops waiting when told to', async () => {
  const child = start(`
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('stopped')), 50)
    await terminal.readLine('q', controller.signal).catch((error) => terminal.write(error.message))
    terminal.flush()`)
  // Standard input stays open: a paused one must not keep the process alive.
  expect((await endOf(child)).stdout).toBe('q\n> stopped')
})

it('finds nobody to ask where there is no terminal and the input is taken', async () => {
  const code = `await terminal.readLine('q', never).catch((error) => terminal.writeReport(error.name))`
  // A session of its own has no terminal.
  const child = start(code, { isInputTaken: true, detached: true })
  expect((await endOf(child)).stderr).toBe('NoTerminal')
})
