/** The token that clients over HTTP must show. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Fewer characters can be guessed. */
export const TOKEN_LENGTH_MIN = 16

const TOKEN_BYTES = 32

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Whether `text` can be written in a header. */
export function isUsableToken(text: string): boolean {
  return text.length >= TOKEN_LENGTH_MIN && /^[\x21-\x7e]+$/.test(text)
}

/** Whether the header shows the token; takes as long whatever it shows. */
export function showsToken(header: string | undefined, token: string): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(shown), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
