/**
 * Which addresses belong to this machine or to a network that is not the public one.
 *
 * What a server on the network names (where tokens are given, where a request should go instead) must not make us ask a
 * router, a service of the cloud that we run in, or a program on this machine.
 */

import { BlockList, isIP } from 'node:net'

/** Loopback, private and link-local networks, those for documentation and benchmarks, multicast and reserved ones. */
const privateAddresses = new BlockList()
const ranges4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const
const ranges6 = [
  ['::', 127],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const
for (const [network, prefix] of ranges4) privateAddresses.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of ranges6) privateAddresses.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address, in whatever notation, is not one of the public network. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  // An IPv4 address inside an IPv6 one is checked by the list itself.
  return privateAddresses.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** The same for the host of a URL, as `URL` gives it: an address, `[::1]`, or a name such as `localhost`. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isPrivateAddress(host) || host === 'localhost' || host.endsWith('.localhost')
}
