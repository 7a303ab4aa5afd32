import { describe, expect, it } from 'vitest'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import { lineAt } from '../../../../src/compiler/source/positions.ts'
import { parse } from '../../../../src/compiler/syntax/parse.ts'
import type { Statement } from '../../../../src/compiler/syntax/tree.ts'

function read(text: string): { statements: readonly Statement[]; problems: readonly string[] } {
  const file = sourceFileOf('t.sns', text)
  const { program, problems } = parse(file)
  const places = problems.map(
    ({ code, place }) => `${place ? lineAt(file.lineStarts, place.span.offsetStart) : 0} ${code}`,
  )
  return { statements: program.statements, problems: places }
}

const kindsOf = (text: string) => read(text).statements.map((statement) => statement.kind)
const problemsOf = (text: string) => read(text).problems

describe('if', () => {
  it('keeps a chain of else if as nested statements', () => {
    const [statement] = read('if a: 1\nelse if b: 2\nelse: 3').statements
    expect(statement).toMatchObject({ kind: 'if', otherwise: { kind: 'if', otherwise: { isOneLine: true } } })
  })

  it('gives an else after one-line forms to the innermost if', () => {
    const [statement] = read('if a: if b: 1\nelse: 2').statements
    expect(statement).toMatchObject({
      otherwise: undefined,
      then: { statements: [{ otherwise: { isOneLine: true } }] },
    })
  })

  it('gives an else behind a block to the if of the same indentation', () => {
    const [statement] = read('if a:\n  if b: 1\nelse: 2').statements
    expect(statement).toMatchObject({
      otherwise: { isOneLine: true },
      then: { statements: [{ otherwise: undefined }] },
    })
  })

  it('takes any statement in the one-line form', () => {
    expect(problemsOf('if a: policy: allow b.c\nif a: def f(): return 1\nfor i in x: while y: break')).toEqual([])
  })
})

describe('words that are special in one place', () => {
  it('stay names elsewhere', () => {
    const text =
      'rollback = 1\nattempt = 2\nfailed = 3\njs = 4\nsense = 5\nattempt: Int = 1\nrollback: Int = 1\nfailed: Int = 2\n' +
      'compensate: Int = 1\nelif = 1\nclass = pass = null = 2\nprint(elif, with)\nawait(x)\nprint (x)\n'
    expect(problemsOf(text)).toEqual([])
  })

  it('attempt is the statement only before `:` and the end of the line', () => {
    expect(kindsOf('attempt:\n  x\nfailed p:\n  y')).toEqual(['attempt'])
    expect(kindsOf('attempt : # c\n  x\nfailed p: # d\n  y\nz')).toEqual(['attempt', 'expression-statement'])
  })

  it('rollback opens a block only behind a reversible action', () => {
    expect(kindsOf('reversible action f():\n  x\n# c\n\nrollback:\n  y\nrollback = 1')).toEqual([
      'action-declaration',
      'expression-statement',
    ])
    expect(problemsOf('irreversible action f(): x\nrollback: Int = 1')).toEqual([])
    expect(problemsOf('irreversible action f(): x\nrollback: print(1)')).toEqual(['2 forbids-rollback'])
    expect(problemsOf('irreversible action f(): x\ncompensate: Array<Int> = []')).toEqual([])
  })

  it('js and sense are hosts only before a String or a name', () => {
    const imports =
      'import js\nimport js as j\nimport js.util\nfrom sense import x\nimport js "node:os" as os\nimport sense text\n'
    expect(read(imports).statements.map((statement) => ('host' in statement ? statement.host : '?'))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'js',
      'sense',
    ])
  })
})

describe('declarations', () => {
  it('keeps the clauses of a tool', () => {
    const [tool] = read('async tool t(a: Array<Int>, b,) returns Int requires model.approval "d": return 1').statements
    expect(tool).toMatchObject({
      isAsync: true,
      resultType: { name: 'Int' },
      capability: { text: 'model.approval' },
      description: { value: 'd' },
      parameters: [{ type: { typeArguments: [{ name: 'Int' }] } }, { type: undefined }],
    })
  })

  it('takes approval and one capability in either order', () => {
    expect(problemsOf('irreversible action f() requires a.b, approval: x')).toEqual([])
    expect(problemsOf('tool t() requires approval.x: x')).toEqual([])
    expect(problemsOf('irreversible action f() requires approval.x: x')).toEqual(['1 approval-with-dot'])
  })

  it('closes a type with `>` even where `=` follows at once', () => {
    const [statement] = read('xs: Array<Array<Int>>= []').statements
    expect(statement).toMatchObject({ kind: 'typed-declaration', type: { span: { offsetStart: 4, offsetEnd: 21 } } })
  })

  it('reads memories and policies', () => {
    expect(kindsOf('memory m\npersistent memory p: "f.db"\npolicy: allow a\npolicy:\n  deny b.model\n')).toEqual([
      'memory-declaration',
      'memory-declaration',
      'policy',
      'policy',
    ])
  })

  it('takes keywords as names only from hosts', () => {
    expect(problemsOf('from python "a" import test as t, b')).toEqual([])
    expect(problemsOf('from python "a" import test')).toEqual(['1 keyword-needs-alias'])
    expect(problemsOf('from "a" import test as t')).toEqual(['1 keyword-as-name'])
  })
})

describe('return, break and continue', () => {
  it('pass through session, test, attempt, if and loops', () => {
    expect(problemsOf('def f():\n  session s:\n    test "t":\n      if a:\n        while b: return 1')).toEqual([])
    expect(problemsOf('for i in x:\n  session s:\n    attempt:\n      break\n    failed p:\n      continue')).toEqual(
      [],
    )
    expect(
      problemsOf('agent a: return 1\ntool t(): return 1\nreversible action f(): return 1\nrollback: return 2'),
    ).toEqual([])
  })

  it('do not leave a body', () => {
    expect(problemsOf('session s:\n  return 1')).toEqual(['2 return-outside'])
    expect(problemsOf('while a:\n  agent b:\n    break')).toEqual(['3 loop-word-outside'])
    expect(problemsOf('while a:\n  reversible action f(): x\n  rollback: continue')).toEqual(['3 loop-word-outside'])
  })
})

describe('recovery', () => {
  it('reports several errors in one run, in order of place', () => {
    expect(problemsOf('x = 1 +\ny = 2\nz = (\nw = ]\n')).toEqual([
      '1 unexpected',
      '3 unclosed-bracket',
      '4 extra-bracket',
    ])
  })

  it('reads the body below a broken header', () => {
    expect(problemsOf('def f(a = 1):\n  return a\n  x = ;\ny')).toEqual(['1 default-parameter', '3 semicolon'])
  })

  it('does not report further clauses of a broken statement', () => {
    expect(problemsOf('if a &&:\n  x\nelse if b:\n  y\nelse:\n  z')).toEqual(['1 logic-symbols'])
    expect(problemsOf('if a:\n  x\nelif b:\n  y\nelif c:\n  z\nelse:\n  w')).toEqual(['3 elif'])
    expect(problemsOf('try:\n  x\nexcept E as e:\n  y\nfinally:\n  z')).toEqual(['1 try'])
    expect(problemsOf('if a {\n  x\n} else if b {\n  y\n} else {\n  z\n}\n')).toEqual(['1 braces'])
    expect(problemsOf('reversible action f(x = 1):\n  y\nrollback:\n  z')).toEqual(['1 default-parameter'])
  })

  it('passes over deeper lines behind a broken line', () => {
    expect(problemsOf('x = 1 2\n    y = 3 4\nz = 5 6')).toEqual(['1 second-statement', '3 second-statement'])
  })

  it('reports a line between two blocks once and stays in the inner one', () => {
    expect(problemsOf('def f():\n        x\n    return 1\n    return 2\n')).toEqual(['3 bad-dedent'])
  })

  it('reports unexpected indentation once for a block', () => {
    expect(problemsOf('  x = 1\n  y = 2\nz = 3')).toEqual(['1 unexpected-indentation'])
  })

  it('reports a missing body where the body should be', () => {
    expect(problemsOf('def f():\nreturn 1')).toEqual(['2 missing-body'])
    expect(problemsOf('if a:\n  # only a comment\n')).toEqual(['3 missing-body'])
    expect(problemsOf('if a:\n  while b:\nx')).toEqual(['3 missing-body'])
    expect(problemsOf('policy:\nx')).toEqual(['2 missing-body'])
  })

  it('reports a bracket where it opens, also when the next statement is swallowed', () => {
    expect(problemsOf('x = f(1,\ny = g(2)\nz')).toEqual(['1 unclosed-bracket'])
    expect(problemsOf('x = f(1, 2\ny = g(3))\nz = ]')).toEqual(['1 unclosed-bracket', '3 extra-bracket'])
    expect(problemsOf('x = [1, 2\ndef f(a):\n  return ;')).toEqual(['1 unclosed-bracket', '3 semicolon'])
  })

  it('takes deeper lines behind an open bracket for its inside, not for a body', () => {
    expect(problemsOf('if (a\n    and b:\n    c\nd = ]')).toEqual(['1 unclosed-bracket', '4 extra-bracket'])
  })

  it('does not judge return and break in lines that are wrongly indented', () => {
    expect(problemsOf('def f(): return 1\n    return 2\nbreak')).toEqual([
      '2 unexpected-indentation',
      '3 loop-word-outside',
    ])
  })

  it('reads attempt and policy without their colon', () => {
    expect(problemsOf('attempt\n  x\nfailed p\n  y\npolicy\n  allow z')).toEqual([
      '1 missing-colon',
      '3 missing-colon',
      '5 missing-colon',
    ])
  })

  it.each([
    ['policy: deny a, b\n', 'several-capabilities'],
    ['policy:\n    deny a.*.b\n    allow b\n', 'pattern-capability'],
    ['tool t() requires a.*:\n    return 1\n', 'pattern-capability'],
    ['x: Array<> = [1]\n', 'empty-type'],
    ['x = 1\nelse:\n    print(1)\n', 'else-without-if'],
    ['x = 1\nelse: print(1)\n', 'else-without-if'],
  ])('reports %j once', (text, code) => {
    expect(problemsOf(text).map((problem) => problem.replace(/^\d+ /, ''))).toEqual([code])
  })

  it('names the habit also where it is not the first word', () => {
    expect(problemsOf('if a: x elif b: y')).toEqual(['1 elif'])
    expect(problemsOf('x = (1, 2)')).toEqual(['1 several-values'])
    expect(problemsOf('policy: deny *')).toEqual(['1 pattern-capability'])
  })
})
