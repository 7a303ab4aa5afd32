/**
 * `random.int`, `float`, `choice` and `shuffle`, from the 32 bits at a time that the port gives.
 *
 * A number below some limit is drawn by drawing as many bits as the limit has, again and again until the number is below
 * it: every other way, such as a remainder, makes some numbers likelier than others. Fewer than two draws are needed on average.
 */

import type { RandomPort } from '../ports/random.ts'
import { Float } from '../values/float.ts'
import { bitLengthOf, limitedInt } from '../values/int.ts'
import { textForm } from '../values/text-form.ts'
import type { Value } from '../values/value.ts'
import { arrayArgument, intArgument, wrongArgument, type ModuleCall } from './module-call.ts'

const digitsShownMax = 40

export function int(call: ModuleCall): Value {
  const least = intArgument(call, 0)
  const greatest = intArgument(call, 1)
  if (greatest < least) throw wrongArgument(call, 1, `an Int of at least \`a\` (${shown(least)})`, shown(greatest))
  const count = BigInt(greatest) - BigInt(least) + 1n
  const { random } = call.context.run
  const above = count <= 2n ** 32n ? BigInt(numberBelow(Number(count), random)) : bigNumberBelow(count, random)
  return limitedInt(BigInt(least) + above, call.context.site)
}

/** One of the 2^53 doubles with equal distances from 0 on. */
export function float({ context }: ModuleCall): Value {
  const { random } = context.run
  const high = random.bits32() >>> 5
  const low = random.bits32() >>> 6
  return new Float((high * 2 ** 26 + low) / 2 ** 53)
}

export function choice(call: ModuleCall): Value {
  const elements = arrayArgument(call, 0)
  if (elements.length === 0) throw wrongArgument(call, 0, 'an Array with at least one element', 'an empty one')
  return elements[numberBelow(elements.length, call.context.run.random)] ?? null
}

/** From the end on, each place gets one of the elements that no later place has got. */
export function shuffle(call: ModuleCall): Value {
  const elements = [...arrayArgument(call, 0)]
  for (let left = elements.length; left > 1; left -= 1) {
    const place = numberBelow(left, call.context.run.random)
    const moved = elements[left - 1] ?? null
    elements[left - 1] = elements[place] ?? null
    elements[place] = moved
  }
  return elements
}

/** A whole number from 0 to before `count`, which is at most 2^32. */
function numberBelow(count: number, random: RandomPort): number {
  const unusedBits = Math.clz32(count - 1)
  if (count === 1) return 0
  for (;;) {
    const number = random.bits32() >>> unusedBits
    if (number < count) return number
  }
}

function bigNumberBelow(count: bigint, random: RandomPort): bigint {
  const bits = bitLengthOf(count - 1n)
  const words = Math.ceil(bits / 32)
  for (;;) {
    // Through a text, because adding word by word would copy a long number once for each.
    const digits = Array.from({ length: words }, () => random.bits32().toString(16).padStart(8, '0'))
    const number = BigInt(`0x${digits.join('')}`) >> BigInt(words * 32 - bits)
    if (number < count) return number
  }
}

function shown(int: number | bigint): string {
  const digits = textForm(int)
  return digits.length > digitsShownMax ? `${digits.slice(0, digitsShownMax)}…` : digits
}
