/** Operands that the generated text names more than once. */

import type { Expression } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'

/**
 * Evaluates `operands` from left to right, each into something that can be named twice, and gives the text of `write` for
 * them. `first` is the text of the first.
 */
export function withOperands(
  body: BodyWriter,
  operands: readonly Expression[],
  first: string,
  writeOperand: (expression: Expression) => string,
  write: (names: readonly string[]) => string,
): string {
  const names: string[] = []
  const setups: string[] = []
  const taken: string[] = []
  // A variable can be named twice only if nothing that is evaluated meanwhile can assign it.
  const stillFrom = operands.findLastIndex((operand) => !isStill(body, operand))
  operands.forEach((operand, index) => {
    const isNameable = isLiteral(operand) || (index >= stillFrom && isVariable(body, operand))
    if (isNameable) {
      names.push(index === 0 ? first : writeOperand(operand))
      return
    }
    const name = body.takeTemporary()
    setups.push(`${name} = ${index === 0 ? first : writeOperand(operand)}`)
    names.push(name)
    taken.push(name)
  })
  const text = write(names)
  for (const name of taken) body.giveBack(name)
  return setups.length === 0 ? text : `(${setups.join(', ')}, ${text})`
}

export function isLiteral({ kind }: Expression): boolean {
  return kind === 'int' || kind === 'string' || kind === 'bool' || kind === 'nil' || kind === 'float'
}

/** Whether it is an Int literal that is a JavaScript number. */
export function isSafeInt(node: Expression): boolean {
  return node.kind === 'int' && Number.isSafeInteger(Number(node.digits))
}

/** A name that is certainly one variable. */
function isVariable(body: BodyWriter, node: Expression): boolean {
  if (node.kind !== 'name') return false
  const resolution = body.module.analysis.resolutionOf.get(node)
  return resolution?.isCertain === true && resolution.candidates.length === 1
}

/** Whether evaluating it changes nothing. */
function isStill(body: BodyWriter, node: Expression): boolean {
  return isLiteral(node) || isVariable(body, node)
}
