/**
 * From a position in generated JavaScript back to Sense.
 *
 * Generated code needs no source map: every call that may raise an error carries its site as the first argument, so the
 * site can be read from the text at the position that V8 reports.
 */

import type { SiteId } from '../values/sense-error.ts'

export class CodeTable {
  readonly #lines = new Map<string, readonly string[]>()

  /** Remembers the text of a generated script under the file name that V8 knows it by. */
  add(scriptName: string, code: string): void {
    this.#lines.set(scriptName, code.split('\n'))
  }

  has(scriptName: string): boolean {
    return this.#lines.has(scriptName)
  }

  /** The site of the call at `line` and `column` (both from 1), or undefined if no call stands there. */
  siteAt(scriptName: string, line: number, column: number): SiteId | undefined {
    const text = this.#lines.get(scriptName)?.[line - 1]?.slice(column - 1, column + 80)
    // A call of the runtime API, with or without what stands before the dot, or a direct one: `$.call(12, `, `$f3(/*12*/`.
    const [, digits] = /^[\w$.]*\((?:\/\*)?(\d+)/.exec(text ?? '') ?? []
    return digits === undefined ? undefined : Number(digits)
  }
}

/** The name of the Sense function that became the JavaScript function `name`: `bill` for `bill$3`. */
export function senseNameOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('$')))
}
