/**
 * An object of Python as a value: whatever is done with it is done over there.
 *
 * A callable that was read as a member, or imported by name, is a Function to `type_of`; any other object is "Python", and
 * can be called all the same if Python can.
 */

import type { CallContext, Callable, Labels, MemberHolder } from '../../execution/callable.ts'
import type { Suspension } from '../../execution/suspension.ts'
import { noSite, type SiteId } from '../../values/sense-error.ts'
import { isArray, type Value } from '../../values/value.ts'
import { NextSequence } from '../next-sequence.ts'
import type { PythonLink, PythonReference } from './python-link.ts'

export interface ObjectFacts {
  readonly link: PythonLink
  readonly number: number
  readonly isFunction: boolean
  /** Whether a call lets the rest of the program go on until the answer is there. */
  readonly callsSuspend: boolean
}

export class PythonObject implements Callable, MemberHolder, PythonReference {
  readonly typeName: 'Python' | 'Function'
  /** Only Python knows them, and only it says when one is missing. */
  readonly memberNames: readonly string[] = []
  readonly link: PythonLink
  readonly number: number
  readonly #callsSuspend: boolean

  constructor({ link, number, isFunction, callsSuspend }: ObjectFacts) {
    this.typeName = isFunction ? 'Function' : 'Python'
    this.link = link
    this.number = number
    this.#callsSuspend = callsSuspend
  }

  textForm(site: SiteId = noSite): string {
    return this.link.textForm(this, site)
  }

  isEqualTo(other: Value, site: SiteId = noSite): boolean {
    return this.link.isEqual(this, other, site)
  }

  readMember(name: string, { site }: CallContext): Value {
    return this.link.readMember(this, name, site)
  }

  readIndex(index: Value, site: SiteId): Value {
    return this.link.readIndex(this, index, site)
  }

  writeIndex(index: Value, value: Value, site: SiteId): void {
    this.link.writeIndex(this, index, value, site)
  }

  sequence(site: SiteId): ArrayLike<Value> {
    const found = this.link.iterate(this, site)
    if (isArray(found)) return found
    if (found instanceof PythonObject) return new NextSequence(() => nextOf(this.link.next(found, site)))
    throw new Error('Python gives all elements, or what gives them one by one')
  }

  call({ site }: CallContext, args: readonly Value[], labels: Labels): Value | Suspension {
    if (this.#callsSuspend) return this.link.callLater(this, args, labels, site)
    return this.link.call(this, args, labels, site)
  }

  callAtOnce({ site }: CallContext, args: readonly Value[], labels: Labels): Value {
    return this.link.call(this, args, labels, site)
  }
}

/** The element in what `next` gave; undefined at the end. */
function nextOf(found: Value): Value | undefined {
  return isArray(found) ? found[0] : undefined
}
