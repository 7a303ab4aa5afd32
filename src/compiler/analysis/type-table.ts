/**
 * The sets of types found so far, and the bodies that must be looked at again because a set that they read has grown.
 */

import type { Expression, Statement } from '../syntax/tree.ts'
import type { Binding, BodyInfo, FileAnalysis, ValueTypes } from './scope-info.ts'
import type { TypeSet } from './value-types.ts'
import { anything, nothing } from './value-types.ts'

/** After so many looks at one body everything that it writes counts as anything, so that time stays linear. */
const looksMax = 12

/** One body, the unit of work. */
export interface Unit {
  readonly file: FileAnalysis
  readonly body: BodyInfo
  readonly statements: readonly Statement[]
  looks: number
  isWaiting: boolean
}

/** A variable, or a body for the results of its function. */
export type TypeSource = Binding | BodyInfo

export class TypeTable implements ValueTypes {
  readonly #ofExpression = new Map<Expression, TypeSet>()
  readonly #known = new Map<TypeSource, TypeSet>()
  readonly #readers = new Map<TypeSource, Set<Unit>>()
  /** In the order in which they began to wait, so that a body is not looked at again for each thing that it reads. */
  readonly #waiting: Unit[] = []
  #nextIndex = 0

  ofExpression(expression: Expression): TypeSet {
    const found = this.foundOf(expression)
    return found === nothing ? anything : found
  }

  /** The types found so far, which may still grow. */
  foundOf(expression: Expression): TypeSet {
    return this.#ofExpression.get(expression) ?? nothing
  }

  ofBinding(binding: Binding): TypeSet {
    return this.#known.get(binding) ?? nothing
  }

  note(expression: Expression, found: TypeSet): TypeSet {
    this.#ofExpression.set(expression, found)
    return found
  }

  /** What is known so far; `reader` is looked at again when that grows. */
  read(source: TypeSource, reader: Unit): TypeSet {
    const readers = this.#readers.get(source)
    if (readers === undefined) this.#readers.set(source, new Set([reader]))
    else readers.add(reader)
    return this.#known.get(source) ?? nothing
  }

  /** Says once and for all what `target` can be; before anything is looked at. */
  set(target: TypeSource, types: TypeSet): void {
    this.#known.set(target, types)
  }

  add(target: TypeSource, added: TypeSet, writer: Unit): void {
    const known = this.#known.get(target) ?? nothing
    const grown = writer.looks > looksMax ? anything : known | added
    if (grown === known) return
    this.#known.set(target, grown)
    this.#readers.get(target)?.forEach((reader) => {
      this.wait(reader)
    })
  }

  wait(unit: Unit): void {
    if (unit.isWaiting) return
    unit.isWaiting = true
    this.#waiting.push(unit)
  }

  /** The next body to look at; undefined when nothing grows any more. */
  next(): Unit | undefined {
    const unit = this.#waiting[this.#nextIndex]
    if (unit === undefined) return undefined
    this.#nextIndex += 1
    unit.isWaiting = false
    unit.looks += 1
    return unit
  }
}
