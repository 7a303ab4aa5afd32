/** How deep JSON is nested. `JSON.parse` reads any depth; whoever walks what it gives has a stack. */

import type { Json, JsonObject } from './json.ts'

/** More than any honest value has; the recursion of everybody who walks one goes much deeper. */
export const DEPTH_MAX = 1_000

/** Whether it would overflow the stack of those who walk it, such as `JSON.stringify`, which is no matter for `JSON.parse`. */
export function isTooDeep(value: Json): boolean {
  return isDeeperThan(value, DEPTH_MAX)
}

/** Whether objects and arrays are nested in more than `depthMax` levels, found without recursion. */
export function isDeeperThan(value: Json, depthMax: number): boolean {
  let level = [value].filter(isContainer)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === depthMax) return true
    level = level.flatMap((container): readonly Json[] => Object.values(container)).filter(isContainer)
  }
  return false
}

export function isContainer(value: Json): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null
}
