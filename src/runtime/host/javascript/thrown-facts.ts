/** What can be said of something that JavaScript code threw: it may be anything, and looking at it may throw again. */

import type { ThrownFacts } from '../../../compiler/diagnostics/catalogue/javascript.ts'

/** What is said of a value that says nothing itself. */
const withoutText = 'a value without a text'

export function thrownFactsOf(thrown: unknown): ThrownFacts {
  return { ...ownFactsOf(thrown), cause: isObject(thrown) ? causeOf(thrown) : '' }
}

/** Whether it is one of ours. A proxy is asked for its prototype by that, and may throw. */
export function isInstance<Type>(thrown: unknown, type: abstract new (...given: never[]) => Type): thrown is Type {
  return valueOf(() => thrown instanceof type) === true
}

/** All but the cause. */
function ownFactsOf(thrown: unknown): Omit<ThrownFacts, 'cause'> {
  if (!isObject(thrown)) return { name: '', text: shownText(thrown), code: '' }
  const name = textOf(() => thrown['name'])
  const text = textOf(() => thrown['message'])
  const isErrorLike = name !== '' || text !== ''
  return {
    name: isErrorLike ? name : '',
    text: isErrorLike ? text : shownText(thrown),
    code: textOf(() => (typeof thrown['code'] === 'string' ? thrown['code'] : '')),
  }
}

/** What `String` gives, whatever that is; throws what its methods throw. */
export function plainText(value: unknown): string {
  return Reflect.apply(String, undefined, [value])
}

/** Of the first only: an error may be its own cause. */
function causeOf(thrown: Readonly<Record<string, unknown>>): string {
  const cause = valueOf(() => thrown['cause'])
  if (!isObject(cause)) return textOf(() => cause)
  const { name, text, code } = ownFactsOf(cause)
  return [name, text === '' ? code : text].filter((part) => part !== '').join(': ')
}

/** The text of what is no error: that of an object with nothing of its own to say would be of use to nobody. */
function shownText(thrown: unknown): string {
  const text = textOf(() => thrown)
  return text === '' || text === '[object Object]' ? withoutText : text
}

/** The text of what `read` gives; nothing where there is none. */
function textOf(read: () => unknown): string {
  try {
    const value = read()
    return value === undefined || value === null ? '' : plainText(value)
  } catch {
    return ''
  }
}

function valueOf(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
