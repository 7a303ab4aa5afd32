/**
 * What the environment says of signing in at one server: variables that begin with `SENSE_MCP_` and the connection's name.
 *
 * The name is part of the variable, so that a key never goes to another server than the one it was meant for.
 */

import type { Environment } from '../child-environment.ts'

export interface OAuthSettings {
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
  /** A private key in PEM, with which the client proves who it is instead of a secret. */
  readonly privateKey: string | undefined
  readonly keyAlgorithm: string
  /** Whether the program signs in for itself (`client_credentials`) instead of for a person. */
  readonly isForItself: boolean
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
  const hasCredentials = clientId !== undefined && (clientSecret !== undefined || privateKey !== undefined)
  return {
    clientId,
    clientSecret,
    privateKey,
    keyAlgorithm: read('KEY_ALGORITHM') ?? 'RS256',
    isForItself: hasCredentials && read('GRANT') !== 'authorization_code',
    scope: read('SCOPE'),
    issuer: read('ISSUER'),
    redirectPort: portIn(read('REDIRECT_PORT')),
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
