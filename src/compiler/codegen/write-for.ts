/**
 * `for` as JavaScript.
 *
 * The sequence is looked at anew for each element, so elements pushed during the loop are visited (spec 01 §6). Of `range`
 * no Array is made: its Ints are counted. What counts is a variable of its own, so the body may assign the loop variable,
 * and closures capture the variable of their round.
 */

import type { ScopeInfo } from '../analysis/scope-info.ts'
import { array, isWithin, smallInt } from '../analysis/value-types.ts'
import type { Call, Expression, ForStatement } from '../syntax/tree.ts'
import type { BodyWriter } from './body-writer.ts'
import { typesOf } from './forms.ts'
import { builtinOf } from './write-builtin-call.ts'
import { callSpanOf } from './write-call.ts'
import { scopeOfBlock } from './write-declaration.ts'
import { writeValue } from './write-expression.ts'

/** Writes the block of the loop, with its variable bound to what `element` gives. */
export type WriteRound = (element: string) => string

export function writeFor(body: BodyWriter, scope: ScopeInfo, statement: ForStatement, writeRound: WriteRound): string {
  const { iterable } = statement
  const { id } = scopeOfBlock(body.module, statement.body)
  if (iterable.kind === 'call' && isRange(body, iterable)) return writeCount(body, scope, iterable, id, writeRound)
  const [sequence, index] = [`s$${id}`, `i$${id}`]
  const value = writeValue(body, scope, iterable)
  const isArray = isWithin(typesOf(body.module, iterable), array)
  const found = isArray ? value : `$.sequenceOf(${value}, ${body.module.site(statement.keywordSpan)})`
  return (
    `for (let ${sequence} = ${found}, ${index} = 0; ${index} < ${sequence}.length; ${index} += 1) ` +
    writeRound(`${sequence}[${index}]`)
  )
}

function isRange(body: BodyWriter, call: Call): boolean {
  const { length } = call.positional
  return builtinOf(body, call) === 'range' && length >= 1 && length <= 3
}

/**
 * Counts from the first to the last if the step is 1, and else the rounds. `$.rangeElements` raises the errors of `range`;
 * it gives nil, or the elements where some are too large to be counted in JavaScript numbers.
 */
function writeCount(body: BodyWriter, scope: ScopeInfo, call: Call, id: number, writeRound: WriteRound): string {
  const site = body.module.site(callSpanOf(body, call))
  const [first, second, third] = call.positional
  const write = (expression: Expression): string => writeValue(body, scope, expression)
  const start = second === undefined || first === undefined ? '0' : write(first)
  const end = write(second ?? first ?? call)
  const step = third === undefined ? '1' : write(third)
  const [a, b, by, n, s, k] = [`from$${id}`, `to$${id}`, `by$${id}`, `end$${id}`, `s$${id}`, `i$${id}`]
  const elements = `${s} = $.rangeElements(${a}, ${b}, ${by}, ${site})`
  const head = `for (let ${a} = ${start}, ${b} = ${end}, ${by} = ${step}, ${elements}`
  if (step !== '1') {
    const count = `${s} === null ? $.rangeCount(${a}, ${b}, ${by}) : ${s}.length`
    const round = writeRound(`${s} === null ? ${a} + ${k} * ${by} : ${s}[${k}]`)
    return `${head}, ${k} = 0, ${n} = ${count}; ${k} < ${n}; ${k} += 1) ${round}`
  }
  // Of small Ints with a step of 1, those that make a sequence short enough are counted in any case.
  const isSmall = call.positional.every((arg) => isWithin(typesOf(body.module, arg), smallInt))
  const [from, to] = isSmall ? [a, b] : [`${s} === null ? ${a} : 0`, `${s} === null ? ${b} : ${s}.length`]
  const round = writeRound(isSmall ? k : `${s} === null ? ${k} : ${s}[${k}]`)
  return `${head}, ${k} = ${from}, ${n} = ${to}; ${k} < ${n}; ${k} += 1) ${round}`
}
