/** How a server differs from what its lock says, in lines for a person. All texts in them are the server's, and only quoted. */

import { isJsonObject } from '../../ports/exact-json.ts'
import type { Json, JsonObject } from '../../ports/json.ts'
import { oneLine } from '../../safety/one-line.ts'
import { quotedName } from '../../tools/quoted-name.ts'
import { canonicalJson } from './canonical-json.ts'
import type { LockedServer, LockedTool } from './lock-file.ts'

/** What a line is about, and what it says of it. */
export type DriftLine = readonly [subject: string, text: string]

export interface Drift {
  /** Such as `2 tools have changed, 1 tool is new`. */
  readonly summary: string
  readonly lines: readonly DriftLine[]
}

/** Nobody reads more before looking at the server itself. */
const linesMax = 40
const textLengthMax = 200

/** Undefined where nothing differs. */
export function driftOf(locked: LockedServer, found: LockedServer): Drift | undefined {
  const start = startLines(locked, found)
  const version = locked.version === found.version ? [] : [changeLine('version', locked.version, found.version)]
  const missing = [...locked.tools.keys()].filter((name) => !found.tools.has(name))
  const added = [...found.tools].filter(([name]) => !locked.tools.has(name))
  const changed = [...locked.tools].flatMap(([name, tool]) => {
    const now = found.tools.get(name)
    return now === undefined || now.hash === tool.hash ? [] : [toolLines(name, tool, now)]
  })
  const parts = [
    start.length > 0 ? 'it is started in another way' : '',
    version.length > 0 ? 'its version is another' : '',
    counted(changed.length, ['has changed', 'have changed']),
    counted(added.length, ['is new', 'are new']),
    counted(missing.length, ['is missing', 'are missing']),
  ].filter((part) => part !== '')
  if (parts.length === 0) return undefined
  const lines = [
    ...start,
    ...version,
    ...changed.flat(),
    ...added.map(([name, tool]): DriftLine => [toolSubject(name), `is new${descriptionOf(tool)}`]),
    ...missing.map((name): DriftLine => [toolSubject(name), 'is missing']),
  ]
  return { summary: parts.join(', '), lines: bounded(lines) }
}

function counted(count: number, [ofOne, ofSeveral]: readonly [string, string]): string {
  if (count === 0) return ''
  return count === 1 ? `1 tool ${ofOne}` : `${count} tools ${ofSeveral}`
}

function toolSubject(name: string): string {
  return `tool \`${quotedName(name)}\``
}

function startLines(locked: LockedServer, found: LockedServer): readonly DriftLine[] {
  if (locked.startHash === found.startHash) return []
  const before = locked.start.join(' ')
  const now = found.start.join(' ')
  if (before !== now) return [changeLine('command', before, now)]
  const settings = [locked.settings.join(', '), found.settings.join(', ')] as const
  if (settings[0] !== settings[1]) return [changeLine('variables or headers', ...settings)]
  return [['command', 'an argument or folder that a lock does not show is another']]
}

function changeLine(subject: string, before: string | undefined, now: string | undefined): DriftLine {
  return [subject, `${quoted(before)} is now ${quoted(now)}`]
}

function quoted(text: string | undefined): string {
  return text === undefined || text === '' ? 'nothing' : `\`${oneLine(text, textLengthMax).replaceAll('`', "'")}\``
}

function toolLines(name: string, before: LockedTool, now: LockedTool): readonly DriftLine[] {
  const parts = [...new Set([...Object.keys(before.shown), ...Object.keys(now.shown)])]
  const lines = parts.flatMap((part) => partLines(part, before.shown[part], now.shown[part]))
  const subject = toolSubject(name)
  if (lines.length === 0) return [[subject, 'has changed, in a part that a lock does not show']]
  return lines.map(([what, text]): DriftLine => [`${subject}, ${what}`, text])
}

function partLines(part: string, before: Json | undefined, now: Json | undefined): readonly DriftLine[] {
  if (sameJson(before, now)) return []
  if (part === 'parameters' && isJsonObject(before) && isJsonObject(now)) return parameterLines(before, now)
  if (part === 'description') return descriptionLines(linesOf(before), linesOf(now))
  return [changeLine(part, jsonText(before), jsonText(now))]
}

function parameterLines(before: JsonObject, now: JsonObject): readonly DriftLine[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return names
    .filter((name) => !sameJson(fieldOf(before, name), fieldOf(now, name)))
    .map((name) =>
      changeLine(`parameter \`${quotedName(name)}\``, jsonText(fieldOf(before, name)), jsonText(fieldOf(now, name))),
    )
}

/** From where the two differ first, each with a little of what stands before it. */
function descriptionLines(before: string, now: string): readonly DriftLine[] {
  let same = 0
  while (same < before.length && before[same] === now[same]) same += 1
  const start = Math.max(0, same - contextLength)
  const excerpt = (text: string): string => (text === '' ? '' : `${start > 0 ? '…' : ''}${text.slice(start)}`)
  return [
    ['description in the lock', quoted(excerpt(before).toWellFormed())],
    ['description now', quoted(excerpt(now).toWellFormed())],
  ]
}

const contextLength = 60

function descriptionOf({ shown }: LockedTool): string {
  const text = linesOf(shown['description'])
  return text === '' ? '' : `: ${quoted(text)}`
}

function linesOf(description: Json | undefined): string {
  return Array.isArray(description) ? description.join('\n') : ''
}

function jsonText(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : canonicalJson(value)
}

function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  return jsonText(one) === jsonText(other)
}

function fieldOf(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function bounded(lines: readonly DriftLine[]): readonly DriftLine[] {
  if (lines.length <= linesMax) return lines
  return [...lines.slice(0, linesMax), ['and more', `${lines.length - linesMax} other differences`]]
}
