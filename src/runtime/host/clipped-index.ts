/**
 * The place that an index of a slice means among `count` places: a negative one counts from the end, and one beyond
 * either end means that end. From 0 to `count`, both included.
 */
export function clippedIndex(index: number | bigint, count: number): number {
  const number = Number(index)
  const place = number < 0 ? number + count : number
  return Math.min(Math.max(place, 0), count)
}
