import { describe, expect, it } from 'vitest'
import { format } from '../../../../src/compiler/format/format.ts'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'

function formatted(text: string): string {
  const result = format(sourceFileOf('program.sns', text))
  if (result.kind !== 'text') throw new Error(result.problems[0]?.headline)
  return result.text
}

const wide = 'a'.repeat(60)

describe('expressions', () => {
  it.each([
    ['x=1+2*3', 'x = 1 + 2 * 3'],
    ['x = ((1 + 2))', 'x = 1 + 2'],
    ['x = (a * b) + (c * d)', 'x = a * b + c * d'],
    ['x = (a + b) * c', 'x = (a + b) * c'],
    ['x = a - (b - c)', 'x = a - (b - c)'],
    ['x = (a - b) - c', 'x = a - b - c'],
    ['x = a and (b or c)', 'x = a and (b or c)'],
    ['x = (not a) == b', 'x = (not a) == b'],
    ['x = not a == b', 'x = not a == b'],
    ['x = not (a == b)', 'x = not (a == b)'],
    ['x = (not a) and b', 'x = not a and b'],
    ['x = -(-1)', 'x = -(-1)'],
    ['x = - 1', 'x = -1'],
    ['x = a - -1', 'x = a - -1'],
    ['x = -(a.b)', 'x = -a.b'],
    ['x = (-a).b', 'x = (-a).b'],
    ['x = (5).name', 'x = 5.name'],
    ['x = (y = 0)', 'x = y = 0'],
    ['print((x = 1), [ ], ( ))'.replace(', ( )', ''), 'print(x = 1, [])'],
    ['(x) = 1', 'x = 1'],
    ['f ( a , label : 1 ) . b [ 0 ] = 2', 'f(a, label: 1).b[0] = 2'],
    ['[1, 2,]', '[1, 2]'],
    ['m = (inference("mock"))', 'm = (inference("mock"))'],
    ['model m = (inference("mock"))', 'model m = inference("mock")'],
    ['x = """a\n  b"""', 'x = """a\n  b"""'],
    ['x = "\\q" + "é"', 'x = "\\q" + "é"'],
    ['x = 007', 'x = 007'],
  ])('%s', (text, expected) => {
    expect(formatted(text)).toBe(`${expected}\n`)
  })
})

describe('statements', () => {
  it.each([
    ['if a: b', 'if a:\n    b'],
    ['if a: b\nelse if c: d\nelse: e', 'if a:\n    b\nelse if c:\n    d\nelse:\n    e'],
    ['while a: if b: c', 'while a:\n    if b:\n        c'],
    ['for  x  in  y :\n  z', 'for x in y:\n    z'],
    ['def f(a:Int,b)->Array< Int >: return a', 'def f(a: Int, b) -> Array<Int>:\n    return a'],
    ['x : Int=3', 'x: Int = 3'],
    ['local  x:Array<Int>= []', 'local x: Array<Int> = []'],
    [
      'async tool  t(a) returns Int requires a . b "d": return 1',
      'async tool t(a) returns Int requires a.b "d":\n    return 1',
    ],
    [
      'irreversible action f() requires approval,pay.card: g()',
      'irreversible action f() requires pay.card, approval:\n    g()',
    ],
    ['reversible action f(): g()\n\n\nrollback: h()', 'reversible action f():\n    g()\nrollback:\n    h()'],
    ['policy:\n  allow a.b', 'policy: allow a.b'],
    ['policy:\n  allow a.b\n  deny  c', 'policy:\n    allow a.b\n    deny c'],
    ['attempt:\n a\nfailed  p:\n b', 'attempt:\n    a\nfailed p:\n    b'],
    ['agent a: pause( )', 'agent a:\n    pause()'],
    ['session s: f()', 'session s:\n    f()'],
    ['test  "t": f()', 'test "t":\n    f()'],
    ['persistent  memory m:"p"', 'persistent memory m: "p"'],
    ['memory m', 'memory m'],
    ['set delegation=m', 'set delegation = m'],
    ['import  "./a b.sns"  as  m', 'import "./a b.sns" as m'],
    ['import pkg . mod', 'import pkg.mod'],
    ['from python os . path import join as j,exists', 'from python os.path import join as j, exists'],
    ['import sense  text', 'import sense text'],
  ])('%s', (text, expected) => {
    expect(formatted(text)).toBe(`${expected}\n`)
  })
})

describe('blank lines', () => {
  it('stay, one at most, but not at the ends of a body', () => {
    expect(formatted('\n\na\n\n\n\nb\nif c:\n\n    d\n\n    e\n\n\nelse:\n\n    f\n\n\n')).toBe(
      'a\n\nb\nif c:\n    d\n\n    e\nelse:\n    f\n',
    )
    expect(formatted('')).toBe('')
    expect(formatted('\n\n')).toBe('')
  })
})

describe('comments', () => {
  it.each([
    ['#!x\n\n#  two', '#!x\n\n#  two'],
    ['a   # b   ', 'a  # b'],
    ['if a: b # c', 'if a:  # c\n    b'],
    ['if a: if b: c # d', 'if a:  # d\n    if b:\n        c'],
    ['if a: # c\n  b', 'if a:  # c\n    b'],
    ['if a:\n  # c\n\n  b\n  # d\n# e\nelse:\n  f', 'if a:\n    # c\n\n    b\n    # d\n# e\nelse:\n    f'],
    ['if a:\n  b\n # odd\nc', 'if a:\n    b\n# odd\nc'],
    ['policy:  # a\n  # b\n  allow c  # d', '# a\n# b\npolicy: allow c  # d'],
    ['x = (1 +  # one\n  2)  # two', '# one\nx = 1 + 2  # two'],
    ['f(  # open\n  a,  # a\n  # b\n  b\n  # last\n)', 'f(  # open\n    a,  # a\n    # b\n    b,\n    # last\n)'],
    ['f(a + # plus\n b, c)', 'f(\n    # plus\n    a + b,\n    c,\n)'],
    ['f( # none\n)', 'f(  # none\n)'],
    ['def f(a, # a\n b): c', 'def f(\n    a,  # a\n    b,\n):\n    c'],
    ['a # last', 'a  # last'],
  ])('%j', (text, expected) => {
    expect(formatted(text)).toBe(`${expected}\n`)
  })
})

describe('long lines', () => {
  it('break in brackets, one item a line', () => {
    expect(formatted(`f(${wide}, [${wide}])`)).toBe(`f(\n    ${wide},\n    [${wide}],\n)\n`)
    expect(formatted(`x = ${wide}(1)(${wide}, 2)`)).toBe(`x = ${wide}(1)(\n    ${wide},\n    2,\n)\n`)
  })

  it('get parentheses around operators where there are none', () => {
    const broken = `x = (\n    ${wide}\n    + ${wide}\n    - 1 * 2\n)\n`
    expect(formatted(`x = ${wide} + ${wide} - 1 * 2`)).toBe(broken)
    expect(formatted(`if ${wide} and ${wide}: a`)).toBe(`if (\n    ${wide}\n    and ${wide}\n):\n    a\n`)
  })

  it('do not break around a single String or Array', () => {
    expect(formatted(`print("${wide}${wide}")`)).toBe(`print("${wide}${wide}")\n`)
    expect(formatted(`print([${wide}, ${wide}])`)).toBe(`print([\n    ${wide},\n    ${wide},\n])\n`)
  })

  it('a list over several lines with a comma at its end stays so', () => {
    expect(formatted('x = [1,\n 2,\n]')).toBe('x = [\n    1,\n    2,\n]\n')
    expect(formatted('x = [1,\n 2\n]')).toBe('x = [1, 2]\n')
    expect(formatted('def f(a,\n  b,): c')).toBe('def f(\n    a,\n    b,\n):\n    c\n')
  })
})

it('keeps the line ends of the file, and those inside a String', () => {
  expect(formatted('a\r\nif b:\r\n  c\r\n')).toBe('a\r\nif b:\r\n    c\r\n')
  expect(formatted('x = """a\r\nb"""\ny')).toBe('x = """a\r\nb"""\r\ny\r\n')
  expect(formatted('a\rb\r')).toBe('a\nb\n')
})

it('gives the problems of a text that does not parse', () => {
  expect(format(sourceFileOf('program.sns', 'x = ('))).toMatchObject({ kind: 'syntax-errors' })
})
