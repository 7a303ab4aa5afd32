/**
 * A way out for `fetch` that waits as long as its caller does, and goes only where it may.
 *
 * Node's `fetch` gives up on a server that is silent for five minutes, whatever the caller's own limit is, and a model on
 * a slow machine may think longer. The limit is a setting of the dispatcher, whose class Node does not export; but it
 * keeps the one that all requests use in a global place, and another of the same class is made from it. Where there is
 * none, requests work as ever, and the five minutes stay. Can go once Node's `fetch` takes the limit itself.
 */

import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/** To be added to the options of `fetch`. */
export type PatientOptions = Pick<RequestInit, 'dispatcher'>

/** Options whose connections are kept for the next request that has the same options. */
export function patientOptions(): PatientOptions {
  return optionsOf({ headersTimeout: 0, bodyTimeout: 0 })
}

/**
 * The same, but a name that stands for an address of this machine or of a private network leads nowhere. Addresses are not
 * looked up, so the caller checks those that stand in the URL itself.
 */
export function publicOptions(): PatientOptions {
  return optionsOf({ headersTimeout: 0, bodyTimeout: 0, connect: { lookup: lookUpPublic } })
}

/** What a name that leads to a private address fails with. */
export const PRIVATE_ADDRESS_CODE = 'EPRIVATE'

const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, options, (error, address, family) => {
    const addresses = typeof address === 'string' ? [address] : address.map((entry) => entry.address)
    if (error !== null || !addresses.some(isPrivateAddress)) done(error, address, family)
    else
      done(Object.assign(new Error('it leads to a private address'), { code: PRIVATE_ADDRESS_CODE }), address, family)
  })
}

function optionsOf(settings: object): PatientOptions {
  // Node makes it when its `fetch`, or a class that belongs to that, is first looked at.
  Reflect.get(globalThis, 'Response')
  const current: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))
  if (typeof current !== 'object' || current === null) return {}
  try {
    return { dispatcher: dispatcherOf(Reflect.construct(current.constructor, [settings])) }
  } catch {
    return {}
  }
}

/** It is of the class of the one that Node uses. */
const dispatcherOf = (made: unknown): NonNullable<PatientOptions['dispatcher']> =>
  made as NonNullable<PatientOptions['dispatcher']>
