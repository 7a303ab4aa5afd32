/** Signing in at a server over HTTP, with an authorization server of our own. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSecrets } from '../../src/adapters/node/secrets.ts'
import type { ToolServersOptions } from '../../src/adapters/mcp/tool-servers.ts'
import { protectedServer } from './authorization-server.ts'
import type { ProtectedServer } from './authorization-server.ts'
import { call, createBench, failureOf, textOf } from './harness.ts'
import { json, plain, serve } from './http-fixture.ts'

/** A bench whose tokens are kept in a folder of its own, or of another. */
function benchFor(server: ProtectedServer, config: string, options: Partial<ToolServersOptions> = {}) {
  const environment = { XDG_CONFIG_HOME: config, ...options.environment }
  const showConsentPage = ({ page }: { readonly page: URL }) => server.browse(page)
  return createBench({ showConsentPage, ...options, environment })
}

const configFolder = () => createBench().folder

interface CompanyOptions {
  readonly answer?: object
  readonly environment?: Record<string, string>
}

/** The identity provider of a company, and the environment of somebody who has signed in there. */
async function company({ answer, environment }: CompanyOptions = {}) {
  const grant = {
    access_token: 'the-grant',
    issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
    token_type: 'N_A',
  }
  const provider = await serve((_, response) => {
    json(response, answer ?? grant, answer !== undefined && 'error' in answer ? 400 : 200)
  })
  return {
    provider,
    environment: {
      SENSE_MCP_FILES_CLIENT_ID: 'me',
      SENSE_MCP_FILES_CLIENT_SECRET: 'word-of-honour',
      SENSE_MCP_FILES_IDP_TOKEN_URL: provider.url,
      SENSE_MCP_FILES_IDP_CLIENT_ID: 'we',
      SENSE_MCP_FILES_ID_TOKEN: 'the-id-token-of-a-person',
      ...environment,
    },
  }
}

/** What the library writes to the console itself, past everything that keeps secrets. */
const said: string[] = []
beforeEach(() => {
  for (const way of ['log', 'warn', 'error', 'debug', 'info'] as const) {
    vi.spyOn(console, way).mockImplementation((...words) => void said.push(words.join(' ')))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(said.splice(0)).toEqual([])
})

describe('signing in', () => {
  it('asks for consent once, and keeps the tokens for the owner alone', async () => {
    const server = await protectedServer()
    const config = configFolder()
    const connection = await benchFor(server, config).connect({ command: server.mcp.url })
    expect(textOf(await call(connection, 'echo', { a: 1 }))).toBe('{"a":1}')
    await benchFor(server, config).connect({ command: server.mcp.url })
    expect(server.pages.length).toBe(1)
    const [page] = server.pages
    expect(page?.searchParams.get('resource')).toBe(server.mcp.url)
    expect(page?.searchParams.get('scope')).toBe('use')
    expect(server.tokenRequests.map((form) => form.get('grant_type'))).toEqual(['authorization_code'])
    const folder = join(config, 'sense/mcp')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const [file = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, file), 'utf8')).toContain('refresh-token-')
  })

  it('refreshes tokens that have run out, for several calls once, and asks nobody', async () => {
    const server = await protectedServer()
    const connection = await benchFor(server, configFolder()).connect({ command: server.mcp.url })
    server.revoke()
    await Promise.all([1, 2, 3].map((number) => call(connection, 'echo', { number })))
    expect(server.pages.length).toBe(1)
    expect(server.tokenRequests.map((form) => form.get('grant_type'))).toEqual(['authorization_code', 'refresh_token'])
  })

  const refusals: readonly (readonly [string, (response: ServerResponse) => void])[] = [
    ['that are refused', (r) => json(r, { error: 'invalid_grant', error_description: 'no refresh-token-2' }, 400)],
    ['of a client that is not known any more', (r) => json(r, { error: 'invalid_client' }, 401)],
    ['that are refused with a status of success', (r) => json(r, { error: 'invalid_grant' })],
    ['while the server is out of order', (r) => r.writeHead(500).end('oops')],
    ['and gets something else', (r) => json(r, { refresh_token: 'none' })],
    ['and gets no JSON', (r) => r.writeHead(200).end('access_token=abc')],
    ['and is cut off', (r) => r.destroy()],
  ]
  it.each(refusals)('asks again where it would refresh tokens %s, and says nothing', async (_, refresh) => {
    const server = await protectedServer({ refresh })
    const connection = await benchFor(server, configFolder()).connect({ command: server.mcp.url })
    server.revoke()
    expect(textOf(await call(connection, 'echo', { a: 1 }))).toBe('{"a":1}')
    expect(server.pages.length).toBe(2)
    expect(new Set(server.pages.map((page) => page.searchParams.get('state'))).size).toBe(2)
    const asked = ['authorization_code', 'refresh_token', 'authorization_code']
    expect(server.tokenRequests.map((form) => form.get('grant_type'))).toEqual(asked)
  })

  it('fails where refreshing is refused for a reason that consent would not mend', async () => {
    const refresh = (response: ServerResponse) => json(response, { error: 'invalid_target' }, 400)
    const server = await protectedServer({ refresh })
    const connection = await benchFor(server, configFolder()).connect({ command: server.mcp.url })
    server.revoke()
    expect((await failureOf(call(connection, 'echo'))).detail).toContain('signing in failed: invalid_target')
    expect(server.pages.length).toBe(1)
  })

  it('gives tokens back to the authorization server that gave them, and to no other', async () => {
    const trusted: { authorizationServer?: string } = {}
    const server = await protectedServer(trusted)
    const other = await protectedServer()
    const connection = await benchFor(server, configFolder()).connect({ command: server.mcp.url })
    server.revoke()
    trusted.authorizationServer = other.authorization.origin
    await failureOf(call(connection, 'echo'))
    expect(other.authorization.seen.length).toBeGreaterThan(0)
    expect(other.tokenRequests.filter((form) => form.has('refresh_token'))).toEqual([])
  })

  it('takes the tokens that another program has got meanwhile', async () => {
    const server = await protectedServer()
    const config = configFolder()
    const connection = await benchFor(server, config).connect({ command: server.mcp.url })
    server.revoke()
    await benchFor(server, config).connect({ command: server.mcp.url })
    const countBefore = server.tokenRequests.length
    await call(connection, 'echo')
    expect(server.tokenRequests.length).toBe(countBefore)
  })

  it('gives the clock of the start a rest while somebody reads', async () => {
    const server = await protectedServer()
    const slow = async ({ page }: { readonly page: URL }) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await server.browse(page)
    }
    const bench = benchFor(server, configFolder(), { showConsentPage: slow })
    await bench.connect({ command: server.mcp.url, startTimeoutMs: 1_200 })
  })

  it('keeps tokens out of what is shown', async () => {
    const server = await protectedServer()
    const secrets = createSecrets({})
    await benchFor(server, configFolder(), { secrets }).connect({ command: server.mcp.url })
    expect(secrets.replacedIn('Bearer access-token-2')).not.toContain('access-token-2')
  })

  it('is done by the program for itself with credentials of the environment', async () => {
    const server = await protectedServer()
    const environment = { SENSE_MCP_FILES_CLIENT_ID: 'me', SENSE_MCP_FILES_CLIENT_SECRET: 'word-of-honour' }
    const bench = benchFor(server, configFolder(), { environment })
    await bench.connect({ command: server.mcp.url })
    expect(server.pages).toEqual([])
    expect(server.tokenRequests.map((form) => form.get('grant_type'))).toEqual(['client_credentials'])
    const asked = server.authorization.seen.find(({ path }) => path === '/token')
    expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from('me:word-of-honour').toString('base64')}`)
    // Those of another connection are not for this one.
    await bench.connect({ name: 'other', command: server.mcp.url })
    expect(server.pages.length).toBe(1)
  })

  it('goes through the identity provider of a company, which gives a grant for this server', async () => {
    const server = await protectedServer()
    const { provider, environment } = await company()
    const secrets = createSecrets({})
    await benchFor(server, configFolder(), { environment, secrets }).connect({ command: server.mcp.url })
    expect(server.pages).toEqual([])
    const [asked] = provider.seen
    expect(Object.fromEntries(asked?.form ?? [])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      subject_token: 'the-id-token-of-a-person',
      client_id: 'we',
      audience: server.authorization.origin,
      resource: server.mcp.url,
      scope: 'use',
    })
    const [request] = server.tokenRequests
    expect(request?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    expect(request?.get('assertion')).toBe('the-grant')
    expect(secrets.replacedIn('the-id-token-of-a-person')).not.toContain('person')
  })

  it('asks the identity provider again when the tokens have run out', async () => {
    const server = await protectedServer()
    const { provider, environment } = await company()
    const connection = await benchFor(server, configFolder(), { environment }).connect({ command: server.mcp.url })
    server.revoke()
    await call(connection, 'echo')
    expect(provider.seen.length).toBe(2)
    expect(server.tokenRequests.map((form) => form.has('refresh_token'))).toEqual([false, false])
  })

  it('is not tried where the program gives a key of its own', async () => {
    const server = await protectedServer()
    const bench = benchFor(server, configFolder())
    const failure = await failureOf(bench.connect({ command: server.mcp.url, headers: ['Authorization: Bearer mine'] }))
    expect(failure).toMatchObject({ kind: 'unreachable', code: 401 })
    expect(server.authorization.seen).toEqual([])
  })
})

describe('signing in fails', () => {
  const cases: readonly (readonly [string, Parameters<typeof protectedServer>[0], string])[] = [
    ['where consent is refused', { isRefused: true }, 'consent was refused'],
    ['where the browser brings another issuer', { iss: 'https://evil.example' }, 'ssuer'],
    ['where the metadata names another issuer', { issuer: 'https://evil.example' }, 'ssuer'],
    ['where tokens are for another server', { resource: 'https://other.example/mcp' }, 'does not match'],
    ['where the code is refused', { refusal: { error: 'invalid_grant' } }, 'signing in failed: invalid_grant'],
    ['where the client is refused', { refusal: { error: 'invalid_client' } }, 'signing in failed: invalid_client'],
    ['where tokens are refused', { refusal: { error: 'invalid_request' } }, 'signing in failed'],
    [
      'where metadata lack fields',
      { metadata: { response_types_supported: 1 } },
      'lacks what the protocol asks for: `resp',
    ],
  ]
  it.each(cases)('%s, and no token is used', async (_, options, words) => {
    const server = await protectedServer(options)
    const failure = await failureOf(benchFor(server, configFolder()).connect({ command: server.mcp.url }))
    expect(failure).toMatchObject({ kind: 'unreachable', code: 401 })
    expect(failure.detail).toContain(words)
    const codes = server.tokenRequests.map((form) => form.get('code'))
    expect(new Set(codes).size).toBe(codes.length)
    expect(server.mcp.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  })

  const companies: readonly (readonly [string, Parameters<typeof company>[0], string])[] = [
    ['does not know the person', { answer: { error: 'invalid_grant' } }, 'gives no grant: invalid_grant'],
    ['gives something else', { answer: { access_token: 'x' } }, 'gives no grant: Invalid token exchange response'],
    ['is not there', { environment: { SENSE_MCP_FILES_IDP_TOKEN_URL: 'http://127.0.0.1:2/' } }, 'nothing answers'],
    ['has no address', { environment: { SENSE_MCP_FILES_IDP_TOKEN_URL: 'idp' } }, 'IDP_TOKEN_URL` is no address'],
    ['is not told who we are', { environment: { SENSE_MCP_FILES_IDP_CLIENT_ID: '' } }, 'IDP_CLIENT_ID`, which is not'],
    ['is not told of a person', { environment: { SENSE_MCP_FILES_ID_TOKEN: '' } }, 'FILES_ID_TOKEN`, which is not set'],
  ]
  it.each(companies)('where the identity provider %s', async (_, options, words) => {
    const server = await protectedServer()
    const { environment } = await company(options)
    const bench = benchFor(server, configFolder(), { environment })
    const failure = await failureOf(bench.connect({ command: server.mcp.url }))
    expect(failure.detail).toContain(words)
    expect(failure.detail).not.toContain('of-a-person')
    expect(server.tokenRequests).toEqual([])
    expect(server.pages).toEqual([])
  })

  it('where nobody is there to give consent', async () => {
    const server = await protectedServer()
    const bench = createBench({ environment: { XDG_CONFIG_HOME: configFolder() } })
    const failure = await failureOf(bench.connect({ command: server.mcp.url }))
    expect(failure.detail).toContain('nobody is there to give consent')
  })

  it('where a server on the public network would send us to this machine', async () => {
    const { createGuardedFetch } = await import('../../src/adapters/mcp/http/guarded-fetch.ts')
    const inside = await serve(plain())
    const guarded = createGuardedFetch(new URL('https://example.com/mcp'), [['x-key', '1']])
    const addresses = [
      inside.url,
      inside.url.replace('127.0.0.1', 'localhost'),
      'https://[::1]/',
      'https://169.254.169.254/',
      'http://example.org/',
    ]
    for (const address of addresses) await expect(guarded(address)).rejects.toThrow('is not asked')
    expect(inside.seen).toEqual([])
  })
})
