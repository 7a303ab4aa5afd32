/**
 * Random calls of every function of the own modules with values that fit nowhere: cyclic, huge, of the wrong type, labelled,
 * callbacks that fail, wait, or change the Array that is worked on. Whatever comes of a call, it is a value or an error of
 * the program; `files` and `program`, which reach outside, are tried on their own.
 */

import { expect, it } from 'vitest'
import { senseModule, senseModuleNames } from '../../src/runtime/host/sense-modules.ts'
import { runSource } from '../support/run-source.ts'
import { createSeededRandom } from '../support/seeded-random.ts'

const modules = senseModuleNames.filter((name) => !['files', 'program', 'time'].includes(name))

const values = [
  ...['nil', 'true', '0', '-1', '2.5', '-0.0', '9007199254740993', '-123456789012345678901234567890', '1000000000000'],
  ...['float("nan")', 'float("inf")', '""', '"a"', '"é😀"', '"a(b"', '"[1, 2"', '"$1$9$&$0"', 'lone', 'long'],
  ...['[]', '[1, 2, 3]', '[3, 1.5, -2]', '["b", "a"]', '[1, "a"]', '[[1, 2], [3, 4]]', '[nil]', 'cyclic', 'growing'],
  ...[
    'record',
    'cyclic_record',
    'print',
    'none',
    'same',
    'two',
    'failing',
    'waiting',
    'grow',
    'described',
    'walker',
    'text',
  ],
]

const preamble = `${modules.map((name) => `import sense ${name}\n`).join('')}
cyclic = [1]
push(cyclic, cyclic)
record = records.new(a: 1, b: [1])
cyclic_record = records.new(a: cyclic)
growing = [1, 2, 3]
lone = text.slice("😀", 0, 1)
long = text.repeat("ab", 100000)
def none():
    return 1
def same(x):
    return x
def two(a, b):
    return a
def failing(x):
    return 1 / 0
async tool later(x):
    return x
def waiting(x):
    return await(later(x))
def grow(x):
    if len(growing) < 50: push(growing, 1)
    return x
tool described(x) "Gives it back.":
    return x
agent walker:
    y = 1
`

it.each([1, 2, 3, 4])('calls with seed %i end in a value or an error of the program', async (seed) => {
  const random = createSeededRandom(seed)
  const oneOf = (items: readonly string[]): string => items[random.bits32() % items.length] ?? 'nil'
  const calls = Array.from({ length: 250 }, () => {
    const name = oneOf(modules)
    const members = [...(senseModule(name)?.members.keys() ?? [])]
    const args = Array.from({ length: random.bits32() % 4 }, () => oneOf(values))
    const label = random.bits32() % 10 === 0 ? [`${oneOf(['x', 'key', 'indent'])}: ${oneOf(values)}`] : []
    return `${name}.${oneOf(members)}(${[...args, ...label].join(', ')})`
  })
  const tried = calls.map((call) => `attempt:\n    str(${call})\nfailed p:\n    codes = codes + [p.code]\n`)
  const run = await runSource(`${preamble}codes = []\n${tried.join('')}print("ended", len(codes))\n`)
  expect(run.diagnostics.map(({ headline }) => headline)).toEqual([])
  expect(run.output).toMatch(/ended \d+\n$/)
})
