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

  it('leaves no name behind that a program could meet', () => {
    const before = Object.getOwnPropertyNames(globalThis)
    door.enter(() => undefined)
    expect(Object.getOwnPropertyNames(globalThis)).toEqual(before)
  })
})

it('enters each of two programs that take turns', () => {
  const doors = [createCtrlCInterrupter(unbroken), createCtrlCInterrupter(unbroken)]
  const enterBoth = () => doors.map((door, index) => door.enter(() => index))
  expect([enterBoth(), enterBoth()]).toEqual([
    [0, 1],
    [0, 1],
  ])
})
