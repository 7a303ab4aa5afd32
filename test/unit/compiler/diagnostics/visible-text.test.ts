import { expect, it } from 'vitest'
import { quotedExcerpt, visibleText } from '../../../../src/compiler/diagnostics/visible-text.ts'

it('shows control characters, bidirectional controls and lone surrogates as escapes', () => {
  expect(visibleText('a\u001b[31m\tb\r\n\u202ec\ud800')).toBe('a\\u{1b}[31m\\tb\\r\\n\\u{202e}c\\u{d800}')
})

it('leaves letters, marks and emoji alone', () => {
  expect(visibleText('größe e\u0301 名前 😀')).toBe('größe e\u0301 名前 😀')
})

it('cuts by code points and marks the cut', () => {
  expect(quotedExcerpt('😀😀😀', 2)).toBe('`😀😀…`')
  expect(quotedExcerpt('ab', 2)).toBe('`ab`')
  expect(quotedExcerpt('x'.repeat(1_000_000), 3)).toBe('`xxx…`')
})
