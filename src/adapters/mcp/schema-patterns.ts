/**
 * Whether the patterns in schemas are regular expressions.
 *
 * Only JavaScript can tell, by compiling them, and that is dear: a class such as `\p{L}` takes a fifth of a millisecond
 * each time. So such classes are judged once each, and there is an end to how much of one list is compiled at all. What is
 * not judged counts as none: a schema without a pattern only accepts more, and the server checks the arguments itself.
 */

export type PatternCheck = (text: string) => boolean

/** Characters: several times the longest pattern that anybody reads, such as one for addresses. */
const PATTERN_LENGTH_MAX = 2_000
/** Of one list: ten times what the largest list known has. */
const COMPILED_MAX = 4_000

/** A check for the schemas of one list. */
export function createPatternCheck(): PatternCheck {
  const properties = new Map<string, boolean>()
  let compiledCount = 0
  const compiles = (source: string): boolean => {
    compiledCount += 1
    return compiledCount <= COMPILED_MAX && isExpression(source)
  }
  const isProperty = (escape: string): boolean => {
    const known = properties.get(escape)
    if (known !== undefined) return known
    const isKnown = compiles(escape)
    properties.set(escape, isKnown)
    return isKnown
  }
  return (text) => {
    if (text.length > PATTERN_LENGTH_MAX) return false
    // Any other class of characters may stand where this one does. Group: the property, with its braces.
    const plain = text.replace(/\\(?:[pP](\{[^{}]{1,60}\})|[^])/gu, (escape, property: string | undefined) =>
      property !== undefined && isProperty(escape) ? '\\d' : escape,
    )
    return compiles(plain)
  }
}

function isExpression(source: string): boolean {
  try {
    RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}
