/**
 * Signing in through a company, whose identity provider decides which servers its people may use (enterprise-managed
 * authorization):
 *
 *   ID token of a person ──> identity provider ──> grant for one server ──> its authorization server ──> tokens
 *
 * The first step is here, the others are the library's. Nobody is asked: the person has signed in at the company before.
 */

import type * as Client from '@modelcontextprotocol/client'
import { networkText } from '../http/http-refusal.ts'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import type { CompanyLogin } from './oauth-settings.ts'
import { variableName } from './oauth-settings.ts'

/** What the grant is for, as far as the MCP server has told. */
export interface GrantTarget {
  /** The issuer that the grant is presented to. */
  readonly authorizationServer: string | undefined
  /** The MCP server. */
  readonly resource: string | undefined
  readonly scope: string | undefined
}

interface GrantParts {
  readonly library: Pick<typeof Client, 'requestJwtAuthorizationGrant'>
  readonly serverName: string
  /** The identity provider may be on a private network: the environment names it, not the server. */
  readonly fetchFor: (provider: URL) => GuardedFetch
}

/** The grant, a JWT. Rejects with what is wrong, in words. */
export async function companyGrantOf(login: CompanyLogin, target: GrantTarget, parts: GrantParts): Promise<string> {
  const { library, serverName, fetchFor } = parts
  const needed = (value: string | undefined, what: string): string => {
    if (value !== undefined) return value
    throw new Error(`the identity provider needs \`${variableName(serverName, what)}\`, which is not set`)
  }
  const tokenUrl = needed(login.tokenUrl, 'IDP_TOKEN_URL')
  const clientId = needed(login.clientId, 'IDP_CLIENT_ID')
  const idToken = needed(login.idToken, 'ID_TOKEN')
  if (!/^https?:\/\//i.test(tokenUrl) || !URL.canParse(tokenUrl))
    throw new Error(`\`${variableName(serverName, 'IDP_TOKEN_URL')}\` is no address`)
  const { authorizationServer, resource, scope } = target
  if (authorizationServer === undefined || resource === undefined)
    throw new Error('the server does not say which resource it is, which the identity provider has to know')
  const provider = new URL(tokenUrl)
  const given = await library
    .requestJwtAuthorizationGrant({
      tokenEndpoint: provider,
      audience: authorizationServer,
      resource,
      idToken,
      clientId,
      fetchFn: fetchFor(provider),
      ...(login.clientSecret === undefined ? {} : { clientSecret: login.clientSecret }),
      ...(scope === undefined ? {} : { scope }),
    })
    .catch((error: unknown) => networkText(error))
  if (typeof given !== 'string') return given.jwtAuthGrant
  // Not a refusal of the authorization server, for which kept tokens would be thrown away.
  throw new Error(`the identity provider ${provider.host} gives no grant: ${given}`)
}
