/** Follows the brackets of JSON text that may come in pieces, and says where the value that it starts with ends. */
export class BracketScanner {
  /** The text so far ends inside a string. */
  isInString = false
  #depth = 0
  #isEscaped = false

  /** Another that stands where this one does. */
  copy(): BracketScanner {
    const copy = new BracketScanner()
    copy.isInString = this.isInString
    copy.#depth = this.#depth
    copy.#isEscaped = this.#isEscaped
    return copy
  }

  /**
   * Reads on in `text` from offset `from`. The result is the offset after the bracket that closes the first one of all;
   * undefined: not closed yet.
   */
  feed(text: string, from: number): number | undefined {
    for (let offset = from; offset < text.length; offset += 1) {
      if (this.isInString) offset = this.#skipString(text, offset)
      else if (this.#closesAt(text.charCodeAt(offset))) return offset + 1
    }
    return undefined
  }

  /** The offset of the quote that ends the string, or of the last character. */
  #skipString(text: string, from: number): number {
    for (let offset = from; offset < text.length; offset += 1) {
      const code = text.charCodeAt(offset)
      if (this.#isEscaped) this.#isEscaped = false
      else if (code === BACKSLASH) this.#isEscaped = true
      else if (code === QUOTE) {
        this.isInString = false
        return offset
      }
    }
    return text.length
  }

  #closesAt(code: number): boolean {
    if (code === QUOTE) this.isInString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#depth += 1
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      this.#depth -= 1
      return this.#depth <= 0
    }
    return false
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
