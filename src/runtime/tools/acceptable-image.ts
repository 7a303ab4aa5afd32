/**
 * Whether an image from a server is one that a provider takes.
 *
 * A provider looks into what it is sent and refuses the whole request over an image that is too large, no image, or of
 * another kind than it is said to be. So each is looked at here, and one that would be refused is described instead.
 */

import type { ImageRules, ToolResultMessage } from '../ports/model-providers.ts'

type Image = ToolResultMessage['images'][number]

/** The image with the type that it really has, or undefined if it does not fit. */
export function acceptableImage({ base64 }: Image, rules: ImageRules | undefined): Image | undefined {
  if (rules === undefined || !isBase64(base64) || byteCountOf(base64) > rules.bytesMax) return undefined
  const mediaType = imageTypeOf(base64)
  return mediaType !== undefined && rules.mediaTypes.includes(mediaType) ? { mediaType, base64 } : undefined
}

/** How many bytes the text stands for. */
export function byteCountOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}

/** In the common alphabet, padded, without line breaks. */
function isBase64(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

/** The first bytes of each kind, as base64 writes them: three bytes are four letters. */
const beginnings: readonly (readonly [beginning: RegExp, mediaType: string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGODdh|^R0lGODlh/, 'image/gif'],
  // RIFF, four bytes of length, WEBP.
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
]

function imageTypeOf(base64: string): string | undefined {
  return beginnings.find(([beginning]) => beginning.test(base64))?.[1]
}
