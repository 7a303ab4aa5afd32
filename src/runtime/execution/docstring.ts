/**
 * The cleaning of a docstring, as Python's `inspect.cleandoc` does it (spec 01 §6): tabs become spaces up to the next
 * multiple of eight, the first line loses its leading spaces, the others the margin that they share, and empty lines at
 * both ends go.
 */

const tabWidth = 8

export function cleanedDocstring(text: string): string {
  const [first = '', ...others] = withoutTabs(text).split('\n')
  const margins = others.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const margin = margins.length === 0 ? 0 : Math.min(...margins)
  const lines = [first.trimStart(), ...others.map((line) => line.slice(margin))]
  while (lines.at(-1) === '') lines.pop()
  while (lines[0] === '') lines.shift()
  return lines.join('\n')
}

function withoutTabs(text: string): string {
  let column = 0
  let cleaned = ''
  for (const character of text) {
    const piece = character === '\t' ? ' '.repeat(tabWidth - (column % tabWidth)) : character
    column = character === '\n' ? 0 : column + piece.length
    cleaned += piece
  }
  return cleaned
}
