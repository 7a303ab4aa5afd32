/** `xs[i]` and `xs[i] = v` as JavaScript: an Array and an Int within bounds written out, all else a call of the runtime. */

import { array, isWithin, mayBe, smallInt } from '../analysis/value-types.ts'
import type { Expression, IndexAccess, IndexAssignment } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import type { WriteOperand } from './forms.ts'
import { asValue, inFormOf, isBare, typesOf } from './forms.ts'
import type { ModuleWriter } from './module-writer.ts'
import { isSafeInt, withOperands } from './operands.ts'

/** An element that is not there is `undefined`, which is no value. `left` is the text of the object. */
export function writeIndexAccess(body: BodyWriter, node: IndexAccess, left: string, write: WriteOperand): string {
  const { module } = body
  const text = withOperands(body, [node.object, node.index], left, write, ([object = '', index = '']) => {
    const values = `${asValue(module, node.object, object)}, ${asValue(module, node.index, index)}`
    const slow = `$.readIndex(${values}, ${module.site(node.bracketSpan)})`
    if (!isFrequent(module, node)) return slow
    const arrayTest = arrayTests(module, node.object, object)
    const fromEnd = distanceFromEnd(node.index)
    if (fromEnd !== undefined) {
      const tests = [...arrayTest, `${object}.length >= ${fromEnd}`]
      return `(${tests.join(' && ')} ? ${object}[${object}.length - ${fromEnd}] : ${slow})`
    }
    // A negative index would make V8 look for a property of that name.
    const tests = [...numberTests(module, node.index, index), ...notNegative(node.index, index), ...arrayTest]
    return `(${[...tests, `($t = ${object}[${index}]) !== undefined`].join(' && ')} ? $t : ${slow})`
  })
  return inFormOf(module, node, text)
}

/** `left` is the text of the object. */
export function writeIndexAssignment(
  body: BodyWriter,
  node: IndexAssignment,
  left: string,
  write: WriteOperand,
): string {
  const { module } = body
  const parts = [node.object, node.index, node.value]
  return withOperands(body, parts, left, write, ([object = '', index = '', value = '']) => {
    const stored = asValue(module, node.value, value)
    const result = isBare(module, node) ? `, ${value}` : ''
    const tests = [
      ...numberTests(module, node.index, index),
      ...arrayTests(module, node.object, object),
      ...notNegative(node.index, index),
      `${index} < ${object}.length`,
    ]
    const values = `${asValue(module, node.object, object)}, ${asValue(module, node.index, index)}, ${stored}`
    const slow = `$.writeIndex(${values}, ${module.site(node.equalsSpan)})`
    const fast = `${tests.join(' && ')} ? (${object}[${index}] = ${stored}${result}) : `
    return `(${isFrequent(module, node) ? fast : ''}(${slow}${result}))`
  })
}

/** Whether it may be an Array with an Int that is a JavaScript number. */
function isFrequent(module: ModuleWriter, { object, index }: IndexAccess | IndexAssignment): boolean {
  return mayBe(typesOf(module, object), array) && mayBe(typesOf(module, index), smallInt)
}

function numberTests(module: ModuleWriter, node: Expression, text: string): readonly string[] {
  return isWithin(typesOf(module, node), smallInt) ? [] : [`typeof ${text} === 'number'`]
}

function arrayTests(module: ModuleWriter, node: Expression, text: string): readonly string[] {
  return isWithin(typesOf(module, node), array) ? [] : [`Array.isArray(${text})`]
}

/** Literals are never negative; a sign makes them something else. */
function notNegative(node: Expression, text: string): readonly string[] {
  return isSafeInt(node) ? [] : [`${text} >= 0`]
}

/** 1 for the index `-1`: how far from its end an element is that is written with a negative literal. */
function distanceFromEnd(node: Expression): number | undefined {
  if (node.kind !== 'unary' || node.operator !== '-' || node.operand.kind !== 'int') return undefined
  const distance = Number(node.operand.digits)
  return distance > 0 && Number.isSafeInteger(distance) ? distance : undefined
}
