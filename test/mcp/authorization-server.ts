/**
 * An authorization server for the tests, with the metadata of RFC 8414 and 9728, registration, PKCE, refresh and the
 * parameter `iss`; and the MCP server that trusts it. Everything it sees is kept.
 */

import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { json, plain, serve } from './http-fixture.ts'
import type { HttpFixture, Seen } from './http-fixture.ts'

export interface AuthorizationOptions {
  /** What the token endpoint answers in the place of tokens. */
  readonly refusal?: { readonly error: string }
  /** What it does where tokens are to be refreshed. */
  readonly refresh?: (response: ServerResponse) => void
  /** The issuer in the metadata; default: its own address. */
  readonly issuer?: string
  /** The issuer that the browser brings back; default: the issuer. */
  readonly iss?: string
  /** What the MCP server says it is. */
  readonly resource?: string
  /** Where the metadata of the MCP server say that tokens are given. */
  readonly authorizationServer?: string
  readonly isRefused?: boolean
  /** Fields of the metadata that are there in the place of the usual ones. */
  readonly metadata?: object
}

export interface ProtectedServer {
  readonly mcp: HttpFixture
  readonly authorization: HttpFixture
  /** Forms that the token endpoint got. */
  readonly tokenRequests: readonly URLSearchParams[]
  /** From now on, tokens given before are not accepted. */
  revoke(): void
  /** What the browser of a person who consents does. */
  readonly browse: (page: URL) => Promise<void>
  readonly pages: readonly URL[]
}

export async function protectedServer(options: AuthorizationOptions = {}): Promise<ProtectedServer> {
  const tokenRequests: URLSearchParams[] = []
  const pages: URL[] = []
  const valid = new Set<string>()
  const challenges = new Map<string, string>()
  let count = 0
  const authorization = await serve((seen, response) => {
    const url = new URL(seen.path, 'http://x')
    const { origin } = authorization
    if (url.pathname.startsWith('/.well-known/')) json(response, { ...metadata(origin, options), ...options.metadata })
    else if (url.pathname === '/register') json(response, { ...(seen.message as object), client_id: 'registered' }, 201)
    else if (url.pathname === '/authorize') authorize(url, response)
    else if (url.pathname === '/token') token(seen, response)
    else response.writeHead(404).end()
  })
  const mcp = await serve((seen, response) => {
    const accepted = valid.has((seen.headers.authorization ?? '').replace('Bearer ', ''))
    if (seen.path.startsWith('/.well-known/oauth-protected-resource')) {
      const servers = [options.authorizationServer ?? authorization.origin]
      json(response, { resource: options.resource ?? mcp.url, authorization_servers: servers })
    } else if (!accepted) {
      const where = `${mcp.origin}/.well-known/oauth-protected-resource`
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${where}", scope="use"` }).end()
    } else plain()(seen, response)
  })
  return {
    mcp,
    authorization,
    tokenRequests,
    pages,
    revoke: () => valid.clear(),
    browse: async (page) => {
      pages.push(page)
      const { headers } = await fetch(page, { redirect: 'manual' })
      await fetch(headers.get('location') ?? '')
    },
  }

  function authorize(url: URL, response: ServerResponse): void {
    const parameters = url.searchParams
    const back = new URL(parameters.get('redirect_uri') ?? '')
    back.searchParams.set('state', parameters.get('state') ?? '')
    back.searchParams.set('iss', options.iss ?? options.issuer ?? authorization.origin)
    if (options.isRefused === true) back.searchParams.set('error', 'access_denied')
    else {
      count += 1
      challenges.set(`code-${count}`, parameters.get('code_challenge') ?? '')
      back.searchParams.set('code', `code-${count}`)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function token({ form }: Seen, response: ServerResponse): void {
    tokenRequests.push(form)
    const isCode = form.get('grant_type') === 'authorization_code'
    const digest = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isKnown = !isCode || challenges.get(form.get('code') ?? '') === digest
    if (form.get('grant_type') === 'refresh_token' && options.refresh !== undefined) options.refresh(response)
    else if (options.refusal !== undefined) json(response, options.refusal, 400)
    else if (!isKnown) json(response, { error: 'invalid_grant' }, 400)
    else {
      count += 1
      valid.add(`access-token-${count}`)
      const tokens = { access_token: `access-token-${count}`, refresh_token: `refresh-token-${count}` }
      json(response, { ...tokens, token_type: 'Bearer', expires_in: 3600, scope: 'use' })
    }
  }
}

function metadata(origin: string, { issuer = origin }: AuthorizationOptions): object {
  return {
    issuer,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
    authorization_response_iss_parameter_supported: true,
  }
}
