import { describe, expect, it } from 'vitest'
import { createCtrlCInterrupter, plainInterrupter } from '../../../../src/adapters/node/interrupter.ts'

const unbroken = (): void => {
  throw new Error('nothing was interrupted')
}

describe.each([
  ['the plain door', plainInterrupter],
  ['the door that Ctrl-C breaks open', createCtrlCInterrupter(unbroken)],
])('%s', (_name, door) => {
  it('gives back what the tick gives, undefined too', () => {
    expect(door.enter(() => 42)).toBe(42)
    expect(door.enter((): unknown => undefined)).toBeUndefined()
  })

  it('lets errors through as they are', () => {
    const error = new RangeError('mine')
    expect(() =>
      door.enter(() => {
        throw error
      }),
    ).toThrow(error)
  })

  it('can be entered from inside', () => {
    expect(door.enter(() => door.enter(() => 'inner') + ' and outer')).toBe('inner and outer')
  })

  it('leaves no global behind', () => {
    const before = Reflect.ownKeys(globalThis)
    door.enter(() => undefined)
    expect(Reflect.ownKeys(globalThis)).toEqual(before)
  })
})
