/** What crosses between Sense and Python, both ways. */

import { expect, it } from 'vitest'
import { runBeside } from './python-process.ts'

const helper = `
def echo(x): return x
def text(x): return repr(x)
def is_itself(x): return x[1] is x
def nested(n):
    x = []
    for _ in range(n): x = [x]
    return x
def depth(x):
    n = 0
    while x: x, n = x[0], n + 1
    return n
def cyclic():
    x = [1]
    x.append(x)
    return x
def doubled(n):
    x = [1]
    for _ in range(n): x = [x, x]
    return x
def bits(n): return 2 ** n - 1
def labels(*args, **labels): return str(args) + str(labels)
class Strings(str): pass
class Lists(list):
    def __iter__(self): return iter([["fresh"], ["fresh"]])
strings, lists = Strings("s"), Lists([1])
`

const run = (text: string) => runBeside({ 'helper.py': helper }, `import python "helper" as h\n${text}`)

it('hands over scalars as they are', async () => {
  const text = `
for x in [0, -1, 9007199254740991, 9007199254740992, -9223372036854775808, 9223372036854775808, 10000000000000000000000]:
    if h.echo(x) != x: print("wrong", x)
print(h.text([1, 1.0, -0.0, true, nil, "é😀"]), type_of(h.echo(1.0)), type_of(h.echo(1)), h.echo(-0.0))
print(h.echo(float("nan")), h.echo(float("inf")), h.echo(h.bits(1048576)) == h.bits(1048576), h.strings, h.lists)
`
  expect(await run(text)).toBe("[1, 1.0, -0.0, True, None, 'é😀'] Float Int -0.0\nnan inf true s [[fresh], [fresh]]\n")
})

it('hands over long lists of one kind, and of two', async () => {
  const text = `
ints = range(20)
push(ints, 9007199254740991)
floats = []
mixed = []
for i in ints:
    push(floats, i * 0.5)
    push(mixed, i)
    push(mixed, i * 0.5)
strings = []
for i in ints: push(strings, str(i) + "é😀")
zeros = ["a", "b", "c", "d", "e", "f", "g", "a\0b"]
large = range(10)
push(large, 9007199254740993)
for xs in [ints, floats, mixed, strings, zeros, large, mixed + [nil], mixed + [9007199254740993]]:
    if h.echo(xs) != xs or str(h.echo(xs)) != str(xs): print("wrong", xs)
print(h.text(mixed + [1.5]) == h.text(h.echo(mixed) + [1.5]))
`
  expect(await run(text)).toBe('true\n')
})

it('keeps the shape of deep, cyclic and shared lists', async () => {
  const text = `
deep = h.nested(20000)
print(h.depth(deep), h.depth(h.echo(deep)))
c = h.cyclic()
print(c, h.is_itself(c), h.is_itself(h.echo(c)))
print(len(h.echo(h.doubled(60))))
import sense records
r = records.new(a: 1, b: [2, nil])
r["self"] = r
print(h.text(r))
`
  expect(await run(text)).toBe("20000 20000\n[1, [...]] true true\n2\n{'a': 1, 'b': [2, None], 'self': {...}}\n")
})

it('keeps strings with zeros and lone surrogates', async () => {
  const text = `
import python "builtins" as b
lone = b.chr(55357)
print(len(lone), b.ord(lone), b.ord(h.echo([lone])[0]), len(h.echo("a\\0b")), h.echo("\\0") == "\\0")
`
  expect(await run(text)).toBe('1 55357 55357 3 true\n')
})

it('refuses what is larger than a value of Sense', async () => {
  const head = 'SenseRuntimeError[too-large-from-python] 2: Python gives more than a value of Sense can hold: '
  expect(await run('h.echo(h.bits(1048577))')).toBe(`${head}an int of 1048577 bits`)
  const text = 'import python "operator" as o\no.mul("x", 268435457)'
  expect(await run(text)).toBe(`${head.replace(' 2:', ' 3:')}a string of 268435457 characters`)
})

it('passes labels, many arguments and Records', async () => {
  const text = `
import sense records
print(h.labels(1, [2], key: records.new(a: 1), other: nil))
print(h.labels(${Array.from({ length: 300 }, (_, index) => index).join(', ')}) != nil)
`
  expect(await run(text)).toBe("(1, [2]){'key': {'a': 1}, 'other': None}\ntrue\n")
})

it.each([
  ['h.echo(len)', 'a Function'],
  ['h.echo([1, [h.echo, print]])', 'a Function'],
  ['agent a:\n    x = 1\nh.echo(a)', 'an Agent'],
])('refuses what has no counterpart: %s', async (text, what) => {
  expect(await run(text)).toMatch(new RegExp(`\\[not-for-python\\] \\d: ${what} cannot be given to Python`))
})

it('compares by Python, and with what cannot cross as unequal', async () => {
  const text = `
import python "decimal" as d
a = d.Decimal("1.10")
print(a == d.Decimal("1.1"), a != 1, d.Decimal(1) == 1, 1 == d.Decimal(1), [a] == [d.Decimal("1.1")], a == len, a == nil)
print(h.echo == h.echo, h.echo == h.text)
`
  expect(await run(text)).toBe('true true true true true false false\ntrue false\n')
})
