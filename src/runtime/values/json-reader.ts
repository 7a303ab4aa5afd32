/**
 * Reads JSON text into values (spec 01 §3).
 *
 * JavaScript's own parser turns every number into a double: `1.0` would become the Int 1, and long Ints would lose
 * digits. This reader keeps them apart. It is recursive, with a bound on the depth, and takes time linear in the text.
 */

import { Float } from './float.ts'
import { intFromDigits } from './int.ts'
import { ARRAY_ELEMENTS_MAX, JSON_DEPTH_MAX, RECORD_ENTRIES_MAX } from './limits.ts'
import { SenseRecord } from './record.ts'
import { noSite } from './sense-error.ts'
import { TextBuilder } from './text-builder.ts'
import type { ArrayValue, Value } from './value.ts'

/** Text that is not JSON. The place is in that text; line and column count from 1, columns in code points. */
export class JsonTextError extends Error {
  readonly line: number
  readonly column: number
  /** The character at that place; empty at the end of the text. */
  readonly found: string

  /** `message` says what is wrong, without the place. */
  constructor(message: string, line: number, column: number, found = '') {
    super(message)
    this.name = 'JsonTextError'
    this.line = line
    this.column = column
    this.found = found
  }
}

/** What is accepted beyond the standard. */
export interface JsonDialect {
  /** `Infinity`, `-Infinity` and `NaN`, which Python's JSON writes. */
  readonly hasNonFiniteNumbers: boolean
}

const standard: JsonDialect = { hasNonFiniteNumbers: false }

/** The value that `text` describes. Throws a `JsonTextError` at the first fault. Of a key given twice the last wins. */
export function parseJson(text: string, dialect: JsonDialect = standard): Value {
  return new JsonReader(text, dialect).readWhole()
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

const words: readonly (readonly [word: string, value: Value])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

const nonFiniteWords: readonly (readonly [word: string, value: Value])[] = [
  ['Infinity', new Float(Infinity)],
  ['-Infinity', new Float(-Infinity)],
  ['NaN', new Float(NaN)],
]

class JsonReader {
  private readonly text: string
  private readonly words: readonly (readonly [word: string, value: Value])[]
  private offset = 0
  private depth = 0

  constructor(text: string, dialect: JsonDialect) {
    this.text = text
    this.words = dialect.hasNonFiniteNumbers ? [...words, ...nonFiniteWords] : words
  }

  readWhole(): Value {
    this.skipSpace()
    const value = this.readValue()
    this.skipSpace()
    if (this.offset < this.text.length) throw this.fault('there is more text after the value')
    return value
  }

  private readValue(): Value {
    const character = this.text[this.offset]
    if (character === '{') return this.readNested(() => this.readObject())
    if (character === '[') return this.readNested(() => this.readArray())
    if (character === '"') return this.readString()
    if (isDigit(this.text.charCodeAt(this.offset))) return this.readNumber()
    const word = this.words.find(([spelling]) => this.text.startsWith(spelling, this.offset))
    if (word !== undefined) {
      this.offset += word[0].length
      return word[1]
    }
    if (character === '-') return this.readNumber()
    throw this.fault(character === undefined ? 'it ends where a value is expected' : 'no value begins like this')
  }

  private readNested(read: () => Value): Value {
    if (this.depth === JSON_DEPTH_MAX) throw this.fault('values are nested more than 1,000 deep')
    this.depth += 1
    const value = read()
    this.depth -= 1
    return value
  }

  private readArray(): Value {
    const start = this.offset
    const elements: ArrayValue = []
    this.offset += 1
    this.skipSpace()
    if (this.skip(']')) return elements
    do {
      if (elements.length === ARRAY_ELEMENTS_MAX) throw this.fault('the array has more than 67,108,864 elements')
      this.skipSpace()
      elements.push(this.readValue())
      this.skipSpace()
    } while (this.skip(','))
    if (!this.skip(']')) throw this.notClosed('array', ']', start)
    return elements
  }

  private readObject(): Value {
    const start = this.offset
    const record = new SenseRecord()
    this.offset += 1
    this.skipSpace()
    if (this.skip('}')) return record
    do {
      if (record.entries.size === RECORD_ENTRIES_MAX) throw this.fault('the object has more than 8,388,608 entries')
      this.skipSpace()
      const key = this.readKey()
      this.skipSpace()
      if (!this.skip(':')) throw this.fault('expected a `:` after the key')
      this.skipSpace()
      record.entries.set(key, this.readValue())
      this.skipSpace()
    } while (this.skip(','))
    if (!this.skip('}')) throw this.notClosed('object', '}', start)
    return record
  }

  private readKey(): string {
    if (this.text[this.offset] !== '"') throw this.fault('expected a key in double quotes')
    return this.readString()
  }

  private readString(): string {
    const start = this.offset
    let builder: TextBuilder | undefined
    this.offset += 1
    let pieceStart = this.offset
    for (;;) {
      const unit = this.text.charCodeAt(this.offset)
      if (unit === 34) break
      if (Number.isNaN(unit)) throw this.fault('the string is not closed', start)
      if (unit < 32) throw this.fault('a control character in a string must be escaped')
      if (unit === 92) {
        builder ??= new TextBuilder(noSite)
        builder.add(this.text.slice(pieceStart, this.offset))
        builder.add(this.readEscape())
        pieceStart = this.offset
      } else {
        this.offset += 1
      }
    }
    const last = this.text.slice(pieceStart, this.offset)
    this.offset += 1
    if (builder === undefined) return last
    builder.add(last)
    return builder.text()
  }

  private readEscape(): string {
    const character = this.text.charAt(this.offset + 1)
    if (character === 'u') return this.readUnicodeEscape()
    const meaning = Object.hasOwn(escapes, character) ? escapes[character] : undefined
    if (meaning === undefined) throw this.fault('the string has an escape that JSON does not know')
    this.offset += 2
    return meaning
  }

  private readUnicodeEscape(): string {
    const digits = this.text.slice(this.offset + 2, this.offset + 6)
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.fault('expected four hexadecimal digits after `\\u`')
    this.offset += 6
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  /** An Int if there is neither a point nor an exponent, else a Float. */
  private readNumber(): Value {
    const start = this.offset
    this.skip('-')
    const startOfWhole = this.offset
    this.skipDigits('expected a digit in the number')
    if (this.text[startOfWhole] === '0' && this.offset > startOfWhole + 1) {
      throw this.fault('a number cannot begin with an extra 0', start)
    }
    const endOfWhole = this.offset
    if (this.skip('.')) this.skipDigits('expected a digit after the point')
    if (this.skip('e') || this.skip('E')) {
      if (!this.skip('+')) this.skip('-')
      this.skipDigits('expected a digit in the exponent')
    }
    const spelling = this.text.slice(start, this.offset)
    return this.offset === endOfWhole ? this.intOf(spelling, start) : this.floatOf(spelling, start)
  }

  private intOf(spelling: string, start: number): Value {
    const int = intFromDigits(spelling)
    if (int === undefined) throw this.fault('the number is too large for an Int', start)
    return int
  }

  private floatOf(spelling: string, start: number): Value {
    const double = Number(spelling)
    if (!Number.isFinite(double)) throw this.fault('the number is too large for a Float', start)
    return new Float(double)
  }

  private skipDigits(faultIfNone: string): void {
    const start = this.offset
    while (isDigit(this.text.charCodeAt(this.offset))) this.offset += 1
    if (this.offset === start) throw this.fault(faultIfNone)
  }

  private skipSpace(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.offset)
      if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) return
      this.offset += 1
    }
  }

  private skip(character: string): boolean {
    if (this.text[this.offset] !== character) return false
    this.offset += 1
    return true
  }

  private notClosed(container: 'array' | 'object', bracket: string, start: number): JsonTextError {
    const isAtEnd = this.offset === this.text.length
    if (isAtEnd) return this.fault(`the ${container} is not closed`, start)
    return this.fault(`expected \`,\` or \`${bracket}\` in the ${container}`)
  }

  private fault(message: string, offset: number = this.offset): JsonTextError {
    const { line, column } = placeOf(this.text, offset)
    return new JsonTextError(message, line, column, this.text.charAt(offset))
  }
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/**
 * Line and column of `offset`. Counted here and not with the compiler's table of lines, which takes more memory than
 * there is for the longest Strings.
 */
function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let column = 1
  for (let at = 0; at < offset; at += 1) {
    const unit = text.charCodeAt(at)
    const endsLine = unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)
    const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff
    if (endsLine) {
      line += 1
      column = 1
    } else if (!isSecondHalf) {
      column += 1
    }
  }
  return { line, column }
}
