/**
 * Room on the stack.
 *
 * A stack overflow may strike at any call. Where an effect and its audit entry belong together, the overflow must strike
 * before both or after both, so the stack is tried out first.
 */

/**
 * Enough nested calls for a gate's decision and entry, or for finding the place of an error. A frame is a hundred bytes or
 * so, but far less once V8 has optimised and inlined the function below, hence so many.
 */
const framesTried = 600

/** Lets a stack that is nearly full overflow here, with the RangeError that every overflow raises. */
export function ensureHeadroom(): void {
  descend(framesTried)
}

function descend(depth: number): number {
  return depth === 0 ? 0 : 1 + descend(depth - 1)
}
