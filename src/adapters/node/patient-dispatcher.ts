/**
 * A way out for `fetch` that waits as long as its caller does.
 *
 * Node's `fetch` gives up on a server that is silent for five minutes, whatever the caller's own limit is, and a model on
 * a slow machine may think longer. The limit is a setting of the dispatcher, whose class Node does not export; but it
 * keeps the one that all requests use in a global place, and another of the same class is made from it. Where there is
 * none, requests work as ever, and the five minutes stay. Can go once Node's `fetch` takes the limit itself.
 */

/** To be added to the options of `fetch`. */
export type PatientOptions = Pick<RequestInit, 'dispatcher'>

/** Settings of a dispatcher that never gives up. */
export const endlessPatience = { headersTimeout: 0, bodyTimeout: 0 }

/** Options whose connections are kept for the next request that has the same options. */
export function patientOptions(): PatientOptions {
  return dispatcherOptions(endlessPatience)
}

/** Options of `fetch` whose dispatcher has these settings. */
export function dispatcherOptions(settings: object): PatientOptions {
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
