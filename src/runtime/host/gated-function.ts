/**
 * Functions that reach outside the program.
 *
 * To the policy, the audit log and a dry run such a function is a declared tool with a capability: the policy is asked at
 * the place where the call is written, then come the arguments, and the call is on record before it has any effect.
 */

import { ensureHeadroom } from '../execution/headroom.ts'
import { checkCapability } from '../safety/policy.ts'
import { leavesOutTools, notExecuted } from '../safety/dry-run.ts'
import type { Value } from '../values/value.ts'
import type { ModuleCall } from './module-call.ts'
import type { ModuleFunction } from './sense-module.ts'

export interface GatedFunction extends Omit<ModuleFunction, 'implementation'> {
  readonly capability: string
  /** Checks the arguments, and gives the effect that they describe. */
  readonly prepare: (call: ModuleCall) => () => Value
}

/** The entry of a module's table; its doc ends with the capability. */
export function gatedFunction({ capability, prepare, doc, ...entry }: GatedFunction): ModuleFunction {
  return {
    ...entry,
    doc: `${doc} Needs the capability \`${capability}\`.`,
    implementation(call) {
      const { run, scope, site } = call.context
      const subject = { kind: 'tool', name: call.functionName } as const
      ensureHeadroom()
      checkCapability(call.context, subject, capability)
      const effect = prepare(call)
      const record = { subject, event: 'called', scope, site, capability } as const
      if (leavesOutTools(run)) {
        run.gate.record({ ...record, detail: notExecuted.declaredTool })
        return null
      }
      run.gate.record(record)
      run.console.flush()
      return effect()
    },
  }
}
