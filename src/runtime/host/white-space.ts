/** White space as Unicode defines it, the same that `int(" 5 ")` skips. All of it is one UTF-16 unit long. */

const beyondLatin1: ReadonlySet<number> = new Set([
  0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000,
])

/** Whether the unit at `offset` is white space; false at the end of `text`. */
export function isWhiteSpaceAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset)
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  if (unit <= 0xff) return unit === 0x85 || unit === 0xa0
  return beyondLatin1.has(unit)
}
