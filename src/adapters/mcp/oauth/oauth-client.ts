/**
 * This client as the library's functions for OAuth ask for it: who it is, what it has kept, where a browser is sent.
 *
 * Whatever is kept carries the issuer that gave it, and is not used with another: the library checks that, and we hand back
 * what it stored.
 */

import type {
  AddClientAuthentication,
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { unguessableText } from '../../node/private-file.ts'
import type { GrantTarget } from './company-grant.ts'
import type { Grant, OAuthSettings } from './oauth-settings.ts'
import type { Kept, TokenStore } from './token-store.ts'

/** What a server is told of the grants that we mean to use. */
const grantTypes: Readonly<Record<Grant, readonly string[]>> = {
  authorization_code: ['authorization_code', 'refresh_token'],
  client_credentials: ['client_credentials'],
  'jwt-bearer': ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
}

export class OAuthClient implements OAuthClientProvider {
  /** Where the browser comes back to; undefined while nobody can be asked. */
  redirectUrl: string | undefined
  /** The page that asks for consent, once the library has made it. */
  consentPage: URL | undefined
  /** Of the consent that is asked for; new each time. */
  stateText = ''
  readonly clientMetadataUrl?: string
  readonly addClientAuthentication?: AddClientAuthentication
  readonly #settings: OAuthSettings
  readonly #store: TokenStore
  readonly #onTokens: (tokens: StoredOAuthTokens) => void
  readonly #companyGrant: (target: GrantTarget) => Promise<string>
  #authorizationServer: string | undefined
  #resource: string | undefined
  #kept: Kept
  #codeVerifier = ''
  /** Which authorization server is meant. It is looked for each time, because the server may have changed it. */
  #discovery: OAuthDiscoveryState | undefined

  constructor(parts: {
    readonly settings: OAuthSettings
    readonly store: TokenStore
    readonly authentication: AddClientAuthentication | undefined
    /** Told of all tokens, which must not be shown. */
    readonly onTokens: (tokens: StoredOAuthTokens) => void
    /** Gets a grant from the company's identity provider. */
    readonly companyGrant: (target: GrantTarget) => Promise<string>
  }) {
    this.#settings = parts.settings
    this.#store = parts.store
    this.#onTokens = parts.onTokens
    this.#companyGrant = parts.companyGrant
    this.#kept = parts.store.read()
    if (this.#kept.tokens !== undefined) parts.onTokens(this.#kept.tokens)
    const { clientId } = parts.settings
    // A client whose id is an address is known by the document there.
    if (clientId?.startsWith('https://') === true) this.clientMetadataUrl = clientId
    if (parts.authentication !== undefined) this.addClientAuthentication = parts.authentication
  }

  get clientMetadata(): OAuthClientMetadata {
    const { grant, clientSecret, scope } = this.#settings
    return {
      client_name: 'Sense',
      redirect_uris: this.redirectUrl === undefined ? [] : [this.redirectUrl],
      grant_types: [...grantTypes[grant]],
      response_types: grant === 'authorization_code' ? ['code'] : [],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      application_type: 'native',
      ...(scope === undefined ? {} : { scope }),
    }
  }

  get keptRedirectUrl(): string | undefined {
    return this.#kept.redirectUrl
  }

  /** Takes up what another run has stored meanwhile; whether that are other tokens. */
  reload(): boolean {
    const before = this.#kept.tokens?.access_token
    const kept = this.#store.read()
    if (kept.tokens === undefined || kept.tokens.access_token === before) return false
    this.#kept = kept
    this.#onTokens(kept.tokens)
    return true
  }

  state(): string {
    this.stateText = unguessableText()
    return this.stateText
  }

  /** The environment may not say whose client it names. Then it is the one whom it is first used with, for ever. */
  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret, issuer } = this.#settings
    if (clientId === undefined || this.clientMetadataUrl !== undefined) return this.#kept.client
    const kept = this.#kept.client?.client_id === clientId ? this.#kept.client.issuer : undefined
    const known = issuer ?? kept ?? context?.issuer
    if (kept === undefined && known !== undefined) this.#keep({ client: { client_id: clientId, issuer: known } })
    return {
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(known === undefined ? {} : { issuer: known }),
    }
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    const { clientId } = this.#settings
    // Of a client that the environment names the secret stays where it is.
    if (clientId !== undefined && this.clientMetadataUrl === undefined) return
    this.#keep({ client, redirectUrl: this.redirectUrl })
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#kept.tokens
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#onTokens(tokens)
    this.#keep({ tokens })
  }

  redirectToAuthorization(page: URL): void {
    this.consentPage = page
  }

  saveCodeVerifier(codeVerifier: string): void {
    this.#codeVerifier = codeVerifier
  }

  codeVerifier(): string {
    return this.#codeVerifier
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#discovery = discovery
  }

  forgetDiscovery(): void {
    this.#discovery = undefined
  }

  /** Knows no client yet that may be sent back to another address than before. */
  forgetClient(): void {
    this.#keep({ client: undefined, redirectUrl: undefined })
  }

  invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (what === 'all' || what === 'client') this.#keep({ client: undefined })
    if (what === 'all' || what === 'tokens') this.#keep({ tokens: undefined })
    if (what === 'all' || what === 'discovery') this.forgetDiscovery()
  }

  /** The library tells what it has found before it asks for the request below. */
  saveAuthorizationServerUrl(url: string): void {
    this.#authorizationServer = url
    this.#resource = undefined
  }

  saveResourceUrl(url: string): void {
    this.#resource = url
  }

  /** Where a person consents, the library makes the request by itself. */
  async prepareTokenRequest(scope?: string): Promise<URLSearchParams | undefined> {
    const { grant } = this.#settings
    if (grant === 'authorization_code') return undefined
    const request = new URLSearchParams({ grant_type: grantTypes[grant][0] ?? grant })
    if (scope !== undefined) request.set('scope', scope)
    if (grant === 'jwt-bearer') {
      const [authorizationServer, resource] = [this.#authorizationServer, this.#resource]
      request.set('assertion', await this.#companyGrant({ authorizationServer, resource, scope }))
    }
    return request
  }

  #keep(change: Kept): void {
    this.#kept = { ...this.#kept, ...change }
    this.#store.write(this.#kept)
  }
}
