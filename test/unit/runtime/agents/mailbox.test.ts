import { expect, it } from 'vitest'
import { Mailbox } from '../../../../src/runtime/agents/mailbox.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'

it('keeps the order of sending, nil included', () => {
  const mailbox = new Mailbox()
  for (const message of [1, null, 'x']) mailbox.put(message, 'a', 0)
  expect([mailbox.take(), mailbox.take(), mailbox.take(), mailbox.take()]).toEqual([1, null, 'x', undefined])
})

it('hands a message to whoever has waited longest, and to nobody who was removed', () => {
  const mailbox = new Mailbox()
  const got: (readonly [string, Value])[] = []
  const receiver = (name: string) => (message: Value) => void got.push([name, message])
  const first = receiver('first')
  mailbox.addReceiver(first)
  mailbox.addReceiver(receiver('second'))
  mailbox.addReceiver(receiver('third'))
  mailbox.removeReceiver(first)
  for (const message of [1, 2, 3]) mailbox.put(message, 'a', 0)
  expect(got).toEqual([
    ['second', 1],
    ['third', 2],
  ])
  expect(mailbox.take()).toBe(3)
})
