/** What is kept of one server between runs: the tokens, and as which client we are known to its authorization server. */

import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import { configFolder, fileNameFor, readPrivateFile, writePrivateFile } from '../../node/private-file.ts'
import type { Environment } from '../child-environment.ts'

export interface Kept {
  readonly tokens?: StoredOAuthTokens | undefined
  readonly client?: StoredOAuthClientInformation | undefined
  /** Where the browser was sent back to when the client was made known; the authorization server insists on it. */
  readonly redirectUrl?: string | undefined
}

export class TokenStore {
  readonly #path: string
  readonly #server: string

  /** `account` tells apart what the same server gave to different clients of ours. */
  constructor(environment: Environment, server: URL, account: string) {
    this.#server = `${server.origin}${server.pathname}`
    const name = fileNameFor(server.hostname, `${this.#server}\n${account}`)
    this.#path = `${configFolder(environment)}/mcp/${name}`
  }

  /** A file that is damaged, or about another server, counts as none. */
  read(): Kept {
    const text = readPrivateFile(this.#path)
    if (text === undefined) return {}
    try {
      const kept = JSON.parse(text) as Kept & { readonly server?: unknown }
      return kept.server === this.#server ? kept : {}
    } catch {
      return {}
    }
  }

  /** Where nothing can be written, the tokens last as long as the run. */
  write(kept: Kept): void {
    try {
      writePrivateFile(this.#path, `${JSON.stringify({ server: this.#server, ...kept }, undefined, 2)}\n`)
    } catch {
      // A home that cannot be written to is no reason to fail: signing in is asked for again the next time.
    }
  }
}
