import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variablesIn } from '../../../../src/runtime/servers/config/env-file.ts'

const read = (text: string) => Object.fromEntries(variablesIn(text))

describe('a file of variables', () => {
  it.each([
    'A=1\nB = two words  \n',
    '# A=1\n\n  export B=2 # why\nC=#\nD=',
    'A="x # y" # z\nB=\'1 "2"\'\nC=`3`',
    'A="one\\ntwo"\nB=\'one\\ntwo\'\nC="over\nlines"\nD=4',
    'A=1\r\nB=2\r\n',
    'A=1\nA=2\nno line of it\na.b-c=3',
    'URL=https://example.com/?a=b&c=d',
  ])('is read as Node reads it: %j', (text) => {
    expect(read(text)).toEqual({ ...parseEnv(text) })
  })

  it('gives plain values back as they are', () => {
    const value = fc.stringMatching(/^[\w./:@-][\w ./:@=-]{0,20}[\w./:@-]$/)
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z_]{1,9}$/), value, (name, text) => {
        expect(read(`${name}=${text}\n`)).toEqual({ [name]: text })
        expect(read(`${name}="${text}"`)).toEqual({ [name]: text })
      }),
    )
  })

  it('costs no more than reading it, whatever is in it', () => {
    expect(variablesIn(`A${' '.repeat(200_000)}B\nC="${'x'.repeat(200_000)}\nD=1`).get('D')).toBe('1')
  })
})
