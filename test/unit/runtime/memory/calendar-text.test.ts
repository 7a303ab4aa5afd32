import { expect, it } from 'vitest'
import { calendarText } from '../../../../src/runtime/memory/calendar-text.ts'

const secondsOf = (...parts: [number, number, number, number, number, number]) => new Date(...parts).getTime() / 1000

it('writes local time as C does', () => {
  expect(calendarText(secondsOf(2026, 10, 30, 21, 54, 0))).toBe('Mon Nov 30 21:54:00 2026')
  expect(calendarText(secondsOf(2026, 11, 1, 4, 5, 6) + 0.999)).toBe('Tue Dec  1 04:05:06 2026')
})

it('goes down to the second before, also before 1970', () => {
  expect(calendarText(secondsOf(1969, 0, 9, 0, 0, 1) - 0.5)).toBe('Thu Jan  9 00:00:00 1969')
})

it('shows the number of a time that no calendar reaches', () => {
  expect(calendarText(1e300)).toBe('1e+300')
  expect(calendarText(-Infinity)).toBe('-Infinity')
})
