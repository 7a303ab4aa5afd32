import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nodeClock } from '../../../../src/adapters/node/clock.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const dayMs = 86_400_000

it.each([0, 5, 2 ** 31 - 1, 2 ** 31, 100 * dayMs])('an alarm in %d ms rings once, and not before', (delayMs) => {
  const ring = vi.fn()
  nodeClock.setAlarm(delayMs, ring)
  vi.advanceTimersByTime(Math.max(0, delayMs - 1))
  expect(ring).toHaveBeenCalledTimes(delayMs === 0 ? 1 : 0)
  vi.advanceTimersByTime(1)
  expect(ring).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(200 * dayMs)
  expect(ring).toHaveBeenCalledTimes(1)
})

it.each([5, 100 * dayMs])('an alarm in %d ms can be taken back', (delayMs) => {
  const ring = vi.fn()
  const takeBack = nodeClock.setAlarm(delayMs, ring)
  vi.advanceTimersByTime(delayMs / 2)
  takeBack()
  vi.advanceTimersByTime(200 * dayMs)
  expect(ring).not.toHaveBeenCalled()
})
