/**
 * Writes Arrays and Records as text; the walk behind `str`, `print` and `json.text` (spec 01 §3).
 *
 * A stack of our own takes the place of recursion, so deep nesting cannot overflow. A container that is open further up
 * the stack is a cycle: text form marks it, JSON refuses it. Within a Record everything is written as JSON would.
 */

import { notInJson } from '../../compiler/diagnostics/catalogue/values.ts'
import { Float } from './float.ts'
import { floatText } from './float-text.ts'
import { LargeMap } from './large-map.ts'
import { SenseRecord } from './record.ts'
import { noSite, SenseError, type SiteId } from './sense-error.ts'
import { TextBuilder } from './text-builder.ts'
import { describeValue, isObjectValue } from './types.ts'
import { isInt, type Value } from './value.ts'

/** How text is written: `str` marks what JSON lacks, `json` refuses it. */
export type TextStyle = 'str' | 'json'

/** A value that is written with its elements. */
export type Container = readonly Value[] | SenseRecord

/** A container that is being written. */
interface OpenContainer {
  readonly container: Container
  /** The keys of a Record, as long as `elements`; none for an Array. */
  readonly keys: readonly string[] | undefined
  readonly elements: readonly Value[]
  /** Whether the elements are written as JSON: always inside a Record, else as the style says. */
  readonly isJson: boolean
  /** The length of the whole text before this container, and the cycles marked in it until then. */
  readonly textStart: number
  readonly cyclesBefore: number
  index: number
}

/** Where the text of a container was written. */
interface WrittenText {
  readonly start: number
  readonly end: number
  readonly isJson: boolean
}

/**
 * From this length on, a text that is needed again is copied. Of forty Arrays, each twice in the next, the last would
 * otherwise be walked until the limit of Strings is reached, which takes half a minute.
 */
const copiedLengthMin = 1_024

/** The text of an Array or Record. With `indent`, 0 or more, each element has its own line. */
export function nestedText(root: Container, style: TextStyle, site: SiteId, indent?: number): string {
  return new NestedWriter(style, site, indent).write(root)
}

/** From this length on, a report cuts any text. */
const excerptUnitsMax = 2_000

/** A value as a report shows it: a String in quotes, also in an Array; an Array or Record that is too long lacks its end. */
export function excerptForm(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, excerptUnitsMax))
  return isContainer(value)
    ? new NestedWriter('str', noSite, undefined, excerptUnitsMax).write(value, true)
    : atomText(value, noSite)
}

class NestedWriter {
  private readonly style: TextStyle
  private readonly site: SiteId
  private readonly indent: number | undefined
  /** Where the text may be cut; all of it is wanted without one. */
  private readonly unitsMax: number | undefined
  private readonly builder: TextBuilder
  private readonly stack: OpenContainer[] = []
  private readonly open = new LargeMap<Container, true>()
  private readonly written = new LargeMap<Container, WrittenText>()
  private cycles = 0

  constructor(style: TextStyle, site: SiteId, indent?: number, unitsMax?: number) {
    this.style = style
    this.site = site
    this.indent = indent
    this.unitsMax = unitsMax
    this.builder = new TextBuilder(site)
  }

  write(root: Container, isJson = this.style === 'json'): string {
    this.enter(root, isJson)
    for (let top = this.stack.at(-1); top !== undefined; top = this.stack.at(-1)) {
      const element = top.elements[top.index]
      if (element === undefined) this.leave(top)
      else this.writeElement(top, element)
      if (this.unitsMax !== undefined && this.builder.length > this.unitsMax) break
    }
    return this.builder.text()
  }

  private enter(container: Container, isJson: boolean): void {
    const isRecord = container instanceof SenseRecord
    const keys = isRecord ? [...container.entries.keys()] : undefined
    const elements = isRecord ? [...container.entries.values()] : container
    const textStart = this.builder.length
    this.builder.add(isRecord ? '{' : '[')
    this.open.set(container, true)
    const cyclesBefore = this.cycles
    this.stack.push({ container, keys, elements, isJson: isJson || isRecord, textStart, cyclesBefore, index: 0 })
  }

  private leave(top: OpenContainer): void {
    this.stack.pop()
    this.open.delete(top.container)
    if (top.index > 0) this.breakLine()
    this.builder.add(top.keys === undefined ? ']' : '}')
    this.remember(top)
  }

  /** Remembers a long text that is the same wherever its container stands: without cycles and without indentation. */
  private remember({ container, isJson, textStart, cyclesBefore }: OpenContainer): void {
    const end = this.builder.length
    const isSameEverywhere = this.indent === undefined && this.cycles === cyclesBefore
    if (isSameEverywhere && end - textStart >= copiedLengthMin) {
      this.written.set(container, { start: textStart, end, isJson })
    }
  }

  private writeElement(top: OpenContainer, element: Value): void {
    if (top.index > 0) this.builder.add(this.indent === undefined ? ', ' : ',')
    this.breakLine()
    const key = top.keys?.[top.index]
    top.index += 1
    if (key !== undefined) {
      this.builder.addQuoted(key)
      this.builder.add(': ')
    }
    if (!isContainer(element)) this.writeAtom(element, top.isJson)
    else if (this.open.get(element) === true) this.writeCycle(element)
    else this.writeContainer(element, top.isJson)
  }

  private writeContainer(container: Container, isJson: boolean): void {
    const written = this.written.get(container)
    const isReusable = written !== undefined && (written.isJson === isJson || container instanceof SenseRecord)
    if (isReusable) this.builder.addAgain(written.start, written.end)
    else this.enter(container, isJson)
  }

  private breakLine(): void {
    if (this.indent !== undefined) this.builder.addLineBreak(this.indent * this.stack.length)
  }

  private writeCycle(container: Container): void {
    if (this.style === 'json') {
      throw new SenseError(notInJson(`${describeValue(container)} that contains itself`), this.site)
    }
    this.cycles += 1
    this.builder.add(container instanceof SenseRecord ? '{...}' : '[...]')
  }

  private writeAtom(value: Exclude<Value, Container>, isJson: boolean): void {
    if (!isJson) this.builder.add(atomText(value, this.site))
    else if (typeof value === 'string') this.builder.addQuoted(value.slice(0, this.unitsMax))
    else if (this.style === 'json') this.builder.add(jsonAtomText(value, this.site))
    else if (value === null) this.builder.add('null')
    else if (isObjectValue(value)) this.builder.addQuoted(value.textForm(this.site))
    else this.builder.add(atomText(value, this.site))
  }
}

/** The text form of a value without elements. */
export function atomText(value: Exclude<Value, Container>, site: SiteId): string {
  if (value === null) return 'nil'
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || isInt(value)) return String(value)
  if (value instanceof Float) return floatText(value.double)
  return value.textForm(site)
}

/** The JSON of a value without elements, other than a String; an error if JSON has none. */
export function jsonAtomText(value: Exclude<Value, Container | string>, site: SiteId): string {
  if (value === null) return 'null'
  if (isObjectValue(value)) throw new SenseError(notInJson(describeValue(value)), site)
  const text = atomText(value, site)
  const isRefused = value instanceof Float && !Number.isFinite(value.double)
  if (isRefused) throw new SenseError(notInJson(`the Float ${text}`), site)
  return text
}

export function isContainer(value: Value): value is Container {
  return Array.isArray(value) || value instanceof SenseRecord
}
