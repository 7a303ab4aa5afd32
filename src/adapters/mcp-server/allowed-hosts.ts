/**
 * The names under which a server may be called over HTTP.
 *
 * A page in a browser can be made to call any address under a name of its own. So a request must name this machine, in `Host`
 * and, where a browser sends it, in `Origin`.
 */

import { hostname, networkInterfaces } from 'node:os'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** `host`: where it listens; with all addresses of this machine, all of them are names of it. */
export function allowedHosts(host: string): string[] {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return [...new Set([...loopbackHosts, ...(isEverywhere ? ownHosts() : [bracketed(host)])])]
}

export function isLoopback(host: string): boolean {
  return loopbackHosts.includes(bracketed(host)) || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** An address of IPv6 stands in brackets, wherever a port may follow. */
export function bracketed(host: string): string {
  return (host.includes(':') ? `[${host}]` : host).toLowerCase()
}

function ownHosts(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return [hostname().toLowerCase(), ...addresses.map(({ address }) => bracketed(address))]
}
