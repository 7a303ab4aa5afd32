import { expect, it, vi } from 'vitest'
import { nodeClock } from '../../../../src/adapters/node/clock.ts'

it('does not ring at once for a delay beyond what Node can count', async () => {
  let hasRung = false
  const cancel = nodeClock.setAlarm(2 ** 40, () => {
    hasRung = true
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  cancel()
  expect(hasRung).toBe(false)
})

it('takes an alarm back', async () => {
  let hasRung = false
  nodeClock.setAlarm(1, () => {
    hasRung = true
  })()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(hasRung).toBe(false)
})

it('rings after a hundred days, and not before', () => {
  vi.useFakeTimers()
  try {
    const dayMs = 24 * 60 * 60 * 1000
    let hasRung = false
    nodeClock.setAlarm(100 * dayMs, () => {
      hasRung = true
    })
    vi.advanceTimersByTime(100 * dayMs - 1)
    expect(hasRung).toBe(false)
    vi.advanceTimersByTime(1)
    expect(hasRung).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
