/**
 * What the environment says of signing in at one server: variables that begin with `SENSE_MCP_` and the connection's name.
 *
 * The name is part of the variable, so that a key never goes to another server than the one it was meant for.
 */

import type { Environment } from '../child-environment.ts'

/**
 * For a person who consents in a browser, for the program itself, or for a person whom a company's identity provider knows
 * already (enterprise-managed authorization).
 */
export type Grant = 'authorization_code' | 'client_credentials' | 'jwt-bearer'

/** What a company's identity provider is asked with. Undefined is what the environment leaves out. */
export interface CompanyLogin {
  /** The address of its token endpoint. */
  readonly tokenUrl: string | undefined
  /** Who we are to the identity provider, which need not be who we are to the MCP server. */
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
  /** What the identity provider gave when the person signed in there. */
  readonly idToken: string | undefined
}

export interface OAuthSettings {
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
  /** A private key in PEM, with which the client proves who it is instead of a secret. */
  readonly privateKey: string | undefined
  readonly keyAlgorithm: string
  readonly grant: Grant
  /** Of the grant `jwt-bearer`. */
  readonly login: CompanyLogin
  readonly scope: string | undefined
  /** The authorization server that the credentials belong to. */
  readonly issuer: string | undefined
  /** The port of the page that the browser comes back to; 0: any. */
  readonly redirectPort: number
}

const PREFIX = 'SENSE_MCP_'

export function oauthSettingsOf(environment: Environment, serverName: string): OAuthSettings {
  const read = (what: string): string | undefined => environment[variableName(serverName, what)] || undefined
  const clientId = read('CLIENT_ID')
  const clientSecret = read('CLIENT_SECRET')
  const privateKey = read('PRIVATE_KEY')
  const login = {
    tokenUrl: read('IDP_TOKEN_URL'),
    clientId: read('IDP_CLIENT_ID'),
    clientSecret: read('IDP_CLIENT_SECRET'),
    idToken: read('ID_TOKEN'),
  }
  return {
    clientId,
    clientSecret,
    privateKey,
    keyAlgorithm: read('KEY_ALGORITHM') ?? 'RS256',
    grant: read('GRANT') === 'authorization_code' ? 'authorization_code' : grantOf(),
    login,
    scope: read('SCOPE'),
    issuer: read('ISSUER'),
    redirectPort: portIn(read('REDIRECT_PORT')),
  }

  function grantOf(): Grant {
    if (login.tokenUrl !== undefined || login.idToken !== undefined) return 'jwt-bearer'
    const hasCredentials = clientId !== undefined && (clientSecret !== undefined || privateKey !== undefined)
    return hasCredentials ? 'client_credentials' : 'authorization_code'
  }
}

/** `SENSE_MCP_MY_SHOP_CLIENT_ID` for a server called `my-shop`. */
export function variableName(serverName: string, what: string): string {
  return `${PREFIX}${serverName.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_${what}`
}

function portIn(text: string | undefined): number {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0
  return port < 65_536 ? port : 0
}
