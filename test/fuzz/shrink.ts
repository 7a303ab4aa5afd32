/** Makes a program smaller while something stays true of it: leaves out statements, takes blocks apart, simplifies. */

import { isWellFormed } from './compare.ts'

const triesMax = 3_000

export async function shrink(text: string, isStillSo: (text: string) => Promise<boolean>): Promise<string> {
  let best = text
  let tries = 0
  for (let hasChanged = true; hasChanged && tries < triesMax;) {
    hasChanged = false
    for (const candidate of candidates(best)) {
      tries += 1
      if (tries > triesMax) break
      if (!isWellFormed(candidate) || !(await isStillSo(candidate))) continue
      best = candidate
      hasChanged = true
      break
    }
  }
  return best
}

/** Smaller programs, the smallest first. */
function* candidates(text: string): Generator<string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  for (let size = Math.floor(lines.length / 2); size > 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < lines.length; start += size) yield joined(lines.toSpliced(start, size))
  }
  for (let start = lines.length - 1; start >= 0; start -= 1) {
    const end = endOfBlock(lines, start)
    yield joined(lines.toSpliced(start, end - start))
    if (end > start + 1)
      yield joined(lines.toSpliced(start, end - start, ...lines.slice(start + 1, end).map(outdented)))
  }
  for (let index = 0; index < lines.length; index += 1) {
    for (const simpler of simplerLines(lines[index] ?? '')) yield joined(lines.with(index, simpler))
  }
}

/** The line after the last that is indented more deeply than the one at `start`. */
function endOfBlock(lines: readonly string[], start: number): number {
  const indent = indentOf(lines[start] ?? '')
  let end = start + 1
  while (end < lines.length && indentOf(lines[end] ?? '') > indent) end += 1
  return end
}

function* simplerLines(line: string): Generator<string> {
  const indent = line.slice(0, indentOf(line))
  const code = line.slice(indent.length)
  // `print(e)` or `name = e` as just `e`.
  const [, inner] = /^print\((.*)\)$/.exec(code) ?? []
  if (inner !== undefined) yield `${indent}${inner}`
  // An innermost bracket and what is in it as a 0, or just as what is in it.
  for (const match of code.matchAll(/\w*\(([^()[\]]*)\)|\[([^()[\]]*)\]/g)) {
    const before = indent + code.slice(0, match.index)
    const after = code.slice(match.index + match[0].length)
    yield `${before}0${after}`
    const within = match[1] ?? match[2] ?? ''
    if (within !== '') yield before + within + after
    if (within !== '') yield `${before}(${within})${after}`
  }
  for (const match of code.matchAll(/ (?:[-+*/%]|and|or|==|!=|[<>]=?) [\w."]+/g)) {
    yield indent + code.slice(0, match.index) + code.slice(match.index + match[0].length)
  }
  for (const match of code.matchAll(/[\w."]+ (?:[-+*/%]|and|or|==|!=|[<>]=?) /g)) {
    yield indent + code.slice(0, match.index) + code.slice(match.index + match[0].length)
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function outdented(line: string): string {
  return line.replace(/^ {2}/, '')
}

function joined(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}
