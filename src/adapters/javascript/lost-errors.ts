/**
 * Errors of modules that nothing catches: a timer that throws, an emitter that nobody listens to, a promise that nobody awaits.
 *
 * Node would end the process. Where the process is ours, the run is ended instead, and told as an error of the program. An
 * error that comes from our own code is none of a module: whoever listened before gets it.
 */

import { packageFolder } from '../node/package-version.ts'
import type { LostError } from '../../runtime/ports/javascript.ts'

const events = ['uncaughtException', 'unhandledRejection'] as const

/** Calls `onLost` from now on. What it gives puts everything back as it was. */
export function catchLostErrors(onLost: (lost: LostError) => void): () => void {
  const takenOff = events.map((event) => {
    const others = process.rawListeners(event)
    const listener = (thrown: unknown): void => {
      const place = placeOf(thrown)
      if (place !== undefined && isOurs(place)) for (const other of others) asListener(other)(thrown)
      else onLost({ thrown, place: place ?? '' })
    }
    process.removeAllListeners(event).on(event, listener)
    return { event, listener, others }
  })
  return () => {
    for (const { event, listener, others } of takenOff) {
      process.off(event, listener)
      for (const other of others) process.on(event, asListener(other))
    }
  }
}

/** What was listening before; Node does not say with which type. */
const asListener = (listener: unknown): ((thrown: unknown) => void) => listener as (thrown: unknown) => void

/** The first place in the stack that is not in Node itself: `FILE:LINE:COLUMN`. */
function placeOf(thrown: unknown): string | undefined {
  const lines = stackOf(thrown).split('\n')
  const places = lines.map((line) => /^ {4}at (?:.*\()?(.+:\d+:\d+)\)?$/.exec(line)?.[1])
  return places.find((place) => place !== undefined && !place.startsWith('node:'))?.replace(/^file:\/\//, '')
}

/** Whoever threw it may have made anything of it. */
function stackOf(thrown: unknown): string {
  try {
    const stack: unknown = typeof thrown === 'object' && thrown !== null && 'stack' in thrown ? thrown.stack : ''
    return typeof stack === 'string' ? stack : ''
  } catch {
    return ''
  }
}

function isOurs(place: string): boolean {
  const folder = packageFolder()
  return ['src', 'dist'].some((part) => place.startsWith(`${folder}/${part}/`))
}
