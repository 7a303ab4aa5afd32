import { describe, expect, it } from 'vitest'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import { tokenize } from '../../../../src/compiler/syntax/lexer.ts'

/** Tokens as `kind` or `kind text`, layout tokens by their kind alone. */
function tokensOf(text: string): readonly string[] {
  const layout = ['newline', 'indent', 'dedent', 'end']
  return tokenize(sourceFileOf('t.sns', text)).tokens.map((token) =>
    layout.includes(token.kind) ? token.kind : `${token.kind} ${token.text}`,
  )
}

const codesOf = (text: string) => tokenize(sourceFileOf('t.sns', text)).problems.map((problem) => problem.code)

describe('tokenize', () => {
  it('tells names, keywords, numbers, strings and symbols apart', () => {
    expect(tokensOf('if größe1 >= 4.50: "a"')).toEqual([
      'keyword if',
      'name größe1',
      'symbol >=',
      'float 4.50',
      'symbol :',
      'string "a"',
      'newline',
      'end',
    ])
  })

  it('makes blocks of indentation of any width', () => {
    expect(tokensOf('a:\n  b\n  c:\n      d\ne')).toEqual([
      ...['name a', 'symbol :', 'newline', 'indent', 'name b', 'newline', 'name c', 'symbol :', 'newline', 'indent'],
      ...['name d', 'newline', 'dedent', 'dedent', 'name e', 'newline', 'end'],
    ])
  })

  it('ignores blank lines and comment lines, also with tabs, for indentation', () => {
    expect(tokensOf('a:\n  b\n\t\n\t# c\n # d\n  e\n')).toEqual([
      ...['name a', 'symbol :', 'newline', 'indent', 'name b', 'newline', 'name e', 'newline', 'dedent', 'end'],
    ])
    expect(codesOf('a\n\t\n\t# c\nb')).toEqual([])
  })

  it('ignores line ends inside brackets', () => {
    expect(tokensOf('(a\n\tb\n)')).toEqual(['symbol (', 'name a', 'name b', 'symbol )', 'newline', 'end'])
  })

  it('ends lines at LF, CRLF and CR', () => {
    expect(tokensOf('a\r\nb\rc\nd')).toEqual([
      'name a',
      'newline',
      'name b',
      'newline',
      'name c',
      'newline',
      'name d',
      'newline',
      'end',
    ])
  })

  it('reads an Int before a member, and keywords right behind a number', () => {
    expect(tokensOf('5.name')).toEqual(['int 5', 'symbol .', 'name name', 'newline', 'end'])
    expect(tokensOf('1and 2')).toEqual(['int 1', 'keyword and', 'int 2', 'newline', 'end'])
  })

  it('keeps >> apart, which closes two types', () => {
    expect(tokensOf('>>=')).toEqual(['symbol >', 'symbol >=', 'newline', 'end'])
  })

  it('gives a file without text an end', () => {
    expect(tokensOf('')).toEqual(['end'])
    expect(tokensOf('\n\n# c')).toEqual(['end'])
  })

  it('marks brackets that are never closed and lets them hold no lines together', () => {
    const { tokens, unclosedBrackets } = tokenize(sourceFileOf('t.sns', 'f((1)\ng(2)'))
    expect([...unclosedBrackets]).toEqual([1])
    expect(tokens.filter((token) => token.kind === 'newline')).toHaveLength(2)
  })
})

describe('strings', () => {
  it('may hold line ends', () => {
    expect(tokensOf('"a\n b"')).toEqual(['string "a\n b"', 'newline', 'end'])
    expect(codesOf('x = "a\nb"\ny = """c\n"d" """')).toEqual([])
  })

  it('end with their line if the quote is missing', () => {
    expect(tokensOf('"abc\nd')).toEqual(['string "abc', 'newline', 'name d', 'newline', 'end'])
    expect(codesOf('"abc\nd')).toEqual(['unterminated-string'])
  })

  it('are taken for unterminated if their closing quote touches a word lines below', () => {
    const { problems } = tokenize(sourceFileOf('t.sns', 'print("abc)\nprint("def")\n'))
    expect(problems.map((problem) => [problem.code, problem.place?.span.offsetStart])).toEqual([
      ['unterminated-string', 6],
    ])
    expect(codesOf('x = "a\nb"and"c\nd"')).toEqual([])
  })

  it('of other languages are one token with a problem', () => {
    expect(codesOf("'it\\'s' + `a\nb` + “c”")).toEqual(['single-quotes', 'template-string', 'smart-quotes'])
  })
})

describe('problems of single pieces', () => {
  it.each([
    ['0x1f', 'number-base'],
    ['1_000', 'underscore-in-number'],
    ['1e5', 'exponent'],
    ['1.5E', 'exponent'],
    ['2x', 'letters-in-number'],
    ['a\u00a0= 1', 'odd-space'],
    ['a\n\fb', 'odd-space'],
    ['if a:\n    b\n\u200b    c', 'odd-space'],
    ['a /* b */', 'foreign-comment'],
    ['a // b c', 'foreign-comment'],
    ['// it\'s "', 'foreign-comment'],
    ['if a:\n\tb', 'tab-indentation'],
    ['if a:\n    b\n  c', 'bad-dedent'],
  ])('%j is %s', (text, code) => {
    expect(codesOf(text)).toEqual([code])
  })

  it('reports tabs once for a file', () => {
    expect(codesOf('if a:\n\tb\n\tif c:\n\t\td\n')).toEqual(['tab-indentation'])
  })
})
