/**
 * Reports in their three forms: what stands where, and whether marks stand under what they mark.
 */

import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../../src/compiler/diagnostics/diagnostic.ts'
import { displayWidth } from '../../../../src/compiler/diagnostics/display-width.ts'
import { jsonRecord, renderJson } from '../../../../src/compiler/diagnostics/render-json.ts'
import { renderLine } from '../../../../src/compiler/diagnostics/render-line.ts'
import { renderTerminal } from '../../../../src/compiler/diagnostics/render-terminal.ts'
import { plainStyle } from '../../../../src/compiler/diagnostics/style.ts'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import type { SourceFile } from '../../../../src/compiler/source/source-file.ts'

/** A problem at the piece of `text` between two `|`, which are taken out. */
function problemAt(marked: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const [before = '', inside = '', after = ''] = marked.split('|')
  const file = sourceFileOf('t.sns', before + inside + after)
  const span = { offsetStart: before.length, offsetEnd: before.length + inside.length }
  return { class: 'SenseNameError', code: 'unknown-name', headline: '`x` is not bound', place: { file, span }, ...more }
}

const frameOf = (marked: string, more?: Partial<Diagnostic>) =>
  renderTerminal(problemAt(marked, more)).split('\n').slice(1)
const placeIn = (file: SourceFile, offsetStart: number, length: number) => {
  return { file, span: { offsetStart, offsetEnd: offsetStart + length } }
}

describe('positions in each form', () => {
  it.each([
    ['an emoji before', 'y = "😀" + |x|\n', 1, 11],
    ['a wide character before', 'y = "名" + |x|', 1, 11],
    ['a combining mark before', 'y = "e\u0301" + |x|', 1, 12],
    ['CRLF lines', 'a\r\nb\r\n  |x|\r\n', 3, 3],
    ['CR lines', 'a\rb\r|x|', 3, 1],
    ['the last line without line end', 'a\n|x|', 2, 1],
    ['the end of the file', 'a\n||', 2, 1],
    ['an empty file', '||', 1, 1],
  ])('%s', (_, marked, line, column) => {
    const problem = problemAt(marked)
    expect(renderLine(problem)).toBe(`t.sns:${line}:${column}: SenseNameError[unknown-name]: \`x\` is not bound`)
    expect(jsonRecord(problem)).toMatchObject({ file: 't.sns', line, column, endLine: line })
    expect(renderTerminal(problem)).toContain(`--> t.sns:${line}:${column}\n`)
  })
})

describe('the code frame', () => {
  it('marks the span, with its label', () => {
    expect(frameOf('if a:\n    b = |totl| + 1\n', { label: 'not bound' })).toEqual([
      '  --> t.sns:2:9',
      '   |',
      ' 2 |     b = totl + 1',
      '   |         ^^^^ not bound',
    ])
  })

  it.each([
    ['y = "😀" + |x|', '   |            ^'],
    ['y = "名前" + |x|', '   |              ^'],
    ['y = "e\u0301" + |x|', '   |           ^'],
    ['y = "👩‍👩‍👧" + |x|', '   |            ^'],
    ['y = "🇪🇺" + |x|', '   |            ^'],
    ['\ty = |x|', '   |         ^'],
    ['y = "|名|"', '   |      ^^'],
    ['y = "\u202e" + |x|', '   |                  ^'],
    ['a = 1||\r\nb', '   |      ^'],
  ])('stands under what is marked: %j', (marked, row) => {
    expect(frameOf(marked)[3]).toBe(row)
  })

  it('shows characters that cannot be seen', () => {
    expect(frameOf('y = "\u202e\u0007" + |x|')[2]).toBe(' 1 | y = "\\u{202e}\\u{7}" + x')
  })

  it('cuts a long line around the span', () => {
    const frame = frameOf(`x = [${'1, '.repeat(400)}|totl|, ${'2, '.repeat(400)}]`)
    expect(frame[2]).toMatch(/^ 1 \| ….*totl.*…$/)
    expect(frame[2]?.length).toBeLessThanOrEqual(80)
    expect(frame[3]?.indexOf('^')).toBe(frame[2]?.indexOf('totl'))
    const atEnd = frameOf(`x = ${'1 + '.repeat(400)}|totl|`)
    expect(atEnd[2]).toMatch(/^ 1 \| ….*totl$/)
    expect(atEnd[3]?.indexOf('^')).toBe(atEnd[2]?.indexOf('totl'))
  })

  it('is quick for a line of a megabyte', () => {
    const start = performance.now()
    frameOf(`x = "${'é'.repeat(500_000)}" + |totl| + "${'é'.repeat(500_000)}"`)
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it('joins the first and last line of a longer span by a bar', () => {
    expect(frameOf('x = |f(\n    1,\n    2\n)| + 1', { label: 'gives nil' })).toEqual([
      '  --> t.sns:1:5',
      '   |',
      ' 1 | / x = f(',
      '   …',
      ' 4 | | ) + 1',
      '   | |_^ gives nil',
    ])
  })

  it('shows related places of the same file in one frame, in order of lines', () => {
    const problem = problemAt('def f(a: Int):\n    return a\n\n\nprint(f(|"3"|))', { label: 'this is a String' })
    const file = problem.place?.file ?? sourceFileOf('none', '')
    const report = renderTerminal({ ...problem, related: [{ place: placeIn(file, 6, 6), label: 'declared here' }] })
    expect(report.split('\n').slice(1)).toEqual([
      '  --> t.sns:5:9',
      '   |',
      ' 1 | def f(a: Int):',
      '   |       ------ declared here',
      '   …',
      ' 5 | print(f("3"))',
      '   |         ^^^ this is a String',
    ])
  })

  it('shows a related place of another file in a frame of its own', () => {
    const other = sourceFileOf('lib.sns', `${'\n'.repeat(119)}policy: deny a.b`)
    const related = [{ place: placeIn(other, 119, 16), label: 'this rule decided' }]
    expect(frameOf('|f|()', { related })).toEqual([
      '   --> t.sns:1:1',
      '    |',
      '  1 | f()',
      '    | ^',
      '    |',
      '   --> lib.sns:120:1',
      '    |',
      '120 | policy: deny a.b',
      '    | ---------------- this rule decided',
    ])
  })
})

describe('the parts of a report', () => {
  it('wraps detail and hint at 80 columns and keeps code whole', () => {
    const words = 'write the value in full and then look at it again, '.repeat(3)
    const report = renderTerminal(problemAt('|x|', { hint: `${words}\`def f(a, b):\``, detail: words }))
    expect(report.split('\n').every((line) => line.length <= 80)).toBe(true)
    expect(report).toContain('hint: write the value')
    expect(report).toContain('\n      ')
    expect(report).toContain('`def f(a, b):`')
  })

  it('shows what an outside program left behind', () => {
    const evidence = { facts: [['exit status', '127']] as const, stderrLines: ['sh: fs-server: not\u001b[0m found'] }
    const report = renderTerminal(problemAt('|x|', { evidence, hint: 'run it in a terminal' }))
    expect(report).toContain(
      '\nexit status: 127\nstderr, last lines:\n   sh: fs-server: not\\u{1b}[0m found\nhint: run it',
    )
  })

  it('shows the call stack, innermost first, with recursion folded', () => {
    const file = sourceFileOf('t.sns', 'f()\ng()\n')
    const frame = (functionName: string, offset: number) => ({ functionName, calledAt: placeIn(file, offset, 1) })
    const down = Array.from({ length: 500 }, () => [frame('even', 0), frame('odd', 4)]).flat()
    const stack = [frame('check', 4), ...down, frame('main', 0), { functionName: 'agent a', calledAt: undefined }]
    const lines = renderTerminal(problemAt('|x|', { stack })).split('\n')
    expect(lines.slice(lines.indexOf('call stack'))).toEqual([
      'call stack',
      '   check   called at t.sns:2:1',
      '   even    called at t.sns:1:1',
      '   odd     called at t.sns:2:1',
      '   … these 2 calls 499 more times',
      '   main    called at t.sns:1:1',
      '   agent a',
    ])
  })

  it('keeps the lines of a headline that has several', () => {
    const problem = problemAt('|x|', { headline: 'first\nsecond\u0007' })
    expect(renderTerminal(problem)).toContain('SenseNameError[unknown-name]: first\n    second\\u{7}\n')
    expect(renderLine(problem)).toContain(': first\\nsecond\\u{7}')
  })

  it('calls a warning a warning, in yellow', () => {
    const mark = (name: string) => (text: string) => `<${name}>${text}</${name}>`
    const style = {
      ...plainStyle,
      red: mark('red'),
      yellow: mark('y'),
      cyan: mark('c'),
      dim: mark('d'),
      bold: mark('b'),
    }
    const problem = problemAt('|x|', { class: 'warning', code: 'shadowed', hint: 'rename it' })
    const report = renderTerminal(problem, style)
    expect(report).toContain('<b><y>warning[shadowed]</y></b>: ')
    expect(report).toContain('<y>^</y>')
    expect(report).toContain('<c>hint: rename it</c>')
  })

  it('keeps to the width of a narrow terminal, with marks under what they mark', () => {
    const hint = 'a name close to it is `total` (bound in line 6)'
    const problem = problemAt('first = "漢字漢字漢字漢字漢字" + |totl| + "behind it is more"', { hint })
    const lines = renderTerminal(problem, { ...plainStyle, width: 40, headlineWidth: 40 }).split('\n')
    expect(lines.filter((line) => displayWidth(line) > 40)).toEqual([])
    expect(lines.slice(0, 2)).toEqual(['SenseNameError[unknown-name]: `x` is not', 'bound'])
    const [code = '', marks = ''] = lines.slice(4)
    expect(displayWidth(code.slice(0, code.indexOf('totl')))).toBe(marks.indexOf('^^^^'))
  })

  it('gives a label that is too wide a line of its own', () => {
    const problem = problemAt('x = a_rather_long_name + |another_long_name|', { label: 'this is a String' })
    const lines = renderTerminal(problem, { ...plainStyle, width: 46, headlineWidth: 46 }).split('\n')
    expect(lines.slice(4)).toEqual([
      '   |                       ^^^^^^^^^^^^^^^^^',
      '   |                       this is a String',
    ])
  })

  it('may have no place', () => {
    const problem: Diagnostic = { class: 'SenseNameError', code: 'unknown-name', headline: '`x` is not bound' }
    expect(renderTerminal(problem)).toBe('SenseNameError[unknown-name]: `x` is not bound')
    expect(renderLine(problem)).toBe('SenseNameError[unknown-name]: `x` is not bound')
    expect(jsonRecord(problem)).toMatchObject({ file: null, line: null, endColumn: null, stack: [], related: [] })
  })
})

it('writes one line of JSON with every key', () => {
  const problem = problemAt('a = |"x\ny"|', { label: 'l', hint: 'h', detail: 'd' })
  const json = renderJson(problem)
  expect(json).not.toContain('\n')
  expect(JSON.parse(json)).toEqual({
    ...{ class: 'SenseNameError', code: 'unknown-name', severity: 'error', headline: '`x` is not bound' },
    ...{ file: 't.sns', line: 1, column: 5, endLine: 2, endColumn: 3 },
    ...{ label: 'l', detail: 'd', hint: 'h', related: [], stack: [], evidence: null, fix: null },
  })
})
