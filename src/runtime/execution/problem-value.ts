/** A caught error as a value: what `failed problem:` binds (spec 01 §6). */

import { positionAt } from '../../compiler/source/positions.ts'
import type { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import type { MemberHolder } from './callable.ts'

export class ProblemValue implements MemberHolder {
  readonly typeName = 'Problem'
  readonly memberNames: readonly string[] = ['class', 'code', 'message', 'line', 'file', 'hint', 'detail']
  /** The error itself: `assert(false, problem)` raises it again. */
  readonly error: SenseError

  constructor(error: SenseError) {
    this.error = error
  }

  textForm(): string {
    const { class: errorClass, headline } = this.error.problem
    return `${errorClass}: ${headline}`
  }

  readMember(name: string): Value | undefined {
    const { problem, place } = this.error
    switch (name) {
      case 'class':
        return problem.class
      case 'code':
        return problem.code
      case 'message':
        return problem.headline
      case 'line':
        return place === undefined
          ? null
          : positionAt(place.file.text, place.file.lineStarts, place.span.offsetStart).line
      case 'file':
        return place?.file.name ?? null
      case 'hint':
        return problem.hint ?? null
      case 'detail':
        return this.#detail()
      default:
        return undefined
    }
  }

  /** The evidence of an outside failure, line by line; else the rule that was broken, if the report explains one. */
  #detail(): string | null {
    const { detail, evidence } = this.error.problem
    if (evidence === undefined) return detail ?? null
    const facts = evidence.facts.map(([name, value]) => `${name}: ${value}`)
    return [...facts, ...evidence.stderrLines].join('\n')
  }
}
