/**
 * The two forms in which an expression is written.
 *
 * A value of Sense is a JavaScript value, and a Float is a box around a double, which costs memory for every result of
 * arithmetic. So an expression of which analysis knows that it gives a Float is written as a JavaScript expression that
 * gives the bare double, and a variable that only ever holds Floats holds bare doubles. Whatever takes a value of any kind
 * (an argument, an element, a result) asks for the value, and only there the double is put into a box.
 */

import type { Binding } from '../analysis/scope-info.ts'
import type { TypeSet } from '../analysis/value-types.ts'
import { float } from '../analysis/value-types.ts'
import type { Expression } from '../syntax/tree.ts'
import type { ModuleWriter } from './module-writer.ts'

/** The JavaScript text of an operand with what is known of it; bare if `types` is exactly Float. */
export interface Operand {
  readonly text: string
  readonly types: TypeSet
  readonly node: Expression
}

/** Writes an expression in its own form. */
export type WriteOperand = (expression: Expression) => string

export function typesOf({ analysisTypes }: ModuleWriter, node: Expression): TypeSet {
  return analysisTypes.ofExpression(node)
}

/** Whether an expression is written as a bare double. */
export function isBare(module: ModuleWriter, node: Expression): boolean {
  return typesOf(module, node) === float
}

/** Whether a variable holds bare doubles. */
export function isBareVariable({ analysisTypes }: ModuleWriter, binding: Binding): boolean {
  return analysisTypes.ofBinding(binding) === float
}

const takenOut = '.double'

/** The value of a bare double. One that was taken out of a box just now stays in it. */
export function boxed(double: string): string {
  return double.endsWith(takenOut) ? double.slice(0, -takenOut.length) : `new $D(${double})`
}

/** The bare double in a value that certainly is a Float. */
export function unboxed(value: string): string {
  return `(${value})${takenOut}`
}

/** The text of `node`, which is in its own form, as a value. The box of a literal is made once, when the module is loaded. */
export function asValue(module: ModuleWriter, node: Expression, text: string): string {
  if (!isBare(module, node)) return text
  return node.kind === 'float' ? module.constant(boxed(text)) : boxed(text)
}

/** The text of a value as the form of `node`, which gives it. */
export function inFormOf(module: ModuleWriter, node: Expression, value: string): string {
  return isBare(module, node) ? unboxed(value) : value
}
