/** When `sense check` warns, and when it does not. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeSources } from '../../../../src/adapters/node/source-files.ts'
import { positionAt } from '../../../../src/compiler/source/positions.ts'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import { checkProgram } from '../../../../src/engine/check-program.ts'

/** `CODE LINE:COLUMN` of each problem. */
function codesIn(text: string): readonly string[] {
  return checkProgram(sourceFileOf('t.sns', text), undefined, nodeSources).map(({ code, place }) => {
    const { line, column } = positionAt(text, place?.file.lineStarts ?? [], place?.span.offsetStart ?? 0)
    return `${code} ${line}:${column}`
  })
}

describe.each([
  ['unknown types', 'x: Int = 1\nlocal y: Lst = 2\nprint(x, y)', ['unknown-type 2:10']],
  ['unknown types inside others', 'def f(a: Array<Foo>) -> answer<Int>: return a\nprint(f)', ['unknown-type 1:16']],
  [
    'negated comparisons',
    'print(not 1 == 2, (not 1) == 2, not (1 == 2), not 1 < 2)',
    ['negated-comparison 1:7', 'negated-comparison 1:47'],
  ],
  [
    'no names that the host gives',
    '# A page.\n\n# given by the host: question, stock\nif question: print(stock)\nprint(other)',
    ['never-bound 5:7'],
  ],
  ['names that the host gives too late', 'print(a)\n# given by the host: a', ['never-bound 1:7']],
  ['names in a comment that lists none', '# given by the host: the name a\nprint(a)', ['never-bound 2:7']],
  ['replaced builtins, once each', 'len = 1\nlen = 2\nprint(len)', ['builtin-replaced 1:1']],
  ['no replaced builtin', 'local len = 1\ndef f(str): return str\nfor int in [1]: print(int, len, f)', []],
  ['no replaced builtin that is retired', 'rollback = 1\nprint(rollback)', []],
  ['written variables of the file', 'n = 0\ndef f():\n  n = 1\n  n = 2\nf()\nprint(n)', ['writes-module-variable 3:3']],
  ['no written variable that is read first', 'n = 0\ndef f(): n = n + 1\nf()\nprint(n)', []],
  [
    'no written variable that is local',
    'n = 0\ndef f(n): n = 1\ndef g():\n  local n = 1\n  n = 2\n  print(n)\nf(n)\ng()',
    [],
  ],
  [
    'no effect',
    'x = 1\n"text"\nx\nx + 1\nnot x\n[x, 2]',
    ['no-effect 2:1', 'no-effect 3:1', 'no-effect 4:1', 'no-effect 5:1', 'no-effect 6:1'],
  ],
  ['an effect that may be wanted', '"what it does"\nnil\nx = [1]\nx[0]\nx.y\nx[0] = 2\nprint(x) or nil', []],
  ['an error that may be wanted', 'attempt:\n  1 + "a"\nfailed p:\n  nil\ntest "t":\n  1 / 0', []],
  ['unreachable code', 'def f():\n  return 1\n  print(1)\n  print(2)\nf()', ['unreachable 3:3']],
  ['code behind endless loops', 'while true:\n  print(1)\nprint(2)', ['unreachable 3:1']],
  [
    'code behind loops that end',
    'while true:\n  if print(): break\nprint(2)\nfor i in [1]:\n  while true: break\nprint(3)',
    [],
  ],
  [
    'code behind branches',
    'def f(x):\n  if x: return 1\n  else: return 2\n  x = 3\ndef g(x):\n  if x: return 1\n  else if 1: return 2\n  print(x)\nf(1)\ng(1)',
    ['unreachable 4:3'],
  ],
  [
    'unused imports',
    'import sense text\nfrom sense json import parse, text as t\nprint(t)',
    ['unused-import 1:14', 'unused-import 2:24'],
  ],
  [
    'imports that are used or meant for their effect',
    'import sense text\nimport "./x.sns" as _x\ndef f(): return text\nprint(f)',
    [],
  ],
  [
    'unused variables',
    'def f():\n  x = 1\n  local y = 2\n  def g(): return 1\n  return 3\nf()',
    ['unused-variable 2:3', 'unused-variable 3:9', 'unused-variable 4:7'],
  ],
  [
    'variables that may be unused',
    'x = 1\ndef f(a):\n  _y = 1\n  z: Int = a\n  for i in [1]: print()\nagent a:\n  note = 1\nprint(f, a)',
    [],
  ],
  [
    'names that are bound nowhere',
    'print(nope)\nif true:\n  x = 1\nprint(x)\ndef f(): return y\nprint(f)',
    ['never-bound 1:7', 'never-bound 4:7', 'never-bound 5:17'],
  ],
  [
    'names that are bound later',
    'print(later)\nlater = 1\ndef f(): return after\nafter = 1\nprint(f)',
    ['never-bound 1:7'],
  ],
  [
    'undecided capabilities, once each',
    'tool t() requires a.b: return 1\nreversible action r() requires a.b: t()\nrollback: t()\nprint(r)',
    ['capability-undecided 1:19'],
  ],
  [
    'capabilities of servers',
    'policy: allow fs\nx = connect_mcp("f", "c", [], "f.s")\nprint(x)',
    ['capability-undecided 2:31'],
  ],
  ['decided capabilities', 'policy: allow a.b\ntool t() requires a.b: return 1\nt()', []],
  [
    'rules for misspelt capabilities',
    'policy:\n  allow files.read\n  deny files.wrte\n  deny quite.other',
    ['capability-unknown 3:8'],
  ],
  ['capabilities that a pattern decides', 'policy: allow a.*\ntool t() requires a.b.c: return 1\nt()', []],
  [
    'rules for tools of a server',
    'policy:\n  allow m.fs\n  deny m.fs.write\nx = connect_mcp("f", "c", [], "m.fs")\nprint(x)',
    [],
  ],
  ['a connection decided as a whole', 'policy: deny m.fs.*\nx = connect_mcp("f", "c", [], "m.fs")\nprint(x)', []],
  [
    'misspelt patterns',
    'policy:\n  allow files.*\n  deny fies.*\n  deny other.*\ntool t() requires a.b: return 1\nt()',
    ['capability-unknown 3:8', 'capability-undecided 5:19'],
  ],
  ['approval on a tool', 'tool t() requires approval: return 1\nt()', ['approval-on-tool 1:19']],
])('%s', (_what, text, expected) => {
  it('are found', () => {
    expect(codesIn(text)).toEqual(expected)
  })
})

it('reports syntax errors alone', () => {
  expect(codesIn('x = (\nlen = 1')).toEqual(['unclosed-bracket 1:5'])
})

it('looks for rules in imported files too', () => {
  const folder = join(import.meta.dirname, '../../../../docs')
  const text = 'import "./rules.sns" as _rules\ntool t() requires a.b: return 1\nt()'
  const file = sourceFileOf('t.sns', text)
  const rules = { kind: 'text', text: 'policy: deny a.b' } as const
  const sources = { ...nodeSources, read: () => rules }
  expect(checkProgram(file, join(folder, 't.sns'), sources)).toEqual([])
})

it('checks chains at their limit', () => {
  expect(codesIn(`x = 1\n${'x + '.repeat(9_000)}x`)).toEqual(['no-effect 2:1'])
  expect(codesIn(`x = 1\nif x: print(1)\n${'else if x: print(1)\n'.repeat(9_000)}`)).toEqual([])
})

it('finds nothing to complain about in the examples', () => {
  const root = join(import.meta.dirname, '../../../..')
  for (const path of globSync('examples/*.sns', { cwd: root })) {
    const full = join(root, path)
    const problems = checkProgram(sourceFileOf(path, readFileSync(full, 'utf8')), full, nodeSources)
    expect(problems.map(({ code, headline }) => `${path} ${code}: ${headline}`)).toEqual([])
  }
})
