/** Errors of JavaScript modules that nothing catches: they end the program as an error of its own, never as a fault of ours. */

import { afterAll, describe, expect, it } from 'vitest'
import { ProgramFolder, runSense } from './sense-process.ts'

const programs = new ProgramFolder()

afterAll(() => {
  programs.remove()
})

const module = `
const { EventEmitter } = require('node:events')
exports.timer = () => { setTimeout(() => { throw new RangeError('lost here') }, 5) }
exports.promise = () => { Promise.reject(new RangeError('lost here')) }
exports.emitter = () => { setTimeout(() => new EventEmitter().emit('error', new RangeError('lost here')), 5) }
exports.microtask = () => { queueMicrotask(() => { throw new RangeError('lost here') }) }
exports.repeated = () => { setInterval(() => { throw new RangeError('lost here') }, 1) }
exports.nothing = () => { setTimeout(() => { throw undefined }, 5) }
exports.hostile = () => { setTimeout(() => { throw { get stack() { throw 1 }, get message() { throw 2 } } }, 5) }
`

/** A program that imports the module. */
function programWith(lines: string): string {
  programs.add('lossy.cjs', module)
  return programs.add('lossy.sns', `import js "./lossy.cjs" as lossy\nimport sense time\nprint("before")\n${lines}`)
}

describe('an error that nothing catches', () => {
  it.each(['timer', 'promise', 'emitter', 'microtask', 'repeated'])('of a %s', async (way) => {
    const path = programWith(`lossy.${way}()\ntime.sleep(30)\nprint("after")\n`)
    const { stdout, stderr, status } = await runSense(['run', path, '--error-format', 'line'])
    expect({ stdout, status }).toEqual({ stdout: 'before\n', status: 1 })
    expect(stderr).toContain('js-error-lost')
    expect(stderr).toContain('of the JavaScript module `./lossy.cjs`: RangeError: lost here')
    expect(stderr).not.toContain('internal-fault')
  })

  it.each(['nothing', 'hostile'])('that is %s', async (way) => {
    const path = programWith(`lossy.${way}()\ntime.sleep(30)\n`)
    const { stdout, stderr, status } = await runSense(['run', path, '--error-format', 'line'])
    expect({ stdout, status }).toEqual({ stdout: 'before\n', status: 1 })
    expect(stderr).toContain('of the JavaScript module `./lossy.cjs`: a value without a text')
  })

  it('is an error of the file of tests in which it happens', async () => {
    const broken = programWith('lossy.timer()\ntime.sleep(30)\n')
    const { stdout, stderr, status } = await runSense(['test', broken])
    expect(status).toBe(1)
    expect(stderr).toContain('js-error-lost')
    expect(stdout).toContain('1 file, 0 tests')
  })

  it('ends one text of a prompt, which goes on', async () => {
    programWith('')
    const input =
      'import js "./lossy.cjs" as lossy\nimport sense time\nlossy.timer()\ntime.sleep(1)\nprint("still here")\n'
    const { stdout, stderr, status } = await runSense(['repl'], { input, folder: programs.path })
    expect(stdout).toContain('still here')
    expect(stderr).toContain('js-error-lost')
    expect(status).toBe(0)
  })
})
