/**
 * Strings as sequences of code points (spec 01 §3), over JavaScript's UTF-16 units.
 *
 * A String without surrogates needs no care: its units are its code points. For others a table of offsets, one for every
 * few code points, makes indexing fast. Finding out which case holds takes a pass over the String, so for long Strings
 * the answer is remembered. The memory is a memo of a pure function: it is bounded and cannot change any result.
 *
 * What makes the memo fast is V8: a string used as a property key becomes the one copy of its text, and from then on
 * looking it up or comparing it with another such string compares pointers. A Map would compare the texts of strings of
 * equal length each time, which is slow for two long Strings that are read in turn. Becoming a key copies the text once,
 * so a String gets there only when one of its length was met before: one that grows in a loop never does.
 */

/** Strings up to this length are scanned each time; that is as fast as the memo. */
const shortLengthMax = 24

/** Code points between two offsets of a table: the longest walk of one access, against four bytes of table. */
const stride = 32

/** A generation of the memo ends at this many Strings or units. Two generations are kept, so memory is bounded. */
const generationCountMax = 32
const generationUnitsMax = 2 ** 24

/** Lengths that were seen lately, a power of two of them. */
const lengthSlots = 64

/** Every so many hits in a row the text is looked up as a key, in case it is an equal text in a second copy. */
const hitsInRowMax = 1_024

/** The bits that tell the halves of a surrogate pair, and the two halves. */
const surrogateMask = 0xfc00
const firstHalf = 0xd800
const secondHalf = 0xdc00

const surrogate = /[\uD800-\uDFFF]/

/** Where the code points of one String are. */
interface CodePointTable {
  /** The number of code points. */
  readonly count: number
  /** The offset of every code point whose number is a multiple of `stride`. */
  readonly offsets: Uint32Array
}

/** `null` for a String without surrogates. */
type Finding = CodePointTable | null

type Generation = Record<string, Finding>

/** The number of code points in `text`. A lone surrogate counts as one. */
export function codePointCount(text: string): number {
  return findingOf(text)?.count ?? text.length
}

/** The code point with number `index`, from 0; `undefined` if there is none. Constant time after the first access. */
export function codePointOf(text: string, index: number): string | undefined {
  const finding = findingOf(text)
  if (finding === null) return text[index]
  if (index < 0 || index >= finding.count) return undefined
  let offset = finding.offsets[Math.floor(index / stride)] ?? 0
  for (let left = index % stride; left > 0; left -= 1) offset += unitsAt(text, offset)
  return text.slice(offset, offset + unitsAt(text, offset))
}

/** The code points of `text` in order, each a String of its own; what `for` runs over. */
export function codePointsOf(text: string): IterableIterator<string> {
  return text[Symbol.iterator]()
}

let latestText = ''
let latestFinding: Finding = null
let hitsInRow = 0
const latestLengths = new Uint32Array(lengthSlots)
let young = emptyGeneration()
let old = emptyGeneration()
let youngCount = 0
let youngUnits = 0

function findingOf(text: string): Finding {
  if (text.length <= shortLengthMax) return computedFinding(text)
  if (text === latestText && hitsInRow < hitsInRowMax) {
    hitsInRow += 1
    return latestFinding
  }
  const slot = text.length % lengthSlots
  latestFinding = latestLengths[slot] === text.length ? rememberedFinding(text) : computedFinding(text)
  latestLengths[slot] = text.length
  latestText = text
  hitsInRow = 0
  return latestFinding
}

function rememberedFinding(text: string): Finding {
  const known = young[text]
  if (known !== undefined) return known
  const finding = old[text] ?? computedFinding(text)
  if (youngCount === generationCountMax || youngUnits > generationUnitsMax) {
    old = young
    young = emptyGeneration()
    youngCount = 0
    youngUnits = 0
  }
  young[text] = finding
  youngCount += 1
  youngUnits += text.length
  return finding
}

function computedFinding(text: string): Finding {
  return surrogate.test(text) ? tableOf(text) : null
}

function tableOf(text: string): CodePointTable {
  const offsets = new Uint32Array(Math.ceil(text.length / stride))
  let count = 0
  for (let offset = 0; offset < text.length; offset += unitsAt(text, offset)) {
    if (count % stride === 0) offsets[count / stride] = offset
    count += 1
  }
  // A copy of the used part, so that the rest is not kept.
  return { count, offsets: offsets.slice(0, Math.ceil(count / stride)) }
}

function unitsAt(text: string, offset: number): 1 | 2 {
  if ((text.charCodeAt(offset) & surrogateMask) !== firstHalf) return 1
  return (text.charCodeAt(offset + 1) & surrogateMask) === secondHalf ? 2 : 1
}

/** Without a prototype, so that a text is never taken for one of its members. */
function emptyGeneration(): Generation {
  return Object.create(null) as Generation
}
