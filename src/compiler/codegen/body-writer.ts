/** The state of writing one JavaScript function: its temporaries, and whether it is a generator. */

import type { ModuleWriter } from './module-writer.ts'

export class BodyWriter {
  readonly module: ModuleWriter
  /** Whether the function is a generator, so that a call in it may be yielded to the driver. */
  readonly suspends: boolean
  #temporaryCount = 0
  readonly #free: string[] = []
  #labelCount = 0

  constructor(module: ModuleWriter, suspends: boolean) {
    this.module = module
    this.suspends = suspends
  }

  /** A temporary that nothing nested uses until it is given back. */
  takeTemporary(): string {
    const free = this.#free.pop()
    if (free !== undefined) return free
    this.#temporaryCount += 1
    return `$u${this.#temporaryCount}`
  }

  giveBack(temporary: string): void {
    this.#free.push(temporary)
  }

  newLabel(): string {
    this.#labelCount += 1
    return `$l${this.#labelCount}`
  }

  /** The declaration of all temporaries, known once the body is written. `$t` lives only within one operation. */
  temporaryDeclarations(): string {
    const names = Array.from({ length: this.#temporaryCount }, (_, index) => `$u${index + 1}`)
    return `let ${['$t', ...names].join(', ')};\n`
  }
}
