/** `receive`: takes the oldest message of the agent that the call belongs to, or waits for one (spec 02 §6). */

import { badTimeout } from '../../compiler/diagnostics/catalogue/agents.ts'
import type { CallContext } from '../execution/callable.ts'
import { readAfterOthers } from '../execution/polling.ts'
import type { Suspension } from '../execution/suspension.ts'
import { Wait } from '../execution/suspension.ts'
import { Float } from '../values/float.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { requireAgent } from './belonging.ts'
import type { Mailbox } from './mailbox.ts'

export function receive(context: CallContext, [timeout]: readonly Value[]): Value | Suspension {
  const { run, site } = context
  const { mailbox } = requireAgent(context, 'receive')
  const seconds = timeout === undefined ? Infinity : secondsOf(timeout, site)
  if (seconds === 0) return readAfterOthers(run, site, () => mailbox.take() ?? null)
  const message = mailbox.take()
  if (message !== undefined) return message
  return seconds === Infinity ? waitForMessage(mailbox, site) : waitWithTimeout(context, mailbox, seconds * 1000)
}

function secondsOf(timeout: Value, site: SiteId): number {
  const seconds = timeout instanceof Float ? timeout.double : timeout
  // Written so that NaN is refused as well.
  if ((typeof seconds === 'number' || typeof seconds === 'bigint') && seconds >= 0) return Number(seconds)
  throw new SenseError(badTimeout(describeTimeout(timeout)), site)
}

function describeTimeout(timeout: Value): string {
  if (timeout instanceof Float) return Number.isNaN(timeout.double) ? 'nan' : 'a negative Float'
  return typeof timeout === 'number' || typeof timeout === 'bigint' ? 'a negative Int' : describeValue(timeout)
}

function waitForMessage(mailbox: Mailbox, site: SiteId): Suspension {
  return new Wait(
    (wake) => {
      const receiver = (message: Value): void => {
        wake.resume(message)
      }
      mailbox.addReceiver(receiver)
      wake.cancel = () => {
        mailbox.removeReceiver(receiver)
      }
    },
    { site, forWhat: 'a message', on: () => undefined },
  )
}

/** The clock is outside the program, so this wait always ends. */
function waitWithTimeout({ run }: CallContext, mailbox: Mailbox, timeoutMs: number): Suspension {
  return new Wait((wake) => {
    const receiver = (message: Value): void => {
      takeAlarmBack()
      wake.resume(message)
    }
    const takeAlarmBack = run.clock.setAlarm(timeoutMs, () => {
      mailbox.removeReceiver(receiver)
      wake.resume(null)
    })
    mailbox.addReceiver(receiver)
    wake.cancel = () => {
      takeAlarmBack()
      mailbox.removeReceiver(receiver)
    }
  })
}
