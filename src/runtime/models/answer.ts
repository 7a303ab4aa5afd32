/** Answers: what a model said, with what is known about it (spec 02 §1). */

import type { MemberHolder } from '../execution/callable.ts'
import type { ModelReply } from '../ports/model-providers.ts'
import { isEqual } from '../values/equality.ts'
import { Float } from '../values/float.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'

export interface AnswerParts {
  readonly value: Value
  /** nil where the provider gives none. */
  readonly confidence: Float | null
  /** The name of the model. */
  readonly source: string
  readonly usage: ModelReply['usage']
}

export class Answer implements MemberHolder {
  readonly typeName = 'Answer'
  readonly memberNames: readonly string[] = ['value', 'confidence', 'source', 'usage']
  readonly parts: AnswerParts

  constructor(parts: AnswerParts) {
    this.parts = parts
  }

  get innerValue(): Value {
    return this.parts.value
  }

  textForm(): string {
    const { confidence, value } = this.parts
    return `answer<${confidence === null ? '?' : twoDecimals(confidence.double)}>(${textForm(value)})`
  }

  readMember(member: string): Value | undefined {
    if (member === 'value') return this.parts.value
    if (member === 'confidence') return this.parts.confidence
    if (member === 'source') return this.parts.source
    if (member === 'usage') return this.#usage()
    return undefined
  }

  isEqualTo(other: Value): boolean {
    if (!(other instanceof Answer)) return false
    return this.memberNames.every((name) => isEqual(this.readMember(name) ?? null, other.readMember(name) ?? null))
  }

  #usage(): Value {
    const { usage } = this.parts
    return usage === undefined ? null : [usage.inputTokens, usage.outputTokens]
  }
}

/** Two decimals, an exact tie to the even digit: 0.125 is 0.12, 0.375 is 0.38. */
export function twoDecimals(double: number): string {
  if (!Number.isFinite(double)) return textForm(new Float(double))
  const magnitude = Math.abs(double)
  const text = magnitude >= 1e21 ? `${BigInt(magnitude)}.00` : tieToEven(magnitude)
  return double < 0 || Object.is(double, -0) ? `-${text}` : text
}

/**
 * `toFixed` rounds by the exact value and ties upwards. A double lies exactly between two such numbers only if it is an
 * odd multiple of 1/8; then the lower one ends in an even digit or the upper one does.
 */
function tieToEven(magnitude: number): string {
  const isTie = (magnitude * 8) % 2 === 1
  const lower = Math.floor(magnitude * 100)
  return isTie && lower % 2 === 0 ? (lower / 100).toFixed(2) : magnitude.toFixed(2)
}
