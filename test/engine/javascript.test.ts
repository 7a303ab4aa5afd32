/** `import js`: what crosses, promises, callbacks that come later, and what goes wrong. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { resultOf } from '../support/run-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'sense-js-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})
writeFileSync(
  join(folder, 'helper.js'),
  `
const cyclic = [1]; cyclic.push(cyclic)
class Box { constructor(x) { this.x = x } get bad() { throw new RangeError('in a getter') } read() { return this.x } }
class Own { static new(x) { return 'made ' + x } }
module.exports = {
  cyclic, Box, Own, big: 2n ** 60n, small: 7n, zero: -0, half: 0.5, holes: [1, , 3], nothing: undefined, plain: { a: [1] },
  same: (x) => x, kind: (x) => typeof x, json: (...all) => JSON.stringify(all), isItself: (x) => x[1] === x,
  later: async (x) => { await null; if (x < 0) throw new Error('negative'); return x },
  call: (f, ...args) => f(...args), soon: (f) => { setTimeout(f, 5) },
  swallow: (f) => { try { return f() } catch { return 'swallowed' } },
  throwing: (x) => { throw x },
  trapped: () => { throw new Proxy({}, { get() { throw new Error('get') }, getPrototypeOf() { throw new Error('prototype') } }) },
  revoked: () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy },
  circular: () => { const error = new Error('round'); error.cause = error; throw error },
  stepless: { [Symbol.iterator]: () => ({ next: () => 5 }) },
  foreign: require('node:vm').runInNewContext('({ a: [1] })'),
  *numbers() { yield 1; yield 2; throw new Error('in a generator') },
}
`,
)
writeFileSync(join(folder, 'waits.mjs'), 'await null\nexport const x = 1\nexport default 2\n')
writeFileSync(join(folder, 'broken.js'), 'module.exports = table\n')

const run = (text: string): Promise<string> =>
  resultOf(`import js "./helper.js" as h\n${text}`, { path: join(folder, 'main.sns') })

it('hands over values', async () => {
  const text = `
print(h.big + 1, h.small, h.zero, h.half, h.holes, h.nothing, h.cyclic, h.isItself(h.cyclic))
print(h.kind(1), h.kind(9007199254740993), h.kind(2.0), h.kind(nil), h.json(1, 2.5, nil, [true, "x"], a: [1]))
import sense records
print(h.json(records.new(a: 1, __proto__: 2)), type_of(h.plain), type_of(h.same), h.plain, h.same == h.same, h.plain == h.plain)
import js "./waits.mjs" as waits
from js "./waits.mjs" import x as y
print(waits.x, waits.default, y)
`
  expect(await run(text)).toBe(
    '1152921504606846977 7 0 0.5 [1, nil, 3] nil [1, [...]] true\n' +
      'number bigint number object [1,2.5,null,[true,"x"],{"a":[1]}]\n' +
      '[{"a":1,"__proto__":2}] Js Function { a: [ 1 ] } true true\n1 2 1\n',
  )
})

it('makes objects, and calls methods with their object', async () => {
  const text = 'b = h.Box.new(3)\nread = b.read\nprint(b.x, b.read(), read(), type_of(b), b, h.Own.new(1), h.Box.new)\n'
  expect(await run(text)).toBe('3 3 3 Js Box { x: 3 } made 1 <js function Box>.new\n')
})

it('gives promises as Futures, and their rejections to whoever awaits them', async () => {
  const text = `
f = h.later(4)
while not f.done: x = 1
print(type_of(f), await(f), await(f))
g = h.later(-1)
attempt:
    await(g)
failed p:
    print(p.message, p.line)
h.later(-2)
import js "node:timers/promises" as timers
await(timers.setTimeout(5))
`
  expect(await run(text)).toBe(
    'Future 4 4\nJavaScript raised Error: negative 8\nSenseRuntimeError[js-exception] 11: JavaScript raised Error: negative',
  )
})

it('calls functions of Sense, at once and later', async () => {
  const text = `
def twice(x): return x * 2
def one(): return 1
print(h.call(twice, 4, 5), h.call(one, 9), h.call(len, "abc"), h.same(twice) == twice)
agent a:
    x = receive()
def tell(): send(a, "late")
h.soon(tell)
start(a)
print(a.x)
def fails(): return 1 / 0
attempt:
    h.call(fails)
failed p:
    print(p.code, p.line)
print(h.swallow(fails))
import sense program
def leave(): program.exit(3)
h.swallow(leave)
print("not reached")
`
  expect(await run(text)).toBe('8 1 3 true\nlate\ndivision-by-zero 12\nswallowed\n')
})

it.each([
  ['h.Box.new(1).bad', 'js-exception', 'JavaScript raised RangeError: in a getter'],
  ['h.Box(1)', 'js-exception', "JavaScript raised TypeError: Class constructor Box cannot be invoked without 'new'"],
  ['h.throwing("text")', 'js-exception', 'JavaScript raised text'],
  ['h.throwing(nil)', 'js-exception', 'JavaScript raised a value without a text'],
  ['h.trapped()', 'js-exception', 'JavaScript raised a value without a text'],
  ['h.revoked()', 'js-exception', 'JavaScript raised a value without a text'],
  ['await(h.later(1))\nh.circular()', 'js-exception', 'JavaScript raised Error: round'],
  [
    'for n in h.stepless: m = n',
    'js-exception',
    'JavaScript raised TypeError: its iterator gives a step that is no object',
  ],
  ['for n in h.numbers(): m = n', 'js-exception', 'JavaScript raised Error: in a generator'],
  ['for n in h.plain: m = n', 'not-iterable', '`for` cannot run over a JavaScript object'],
  ['h.sane', 'js-member-missing', 'the JavaScript object has no member `sane`'],
  ['h.plain["b"]', 'js-key-missing', 'the JavaScript object has nothing at `b`'],
  ['h.plain[1.5]', 'js-key-wrong', 'a JavaScript object is indexed by a String or an Int, not by a Float'],
  ['from js "./helper.js" import sane', 'js-name-missing', 'the JavaScript module `./helper.js` has no `sane`'],
  ['agent a:\n    x = 1\nh.same(a)', 'not-for-javascript', 'an Agent cannot be given to JavaScript'],
  ['h.plain()', 'not-callable', 'a JavaScript object cannot be called'],
  ['def waits(): return await(h.later(1))\nh.call(waits)', 'cannot-wait-here', '`<fn waits>` would have to wait here'],
  ['import js "nowhere-zz" as n', 'js-module-missing', 'there is no JavaScript module `nowhere-zz`'],
  ['import js "" as n', 'js-module-missing', 'there is no JavaScript module ``'],
  ['import js "node:nowhere" as n', 'js-module-missing', 'Node has no module `node:nowhere`'],
  [
    'import js "./broken.js" as n',
    'js-import-failed',
    'the JavaScript module `./broken.js` cannot be loaded: ReferenceError: table',
  ],
])('says what is wrong with %s', async (text, code, headline) => {
  const result = await run(text)
  expect(result).toContain(`[${code}]`)
  expect(result).toContain(headline)
})

it('shows what is in an object of another realm', async () => {
  expect(await run('print(h.foreign)')).toBe('{ a: [ 1 ] }\n')
})
