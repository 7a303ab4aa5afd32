import { expect, it } from 'vitest'
import { Queue } from '../../../../src/runtime/execution/queue.ts'

it('gives what was put in, in the same order, however the two mix', () => {
  const queue = new Queue<number>()
  const model: number[] = []
  const taken: (number | undefined)[] = []
  const expected: (number | undefined)[] = []
  for (let step = 0; step < 20_000; step += 1) {
    // Grows, then shrinks, again and again.
    if (step % 5_000 < 3_000 || step % 3 === 0) {
      queue.push(step)
      model.push(step)
    } else {
      taken.push(queue.take())
      expected.push(model.shift())
    }
  }
  expect(taken).toEqual(expected)
  expect(queue.size).toBe(model.length)
})

it('has nothing left after clear', () => {
  const queue = new Queue<number>()
  queue.push(1)
  queue.clear()
  expect([queue.size, queue.take()]).toEqual([0, undefined])
})
