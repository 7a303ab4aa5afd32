/**
 * What a model gets to see of a result that a server gave (spec 02 §3).
 *
 * Text blocks are joined without a separator, because servers cut one text into blocks. What is no text is described in a
 * line of its own, so that the model knows that it is there. The whole is cut at a limit the program can set.
 */

import type { Json } from '../ports/json.ts'
import type { ImageRules, ToolResultMessage } from '../ports/model-providers.ts'
import type { ResultPart, ToolCallResult } from '../ports/tool-servers.ts'
import { oneLine } from '../safety/one-line.ts'
import { acceptableImage, byteCountOf } from './acceptable-image.ts'

export interface ResultForModel {
  readonly text: string
  readonly images: ToolResultMessage['images']
}

type ImageForModel = ToolResultMessage['images'][number]

export interface ResultReader {
  /** Which images the model takes; others are described, all of them without it. */
  readonly imageRules: ImageRules | undefined
  /** Code points of text that are kept. */
  readonly lengthMax: number
}

/** The longest address or name of a part that a description shows whole. */
const referenceLengthMax = 300

/** Stands for a result without content. */
const nothingGiven = '[the result is empty]'

/** The text and the images of `result`, for a model that reads as `reader` says. */
export function resultForModel(result: ToolCallResult, reader: ResultReader): ResultForModel {
  const { parts, structuredContent } = result
  const hasText = parts.some((part) => part.kind === 'text' && part.text !== '')
  const text = new PartsText()
  const images: ImageForModel[] = []
  if (!hasText && structuredContent !== undefined) text.addBlock(jsonOf(structuredContent))
  for (const part of parts) {
    if (part.kind === 'text') text.addBlock(part.text)
    else {
      const image = part.kind === 'image' ? acceptableImage(part, reader.imageRules) : undefined
      if (image === undefined) text.addLine(descriptionOf(part))
      else images.push(image)
    }
  }
  // A model that reads nothing at all takes the call for failed.
  const isEmpty = String(text) === '' && images.length === 0
  if (isEmpty && !result.isError) text.addLine(nothingGiven)
  return { text: cutAtCodePoint(String(text), reader.lengthMax), images }
}

/** At most `lengthMax` code points of `text`; what is cut is counted in a last line. */
export function cutAtCodePoint(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  let offset = 0
  let count = 0
  let cutOffset = text.length
  while (offset < text.length) {
    if (count === lengthMax) cutOffset = offset
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
    count += 1
  }
  if (count <= lengthMax) return text
  const missing = count - lengthMax
  return `${text.slice(0, cutOffset)}\n[cut here: ${missing} more ${missing === 1 ? 'character is' : 'characters are'} missing]`
}

/** Blocks joined as they are, and lines that stand alone. */
class PartsText {
  readonly #pieces: string[] = []
  #isAfterLine = false

  addBlock(text: string): void {
    if (text === '') return
    if (this.#isAfterLine) this.#pieces.push('\n')
    this.#pieces.push(text)
    this.#isAfterLine = false
  }

  addLine(line: string): void {
    // Looking at the end of one growing text would cost its length each time.
    if (this.#pieces.at(-1)?.endsWith('\n') === false) this.#pieces.push('\n')
    this.#pieces.push(line)
    this.#isAfterLine = true
  }

  toString(): string {
    return this.#pieces.join('')
  }
}

function descriptionOf(part: Exclude<ResultPart, { kind: 'text' }>): string {
  switch (part.kind) {
    case 'image':
    case 'audio':
      return `[${part.kind}: ${shown(part.mediaType)}, ${bytesText(byteCountOf(part.base64))}]`
    case 'link':
      return `[link: ${part.name === undefined ? '' : `${shown(part.name)}, `}${shown(part.uri)}]`
    case 'resource':
      return resourceDescription(part)
    case 'unknown':
      return `[a part that cannot be shown: ${shown(part.note)}]`
  }
}

/** A resource of text is worth as much as a text block, so its text follows. */
function resourceDescription(part: Extract<ResultPart, { kind: 'resource' }>): string {
  const facts = [shown(part.uri)]
  if (part.mediaType !== undefined) facts.push(shown(part.mediaType))
  if (part.byteCount !== undefined) facts.push(bytesText(part.byteCount))
  return `[resource: ${facts.join(', ')}]${part.text === undefined ? '' : `\n${part.text}`}`
}

function shown(text: string): string {
  return oneLine(text, referenceLengthMax)
}

function bytesText(count: number): string {
  return `${count} ${count === 1 ? 'byte' : 'bytes'}`
}

/** A value nested deeper than the stack goes has no text; what the tool did is done all the same. */
function jsonOf(content: Json): string {
  try {
    return JSON.stringify(content)
  } catch (error) {
    if (error instanceof RangeError) return '[structured content that is nested too deep to be shown]'
    throw error
  }
}
