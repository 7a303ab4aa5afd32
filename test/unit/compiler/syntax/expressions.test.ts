import { describe, expect, it } from 'vitest'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import { parse } from '../../../../src/compiler/syntax/parse.ts'
import { expressionText } from './tree-text.ts'

function read(text: string): string {
  const { program, problems } = parse(sourceFileOf('t.sns', text))
  const [statement] = program.statements
  if (problems.length > 0) return problems.map((problem) => problem.code).join(' ')
  return statement?.kind === 'expression-statement' ? expressionText(statement.expression) : 'no expression'
}

describe('operators', () => {
  it.each([
    ['1 + 2 * 3 - 4', '(- (+ 1 (* 2 3)) 4)'],
    ['a or b and c == d < e', '(or a (and b (== c (< d e))))'],
    ['1 < 2 < 3', '(< (< 1 2) 3)'],
    ['not a == b', '(== (not a) b)'],
    ['- - 3 % -2', '(% (- (- 3)) (- 2))'],
    ['-f(1).x[0]', '(- f(1).x[0])'],
    ['(1 + 2) * 3', '(* (+ 1 2) 3)'],
    ['a<-b', '(< a (- b))'],
    ['1and 2', '(and 1 2)'],
  ])('%s', (text, tree) => {
    expect(read(text)).toBe(tree)
  })
})

describe('assignments', () => {
  it.each([
    ['x = y = 0', '(= x (= y 0))'],
    ['(x) = 3', '(= x 3)'],
    ['(xs[0]) = (xs)[1] = 9', '(= xs[0] (= xs[1] 9))'],
    ['f()[0] = 2', '(= f()[0] 2)'],
    ['f(x = 1)', 'f((= x 1))'],
    ['a.b = 1', 'assign-to-member'],
    ['f() = 1', 'assign-to-value'],
    ['true or y = 2', 'assign-to-value'],
    ['-x = 2', 'assign-to-value'],
    ['(x = 1) = 2', 'assign-to-value'],
    ['m = inference("x")', 'inference-needs-model'],
    ['m = (inference("x"))', '(= m inference("x"))'],
    ['m = inference("x").y', '(= m inference("x").y)'],
    ['a = b = inference("x")', '(= a (= b inference("x")))'],
  ])('%s', (text, tree) => {
    expect(read(text)).toBe(tree)
  })
})

describe('calls, members and indices', () => {
  it.each([
    ['f(1)(2)[0].a', 'f(1)(2)[0].a'],
    ['f(1, 2,)', 'f(1, 2)'],
    ['f(a, if: 1, b: c)', 'f(a, if: 1, b: c)'],
    ['x.class.def.session', 'x.class.def.session'],
    ['5.size', '5.size'],
    ['[1, [2], ]', '[1 [2]]'],
    ['[]', '[]'],
    ['(f)(1)', 'f(1)'],
    ['f(\n1\n,\n2\n)', 'f(1, 2)'],
    ['f(a: 1, a: 2)', 'duplicate-label'],
    ['f(a: 1, 2)', 'positional-after-label'],
    ['f(,)', 'unexpected'],
    ['xs[]', 'unexpected'],
    ['xs[:1]', 'slice'],
    ['xs[1:]', 'slice'],
    ['5.', 'trailing-dot'],
  ])('%s', (text, tree) => {
    expect(read(text)).toBe(tree)
  })
})

describe('string values', () => {
  it.each([
    ['"a\\n\\t\\r\\"\\\\\\q\\\'"', 'a\n\t\r"\\q\''],
    ['"a\r\nb\rc\nd"', 'a\nb\nc\nd'],
    ['"a\\\r\nb"', 'a\nb'],
    ['""', ''],
    ['""""""', ''],
    ['"""say "hi" \\""""', 'say "hi" "'],
    ['"\\u00e9"', 'u00e9'],
  ])('%j', (text, value) => {
    expect(read(text)).toBe(JSON.stringify(value))
  })
})

describe('spans', () => {
  it('hold the parentheses around an operand, but not those around the whole', () => {
    const { program } = parse(sourceFileOf('t.sns', '((1) + (2)) * 3'))
    const [statement] = program.statements
    const product = statement?.kind === 'expression-statement' ? statement.expression : undefined
    expect(product?.span).toEqual({ offsetStart: 0, offsetEnd: 15 })
    expect(product?.kind === 'binary' && product.left.span).toEqual({ offsetStart: 1, offsetEnd: 10 })
  })
})
