/**
 * Names that someone may have meant: those a few slips of the keyboard away from what was written.
 */

// A longer name is not compared letter by letter; nobody mistypes one and is helped by a list.
const nameLengthMax = 60
// With more candidates than this the work would be felt, and near names are found among the first all the same.
const candidatesMax = 5_000
const namesShownMax = 3

/**
 * The candidates nearest to `wanted`, best first, at most three. A slip is a letter too many, too few or wrong, or two
 * neighbours exchanged; a name may have one slip for each three letters. Upper and lower case count as equal.
 */
export function nearNames(wanted: string, candidates: Iterable<string>): string[] {
  if (wanted.length > nameLengthMax) return []
  const lower = wanted.toLowerCase()
  const slipsMax = Math.max(1, Math.floor(lower.length / 3))
  const found = new Map<string, number>()
  let seen = 0
  for (const candidate of candidates) {
    seen += 1
    if (seen > candidatesMax) break
    if (candidate === wanted || Math.abs(candidate.length - wanted.length) > slipsMax) continue
    const slips = slipsBetween(lower, candidate.toLowerCase(), slipsMax)
    if (slips <= slipsMax && slips < lower.length) found.set(candidate, slips)
  }
  const best = [...found].sort(([nameA, a], [nameB, b]) => a - b || (nameA < nameB ? -1 : 1))
  return best.slice(0, namesShownMax).map(([name]) => name)
}

/** The number of slips between two words, or more than `slipsMax` if there are more than that. */
function slipsBetween(left: string, right: string, slipsMax: number): number {
  if (left.length > nameLengthMax + slipsMax || right.length > nameLengthMax + slipsMax) return slipsMax + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      )
    }
    if (Math.min(...current) > slipsMax) return slipsMax + 1
    beforeLast = last
    last = current
  }
  return at(last, right.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity
