/** How a TypeError shows what a host program gave instead of what was asked for. */

import { excerptOf } from '../compiler/diagnostics/visible-text.ts'

const textLengthMax = 60

export function thingText(thing: unknown): string {
  if (typeof thing === 'string') return `"${excerptOf(thing, textLengthMax)}"`
  if (typeof thing === 'function') return 'a function'
  if (thing === null || typeof thing !== 'object') return String(thing)
  if (Array.isArray(thing)) return 'an array'
  return thing instanceof Promise ? 'a promise' : 'an object'
}
