/** A patient way out for `fetch` that goes only to the public network. */

import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { PatientOptions } from './patient-dispatcher.ts'
import { dispatcherOptions, endlessPatience } from './patient-dispatcher.ts'
import { isPrivateAddress } from './private-address.ts'

/**
 * Options of `fetch` with which a name that stands for an address of this machine or of a private network leads nowhere.
 * Addresses are not looked up, so the caller checks those that stand in the URL itself.
 */
export function publicOptions(): PatientOptions {
  return dispatcherOptions({ ...endlessPatience, connect: { lookup: lookUpPublic } })
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
