/** Exceptions, wherever Python raises them, and Pythons that end. */

import { expect, it } from 'vitest'
import { runBeside } from './python-process.ts'

const helper = `
import ctypes, os, sys
class Odd:
    @property
    def bad(self): raise ValueError("in a property")
    def __str__(self): raise KeyError("in a text")
    def __eq__(self, other): raise TypeError("in a comparison")
    def __iter__(self):
        yield 1
        raise OSError("in a loop")
    def __getitem__(self, index): raise IndexError("in an index")
    def __setitem__(self, index, value): raise IndexError("in an assignment")
    @property
    def leave(self): sys.exit(7)
odd = Odd()
class Silent(Exception):
    def __str__(self): raise ValueError
def silent(): raise Silent
def long(): raise ValueError("x" * 100000)
def control(): raise ValueError("a\\x1b[31m\\nb")
def crash(): ctypes.string_at(0)
def quit(): os._exit(3)
def memory(): return [0] * 10 ** 11
def interrupt(): raise KeyboardInterrupt
`
const files = {
  'helper.py': helper,
  'broken.py': 'limit = int("ten")\n',
  'needy.py': 'import nowhere_zz\n',
  'wrong.py': 'def f(:\n',
}
const run = (text: string) => runBeside(files, `import python "helper" as h\n${text}`)

it.each([
  ['h.odd.bad', 2, 'ValueError: in a property'],
  ['print(h.odd)', 2, "KeyError: 'in a text'"],
  ['x = [h.odd]\nstr(x)', 3, "KeyError: 'in a text'"],
  ['h.odd == 1', 2, 'TypeError: in a comparison'],
  ['1 != h.odd', 2, 'TypeError: in a comparison'],
  ['for x in h.odd:\n    y = x', 2, 'OSError: in a loop'],
  ['h.odd[0]', 2, 'IndexError: in an index'],
  ['h.odd[0] = 1', 2, 'IndexError: in an assignment'],
  ['h.silent()', 2, 'Silent'],
  ['h.control()', 2, 'ValueError: a\\u{1b}[31m\\nb'],
  ['h.long()', 2, `ValueError: ${'x'.repeat(300)}…`],
  ['h.memory()', 2, 'MemoryError'],
  ['h.interrupt()', 2, 'KeyboardInterrupt'],
  ['h.odd(1)', 2, "TypeError: 'Odd' object is not callable"],
  ['for x in h: y = x', 2, "TypeError: 'module' object is not iterable"],
])('raises what Python raises: %s', async (text, line, what) => {
  expect(await run(text)).toBe(`SenseRuntimeError[python-exception] ${line}: Python raised ${what}`)
})

it('says where it was raised, and what a missing member may be', async () => {
  const text =
    'attempt:\n    h.odd.bad\nfailed p:\n    print(p.detail)\nattempt:\n    h.cras\nfailed p:\n    print(p.hint)'
  expect(await run(text)).toMatch(/^raised at: .*helper\.py:5\na name close to it is `crash`\n$/)
})

it.each([
  ['import python "no_such_zz"', 'python-module-missing', 'there is no Python module `no_such_zz`'],
  ['import python "needy"', 'python-module-missing', 'there is no Python module `nowhere_zz`'],
  ['import python "broken"', 'python-import-failed', 'the Python module `broken` cannot be imported: ValueError: '],
  ['import python "wrong"', 'python-import-failed', 'the Python module `wrong` cannot be imported: SyntaxError: '],
  [
    'import python ""',
    'python-import-failed',
    'the Python module `` cannot be imported: ValueError: Empty module name',
  ],
])('reports an import that fails: %s', async (text, code, headline) => {
  const alias = text.endsWith('""') ? ' as x' : ''
  expect(await run(text + alias)).toContain(`SenseImportError[${code}] 2: ${headline}`)
})

it.each([
  ['import python "jsonn" as j', 'a name close to it is `json`; if that is not meant, install it with '],
  ['import python "healper" as j', 'a name close to it is `helper`; if that is not meant, install it with '],
  ['import python "xml.dome" as j', 'a name close to it is `dom`'],
  ['import python "xml.nowhere_zz" as j', 'check the spelling and the version of `xml`'],
])('names a module that may have been meant: %s', async (text, hint) => {
  const program = `attempt:\n    ${text}\nfailed p:\n    print(p.hint)`
  expect(await run(program)).toContain(hint)
})

it('reports a name that a module does not have', async () => {
  expect(await run('from python helper import silence')).toBe(
    'SenseRuntimeError[python-name-missing] 2: the Python module `helper` has no `silence`',
  )
})

it.each([
  ['h.crash()', 'by SIGSEGV'],
  ['h.quit()', 'with status 3'],
])('tells how Python ended, and goes on with a new one if asked: %s', async (text, how) => {
  const program = `
o = h.odd
attempt:
    ${text}
failed p:
    print(p.code, p.message)
attempt:
    o.bad
failed p:
    print(p.code)
print(o == 1, o == o)
import python "helper" as again
print(again.odd != nil)
attempt:
    again.Odd(o)
failed p:
    print(p.code)
`
  expect(await run(program)).toBe(
    `python-ended the Python process has ended: ${how}\nobject-of-ended-python\nfalse true\ntrue\nobject-of-ended-python\n`,
  )
})

const writing = `
import os
def write(first, last):
    for descriptor in range(first, last):
        try:
            os.write(descriptor, b"garbage!" * 4)
        except OSError:
            pass
def close(first, last):
    for descriptor in range(first, last):
        try:
            os.close(descriptor)
        except OSError:
            pass
def write_late():
    import threading
    thread = threading.Thread(target=write, args=(3, 2000))
    thread.start()
    thread.join()
`

it.each([
  [
    'reaches none of our pipes by numbers that it may take for its own',
    'w.write(3, 100)\nw.close(3, 100)\nprint(1)',
    '1\n',
  ],
  ['is ended with an error where it reaches them', 'w.write(3, 2000)', 'SenseRuntimeError[python-garbled] 2: '],
  ['is ended where a thread of it does so', 'w.write_late()', '[python-garbled] 2: '],
  ['is ended where it closes them', 'w.close(3, 2000)', 'SenseRuntimeError[python-ended] 2: '],
])('Python that writes to descriptors that are not its own %s', async (_what, text, expected) => {
  expect(await runBeside({ 'writing.py': writing }, `import python "writing" as w\n${text}\n`)).toContain(expected)
})

it('goes on with a new Python after one that was ended for what it wrote', async () => {
  const program =
    'import python "writing" as w\nattempt:\n    w.write(3, 2000)\nfailed p:\n    print(p.code)\n' +
    'import python "writing" as v\nv.close(3, 4)\nprint("again")\n'
  expect(await runBeside({ 'writing.py': writing }, program)).toBe('python-garbled\nagain\n')
})
