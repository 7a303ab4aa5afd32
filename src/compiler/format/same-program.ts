/**
 * Whether two trees say the same, whatever their places and layout.
 *
 * The formatter asks this of what it wrote before anybody gets to see it: a fault in it must never change a program.
 */

import type { Program } from '../syntax/tree.ts'

/** Fields that say where something stands, or how it was laid out. */
const isPlace = (key: string): boolean => key === 'isOneLine' || key === 'span' || key.endsWith('Span')

export function isSameProgram(left: Program, right: Program): boolean {
  const pending: [Fields, Fields][] = [[{ ...left }, { ...right }]]
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair
    const keys = Object.keys(a)
    if (keys.length !== Object.keys(b).length) return false
    for (const key of keys) {
      const [inA, inB] = [a[key], b[key]]
      // Of a place only whether there is one: an action that requires approval has the place of that word.
      if (isPlace(key)) {
        if ((inA === undefined) !== (inB === undefined)) return false
      } else if (isObject(inA) && isObject(inB)) pending.push([inA, inB])
      else if (!Object.is(inA, inB)) return false
    }
  }
  return true
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
