/**
 * The one way out to servers over HTTP: it decides who may be asked, and who gets the program's headers.
 *
 * The program names one server. All other addresses come from that server: where a redirect leads, where tokens are given.
 * They never get the headers of the program, and must be on the public network and use https, unless the program's own
 * server is on this machine or a private network itself. Redirects are left to the caller. Settings for proxies are not
 * followed.
 */

import { patientOptions } from '../../node/patient-dispatcher.ts'
import { isPrivateHost } from '../../node/private-address.ts'
import { PRIVATE_ADDRESS_CODE, publicOptions } from '../../node/public-dispatcher.ts'

export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export type HeaderList = readonly (readonly [name: string, value: string])[]

/** An address that somebody else named and that is not asked. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** `headers` go to the server of `endpoint` only. */
export function createGuardedFetch(endpoint: URL, headers: HeaderList): GuardedFetch {
  const patient = patientOptions()
  const isPrivate = isPrivateHost(endpoint.hostname)
  const foreign = isPrivate ? patient : publicOptions()
  return async (url, init = {}) => {
    const target = new URL(url)
    if (isOfServer(endpoint, target)) {
      return await fetch(target, {
        ...init,
        ...patient,
        headers: withHeaders(init.headers, headers),
        redirect: 'manual',
      })
    }
    refuseDoubtful(target, isPrivate)
    try {
      return await fetch(target, { ...init, ...foreign, redirect: 'manual' })
    } catch (error) {
      throw isPrivateFailure(error) ? refused(target, 'it leads to a private network') : error
    }
  }
}

/** Same scheme, host and port, or the https form of the same host where both have their usual port. */
function isOfServer(endpoint: URL, target: URL): boolean {
  if (target.origin === endpoint.origin) return true
  const isUpgrade = endpoint.protocol === 'http:' && target.protocol === 'https:'
  return isUpgrade && endpoint.hostname === target.hostname && endpoint.port === '' && target.port === ''
}

/** What the library sets itself goes before: a program cannot change the protocol's own headers. */
function withHeaders(given: RequestInit['headers'], own: HeaderList): Headers {
  const headers = new Headers(given)
  for (const [name, value] of own) if (!headers.has(name)) headers.set(name, value)
  return headers
}

function refuseDoubtful(target: URL, isOwnPrivate: boolean): void {
  const isPrivate = isPrivateHost(target.hostname)
  if (isPrivate && !isOwnPrivate) throw refused(target, 'it is on this machine or a private network')
  if (target.protocol !== 'https:' && !(target.protocol === 'http:' && isPrivate)) {
    throw refused(target, 'it does not use https')
  }
}

function refused(target: URL, why: string): AddressRefused {
  return new AddressRefused(`the server sends us to ${target.origin}, which is not asked: ${why}`)
}

function isPrivateFailure(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === PRIVATE_ADDRESS_CODE
}
