/** Which words of a server deceive the eye, and which ordinary words of many languages do not. */

import { describe, expect, it } from 'vitest'
import { suspicionOfJson, suspicionOfName, suspicionOfText } from '../../../../src/adapters/mcp/suspect-text.ts'
import { visibleLines } from '../../../../src/adapters/mcp/quoted-text.ts'

describe('a name', () => {
  it.each([
    ['no width', 're\u200bad', 'its name has characters that cannot be seen (U+200B)'],
    ['tag characters', 'read\u{e0041}', 'its name has hidden text in tag characters (U+E0041)'],
    ['another direction', '\u202eabc', 'its name has characters that turn the direction of text (U+202E)'],
    ['a Cyrillic letter', 'r\u0435ad', 'its name mixes letters of scripts that look alike'],
    ['a Greek letter', 'd\u03bfc', 'its name mixes letters of scripts that look alike'],
    [
      'Cyrillic letters only, all like Latin ones',
      '\u0441\u043e\u0440\u0443',
      'its name looks Latin, and has no Latin letter',
    ],
    ['wide letters', '\uff52ead', 'its name has letters in a form that looks like others'],
    ['a filler', 'read\u3164', 'its name has characters that cannot be seen (U+3164)'],
    ['a line break', 'read\nfile', 'its name has line breaks or tabs'],
  ])('with %s', (_, name, suspicion) => {
    expect(suspicionOfName(name)).toBe(suspicion)
  })

  it.each(['read_file', 'naïve', 'поиск', 'ファイルread', '読むfile', 'नमस्ते', 'क्\u200dष', 'get-2'])(
    '%s is fine',
    (name) => {
      expect(suspicionOfName(name)).toBeUndefined()
    },
  )
})

describe('a text', () => {
  it.each([
    ['a joiner between letters that need none', 'ab\u200dc', 'U+200D'],
    ['data in forms of a letter', 'a\u{e0100}\u{e0101}', 'U+E0100, U+E0101'],
    ['a row of forms', '\u2764\ufe0f\ufe0f', 'U+FE0F'],
    ['a soft hyphen', 'soft\u00adhyphen', 'U+00AD'],
    ['an empty Braille sign', 'a\u2800b', 'U+2800'],
    ['many kinds', '\u200b\u200c \u2060\u2061\u2062', 'and others'],
  ])('with %s', (_, text, codes) => {
    expect(suspicionOfText(text, 'it')).toMatch(/^it has characters that cannot be seen/)
    expect(suspicionOfText(text, 'it')).toContain(codes)
    expect(visibleLines(text)).toContain('\\u{')
  })

  it('with a word of two scripts', () => {
    expect(suspicionOfText('Pay with p\u0430ypal.', 'it')).toBe(
      'it has the word `p\u0430ypal`, in which letters of two scripts look alike',
    )
  })

  it.each([
    'Reads \u{1f468}\u200d\u{1f4bb} a file \u2764\ufe0f 1\ufe0f\u20e3 \u2139\ufe0f',
    'می\u200cخواهم',
    '10 μm, 5 µs, Ωm, π r²',
    'Русский текст про API и файлы',
    '日本語API呼び出し',
    'a\ttab\r\nand a line',
    'C:\\x — “quoted” …',
  ])('%s is fine', (text) => {
    expect(suspicionOfText(text, 'it')).toBeUndefined()
    expect(visibleLines(text)).not.toContain('\\u{')
  })
})

it('is found deep in a schema, in names and in texts', () => {
  const schema = { properties: { a: { description: 'x', enum: ['one', 'tw\u200bo'] } } }
  expect(suspicionOfJson(schema, 'its schema')).toBe('its schema has characters that cannot be seen (U+200B)')
  expect(suspicionOfJson({ 'p\u202eath': 1 }, 'its schema')).toContain('U+202E')
  expect(suspicionOfJson({ n: [1, null, true, {}] }, 'its schema')).toBeUndefined()
})
