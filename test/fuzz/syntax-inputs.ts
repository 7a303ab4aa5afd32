/**
 * Makes texts for the syntax fuzzer: noise, soups of words, damaged programs, deep nesting. Most are small.
 */

import type { Random } from './random.ts'

/** Programs to damage, besides the conformance cases. */
export const builtInPrograms: readonly string[] = [
  'def f(a: Int, b) -> Int:\n    if a > 1 and not b:\n        return a\n    else if b:\n        return 0\n    else: return -a\nprint(f(1, 2))\n',
  'tool t(n: Int) returns Int requires c.d "adds": return n + 1\nasync tool s(x):\n    "doc"\n    return x\n',
  'reversible action put(v) requires approval, a.b:\n    return v\nrollback:\n    return v - 1\np = put(1)\np.verify().commit()\n',
  'attempt:\n    x = 1 / 0\nfailed problem:\n    print(problem.class)\n',
  'policy:\n    allow a.b\n    deny c.d\npolicy: allow model.ask\nset delegation = m\n',
  'model m = inference("mock", "m", script: ["a", "b"])\nagent a:\n    x = ask("q")\nasync agent b: y = 1\n',
  'memory m: "notes"\npersistent memory p: "p.db"\nsession s:\n    local q: Array<Array<Int>>= []\ntest "t": assert(1 == 1, "m")\n',
  'import "./x.sns" as x\nimport python os.path as p\nimport js "node:fs" as fs\nfrom sense text import split, join as j\n',
  'for i in range(10):\n  while true:\n    if i == 3: break\n    continue\nxs[0] = xs[1][2].a(b: 1, if: 2) = y = 5\n',
  's = """a\n  "b" \\""" c"""\nt = "q\\n\\"" + "#"  # c\n\tu = (1,\n 2)\nvalue = [1, [2, 3], f(4)[5]] # end',
  'if x {\n  let y = 5;\n} else { z }\nelif a && b || !c: pass\nx += 1 // c\n/* d */ y = a ? b : c\nprint(f"x", \'y\', `z`)\n',
]

const soup: readonly string[] = (
  'def return returns if else while for in break continue true false nil import from python as set local and or not session ' +
  'agent action reversible irreversible requires policy allow deny approval test tool memory async persistent model ' +
  'x y f rollback attempt failed js sense elif try except class lambda print inference compensate is then ' +
  '1 23 4.5 0x1 1e5 1_0 .5 5. "s" "" """t""" " """ \' \'q\' ` f"x" ' +
  '( ) [ ] , : . = == != < <= > >= + - * / % -> && || === ++ += ** // /* */ => := ... ? ! ; { } @ \\ # <> | & $ ~ ^'
).split(' ')
const layout: readonly string[] = [
  ' ',
  ' ',
  ' ',
  '\n',
  '\n    ',
  '\n  ',
  '\n\t',
  '\r\n',
  '\r',
  '',
  '  ',
  ':\n    ',
  '# c\n',
]
const oddCharacters: readonly string[] = [
  ...Array.from('\u0000\u0007\u00a0\u200b\u2028\u202e\ufeff\u0301é名😀𝒳٣½“”‘’'),
  '\ud800',
  '\udc00',
  '\u{10ffff}',
]

/** One input. `programs` are those to damage. */
export function makeInput(random: Random, programs: readonly string[]): string {
  const choice = random.below(100)
  if (choice < 15) return makeNoise(random)
  if (choice < 50) return makeSoup(random)
  if (choice < 97) return damage(random, random.pick(programs))
  return makeNesting(random)
}

function makeNoise(random: Random): string {
  let text = ''
  for (let left = random.below(60); left > 0; left -= 1) {
    const choice = random.below(10)
    if (choice < 6) text += String.fromCharCode(random.below(128))
    else if (choice < 8) text += random.pick(oddCharacters)
    else text += String.fromCharCode(random.below(0x10000))
  }
  return text
}

function makeSoup(random: Random): string {
  let text = ''
  for (let left = random.below(40); left > 0; left -= 1) text += random.pick(soup) + random.pick(layout)
  return text
}

/** Deletes, doubles, exchanges or inserts pieces, one to four times. */
function damage(random: Random, program: string): string {
  const start = random.below(Math.max(1, program.length - 600))
  let text = program.length > 600 ? program.slice(start, start + 600) : program
  for (let left = 1 + random.below(4); left > 0; left -= 1) text = damageOnce(random, text)
  return text
}

function damageOnce(random: Random, text: string): string {
  const from = random.below(text.length + 1)
  const to = Math.min(text.length, from + random.below(12))
  const piece = text.slice(from, to)
  switch (random.below(6)) {
    case 0:
      return text.slice(0, from) + text.slice(to)
    case 1:
      return text.slice(0, to) + piece + text.slice(to)
    case 2: {
      const other = random.below(text.length + 1)
      return text.slice(0, from) + text.slice(other, other + 12) + text.slice(to)
    }
    case 3:
      return text.slice(0, from) + random.pick(soup) + text.slice(from)
    case 4:
      return text.slice(0, from) + random.pick(layout) + text.slice(from)
    default:
      return text.slice(0, from) + random.pick(oddCharacters) + text.slice(to)
  }
}

const openers: readonly string[] = [
  '(',
  '[',
  'f(',
  'x[',
  '-',
  'not ',
  'x = ',
  'if x: ',
  'x + ',
  'f(a: ',
  '{',
  'def f(): ',
  'Array<',
]
const closers: readonly string[] = ['', ')', ']', '>', '}']

function makeNesting(random: Random): string {
  const depth = random.pick([10, 100, 990, 1_000, 1_100, 2_500])
  if (random.below(3) === 0) return makeDeepBlocks(random, Math.min(depth, 120))
  const opener = random.pick(openers)
  const start = opener === 'Array<' ? 'x: ' : ''
  return (
    start +
    opener.repeat(depth) +
    random.pick(['x', '1', '', '\n']) +
    random.pick(closers).repeat(depth) +
    random.pick(['', '\ny = 1\n'])
  )
}

function makeDeepBlocks(random: Random, depth: number): string {
  const header = random.pick([
    'if x:',
    'while x',
    'def f():',
    'for a in b:',
    'attempt:',
    'if x {',
    'else:',
    'agent a:',
    'foo bar:',
  ])
  let text = ''
  for (let level = 0; level < depth; level += 1)
    text += `${' '.repeat(level)}${random.below(20) === 0 ? 'x' : header}\n`
  return text
}
