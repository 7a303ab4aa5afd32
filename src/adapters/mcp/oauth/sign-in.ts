/**
 * Signing in at a server over HTTP: what happens when it answers 401, or 403 because more rights are needed.
 *
 *   401 ──> tokens that another run has stored ──> refreshed tokens ──> consent in a browser ──> the request again
 *
 * The library does the exchange of OAuth and its checks (issuer, audience, PKCE). Here is decided when it is done, that only
 * one is under way at a time, and that somebody must be there to give consent.
 */

import type { AddClientAuthentication, AuthOptions, AuthProvider } from '@modelcontextprotocol/client'
import type * as Client from '@modelcontextprotocol/client'
import { listenForRedirect } from '../../node/loopback-redirect.ts'
import type { LoopbackRedirect } from '../../node/loopback-redirect.ts'
import type { SecretsPort } from '../../../runtime/ports/secrets.ts'
import type { Environment } from '../child-environment.ts'
import { createGuardedFetch } from '../http/guarded-fetch.ts'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { bytesOf } from '../http/message-body.ts'
import { networkText } from '../http/http-refusal.ts'
import { companyGrantOf } from './company-grant.ts'
import { OAuthClient } from './oauth-client.ts'
import { OAuthRefusal, refusalIn } from './oauth-refusal.ts'
import { oauthSettingsOf } from './oauth-settings.ts'
import type { OAuthSettings } from './oauth-settings.ts'
import { TokenStore } from './token-store.ts'

/** Shows a page to somebody who can give consent, who is then sent back to this machine. */
export type ShowConsentPage = (request: ConsentRequest) => void | Promise<void>

export interface ConsentRequest {
  /** The name of the connection. */
  readonly server: string
  /** The page of the authorization server. */
  readonly page: URL
  readonly signal: AbortSignal
}

type Library = Pick<
  typeof Client,
  | 'auth'
  | 'computeScopeUnion'
  | 'createPrivateKeyJwtAuth'
  | 'discoverOAuthServerInfo'
  | 'extractWWWAuthenticateParams'
  | 'isStrictScopeSuperset'
  | 'refreshAuthorization'
  | 'requestJwtAuthorizationGrant'
  | 'selectResourceURL'
>

export interface SignInParts {
  readonly library: Library
  readonly url: URL
  readonly serverName: string
  readonly environment: Environment
  readonly secrets: SecretsPort | undefined
  readonly fetch: GuardedFetch
  /** Undefined where nobody can be asked. */
  readonly showConsentPage: ShowConsentPage | undefined
  /** Stops and restarts the clock of the start while somebody reads. */
  readonly whileAsking: <T>(asking: () => Promise<T>) => Promise<T>
  readonly signal: AbortSignal
}

/** How long somebody may take to read and sign in. Milliseconds. */
const CONSENT_MS = 5 * 60_000
const REQUEST_MS = 30_000
/** No document or token of OAuth is nearly as long. */
const BODY_BYTES_MAX = 1024 * 1024
/** In a row: a server that is never content is not asked for ever. */
const STEP_UPS_MAX = 2

interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined
  readonly scope?: string | undefined
}

type DiscoveryOptions = Pick<AuthOptions, 'resourceMetadataUrl'> & Required<Pick<AuthOptions, 'fetchFn'>>

export class SignIn implements AuthProvider {
  /** Why signing in failed, in words; undefined where it did not. */
  failure: string | undefined
  readonly #parts: SignInParts
  readonly #settings: OAuthSettings
  readonly #client: OAuthClient
  #scope: string | undefined
  #stepUpCount = 0
  #underWay: Promise<void> | undefined

  constructor(parts: SignInParts) {
    const { environment, url, serverName, library, secrets } = parts
    this.#parts = parts
    this.#settings = oauthSettingsOf(environment, serverName)
    this.#client = new OAuthClient({
      settings: this.#settings,
      store: new TokenStore(environment, url, this.#settings.clientId ?? ''),
      authentication: keyAuthentication(library, this.#settings),
      onTokens: (tokens) => {
        secrets?.add(`${serverName}-access-token`, tokens.access_token)
        if (tokens.refresh_token !== undefined) secrets?.add(`${serverName}-refresh-token`, tokens.refresh_token)
      },
      companyGrant: (target) =>
        companyGrantOf(this.#settings.login, target, {
          library,
          serverName,
          fetchFor: (provider) => this.#limited(createGuardedFetch(provider, [])),
        }),
    })
    const { clientSecret, privateKey, login } = this.#settings
    if (clientSecret !== undefined) secrets?.add('CLIENT_SECRET', clientSecret)
    if (privateKey !== undefined) secrets?.add('PRIVATE_KEY', privateKey)
    if (login.clientSecret !== undefined) secrets?.add('IDP_CLIENT_SECRET', login.clientSecret)
    if (login.idToken !== undefined) secrets?.add('ID_TOKEN', login.idToken)
  }

  token(): Promise<string | undefined> {
    return Promise.resolve(this.#client.tokens()?.access_token)
  }

  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    const { resourceMetadataUrl, scope } = this.#parts.library.extractWWWAuthenticateParams(response)
    await this.#once({ resourceMetadataUrl, scope }, { isForced: false })
  }

  /** Asks for the rights that the server names in a 403. Whether the request may be made again. */
  async stepUp(response: Response): Promise<boolean> {
    const { extractWWWAuthenticateParams, isStrictScopeSuperset } = this.#parts.library
    const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
    if (error !== 'insufficient_scope' || this.#stepUpCount >= STEP_UPS_MAX) return false
    this.#stepUpCount += 1
    const wanted = this.#widened(this.#client.tokens()?.scope, scope)
    const isForced = isStrictScopeSuperset(wanted, this.#client.tokens()?.scope)
    await this.#once({ resourceMetadataUrl, scope: wanted }, { isForced })
    return true
  }

  /** The server took a request. */
  accepted(): void {
    this.#stepUpCount = 0
  }

  #widened(...scopes: readonly (string | undefined)[]): string | undefined {
    this.#scope = this.#parts.library.computeScopeUnion(this.#scope, ...scopes)
    return this.#scope
  }

  /** Requests that are refused at the same time wait for the same. */
  #once(challenge: Challenge, how: { readonly isForced: boolean }): Promise<void> {
    this.#underWay ??= this.#signIn(challenge, how).finally(() => (this.#underWay = undefined))
    return this.#underWay
  }

  async #signIn(challenge: Challenge, { isForced }: { readonly isForced: boolean }): Promise<void> {
    this.failure = undefined
    if (!isForced && this.#client.reload()) return
    const redirect = await this.#listen()
    try {
      await this.#exchange(challenge, isForced, redirect)
    } catch (error) {
      this.#forget(error)
      this.failure = `signing in failed: ${reasonOf(error)}`
      throw error
    } finally {
      redirect?.close()
    }
  }

  async #exchange(challenge: Challenge, isForced: boolean, redirect: LoopbackRedirect | undefined): Promise<void> {
    const { library, url } = this.#parts
    const scope = challenge.scope ?? this.#scope
    const options = {
      serverUrl: url,
      fetchFn: this.#limited(this.#parts.fetch),
      // Tokens are refreshed here.
      forceReauthorization: true,
      ...(challenge.resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: challenge.resourceMetadataUrl }),
      ...(scope === undefined ? {} : { scope }),
    }
    if (scope !== undefined) this.#widened(scope)
    this.#client.forgetDiscovery()
    if (!isForced && (await this.#hasRefreshed(options))) return
    this.#client.consentPage = undefined
    if ((await library.auth(this.#client, options)) === 'AUTHORIZED') return
    const page = this.#client.consentPage as URL | undefined
    if (redirect === undefined || page === undefined) throw new Error('nobody is there to give consent')
    const visit = await this.#parts.whileAsking(() => this.#consent(redirect, page))
    const [authorizationCode, iss] = [visit.get('code'), visit.get('iss')]
    if (authorizationCode === null) throw new Error(refusedConsent(visit))
    await library.auth(this.#client, { ...options, authorizationCode, ...(iss === null ? {} : { iss }) })
  }

  /**
   * Takes new tokens for those that have run out; whether that was possible. The library can do so by itself, but writes to the
   * console why it could not.
   */
  async #hasRefreshed({ fetchFn, ...challenge }: DiscoveryOptions): Promise<boolean> {
    const { library, url } = this.#parts
    const { refresh_token: refreshToken, issuer: givenBy } = this.#client.tokens() ?? {}
    if (this.#settings.grant !== 'authorization_code' || refreshToken === undefined) return false
    const found = await library.discoverOAuthServerInfo(url, { ...challenge, fetchFn })
    this.#client.saveDiscoveryState(found)
    const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = found
    const issuer = metadata?.issuer ?? authorizationServerUrl
    const client = this.#client.clientInformation({ issuer })
    if (client === undefined || !isSameIssuer(client.issuer, issuer) || !isSameIssuer(givenBy, issuer)) return false
    await library.selectResourceURL(url, this.#client, resourceMetadata)
    try {
      const tokens = await library.refreshAuthorization(authorizationServerUrl, {
        clientInformation: client,
        refreshToken,
        fetchFn,
        addClientAuthentication: this.#client.addClientAuthentication,
        ...(metadata === undefined ? {} : { metadata }),
        ...(resourceMetadata === undefined ? {} : { resource: resourceMetadata.resource }),
      })
      this.#client.saveTokens({ ...tokens, issuer })
      return true
    } catch (error) {
      if (error instanceof OAuthRefusal && !error.isOfTokens && error.code !== 'server_error') throw error
      this.#forget(error)
      return false
    }
  }

  /** What the server does not take any more is of no use the next time either. */
  #forget(error: unknown): void {
    if (!(error instanceof OAuthRefusal)) return
    if (error.isOfClient) this.#client.invalidateCredentials('client')
    if (error.isOfTokens) this.#client.invalidateCredentials('tokens')
  }

  /** Listens before the client is made known, because it is known with the address that the browser comes back to. */
  async #listen(): Promise<LoopbackRedirect | undefined> {
    const { grant, redirectPort } = this.#settings
    if (grant !== 'authorization_code') return undefined
    if (this.#parts.showConsentPage === undefined) {
      // Kept tokens can be refreshed without anybody; a new consent cannot be had.
      this.#client.redirectUrl = this.#client.keptRedirectUrl ?? 'http://127.0.0.1/callback'
      return undefined
    }
    const before = this.#client.keptRedirectUrl
    const redirect = await listenForRedirect(redirectPort || portOf(before))
    this.#client.redirectUrl = redirect.url
    if (before !== undefined && before !== redirect.url) this.#client.forgetClient()
    return redirect
  }

  async #consent(redirect: LoopbackRedirect, page: URL): Promise<URLSearchParams> {
    const { showConsentPage, serverName, signal } = this.#parts
    refuseDoubtfulPage(page)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONSENT_MS)])
    const visit = redirect.visit(this.#client.stateText, limit)
    visit.catch(() => undefined)
    await showConsentPage?.({ server: serverName, page, signal: limit })
    return await visit
  }

  #limited(guarded: GuardedFetch): GuardedFetch {
    return async (url, init = {}) => {
      const signal = AbortSignal.any([this.#parts.signal, AbortSignal.timeout(REQUEST_MS)])
      const response = await guarded(url, { ...init, signal })
      const { status, statusText, headers } = response
      if (response.body === null || (status >= 300 && status < 400)) return response
      const bytes = await bytesOf(response.body, BODY_BYTES_MAX)
      if (bytes === undefined) throw new Error('the authorization server sends more than can be meant')
      const refusal = init.method === 'POST' ? refusalIn(bytes) : undefined
      if (refusal !== undefined) throw refusal
      return new Response(new Uint8Array(bytes), { status, statusText, headers })
    }
  }
}

function keyAuthentication(library: Library, settings: OAuthSettings): AddClientAuthentication | undefined {
  const { clientId, privateKey, keyAlgorithm } = settings
  if (clientId === undefined || privateKey === undefined) return undefined
  return library.createPrivateKeyJwtAuth({ issuer: clientId, subject: clientId, privateKey, alg: keyAlgorithm })
}

/** The library makes addresses of issuers that have a slash at the end where they themselves have none. */
function isSameIssuer(one: string | undefined, other: string): boolean {
  return one?.replace(/\/$/, '') === other.replace(/\/$/, '')
}

/** A page is opened in the user's browser, so it must be one. */
function refuseDoubtfulPage(page: URL): void {
  const isLocal = page.protocol === 'http:' && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(page.hostname)
  if (page.protocol !== 'https:' && !isLocal) throw new Error(`its page for consent does not use https`)
}

function portOf(url: string | undefined): number {
  return url === undefined ? 0 : Number(new URL(url).port)
}

/** Words of the visit are not shown: any page can send a browser here. */
function refusedConsent(visit: URLSearchParams): string {
  return visit.get('error') === 'access_denied'
    ? 'consent was refused'
    : 'the page for consent came back without a code'
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'nobody gave consent in time'
  return networkText(error)
}
