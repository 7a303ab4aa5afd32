/**
 * What an authorization server refuses, told apart before the library sees it.
 *
 * The library writes to the console what the server says when it takes certain refusals for the end of what we have kept, and
 * tries again. The console is not its place, and the server may have put a secret into its words. So a refusal is an error of
 * ours, which the library lets through. Can go when the library is silent.
 */

import { isJsonObject, parsedJson, textField } from '../json-shape.ts'

export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal'
  /** As in `invalid_grant`. */
  readonly code: string

  constructor(code: string, description: string | undefined) {
    super(description === undefined ? code : `${code}: ${description}`)
    this.code = code
  }

  /** It does not know us any more. */
  get isOfClient(): boolean {
    return this.code === 'invalid_client' || this.code === 'unauthorized_client'
  }

  /** It does not take what it has given us, or somebody, before. */
  get isOfTokens(): boolean {
    return this.isOfClient || this.code === 'invalid_grant'
  }
}

/** The refusal in the body of an answer; some servers send one with a status of success. */
export function refusalIn(body: Buffer): OAuthRefusal | undefined {
  const answer = parsedJson(body.toString('utf8').trim())
  const code = isJsonObject(answer) ? textField(answer, 'error') : undefined
  return isJsonObject(answer) && code !== undefined
    ? new OAuthRefusal(code, textField(answer, 'error_description'))
    : undefined
}
