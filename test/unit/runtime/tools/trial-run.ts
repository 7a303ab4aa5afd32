/**
 * A run without an engine: the real gate and the real driver, ports made by hand, and a source text of twenty lines in
 * which site N stands for line N.
 */

import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import type { Problem } from '../../../../src/compiler/diagnostics/diagnostic.ts'
import { callValue } from '../../../../src/runtime/execution/call.ts'
import type { CallContext, Labels } from '../../../../src/runtime/execution/callable.ts'
import { noLabels } from '../../../../src/runtime/execution/callable.ts'
import { BuiltinValue } from '../../../../src/runtime/execution/builtin.ts'
import type { BuiltinDefinition } from '../../../../src/runtime/execution/builtin.ts'
import { CodeTable } from '../../../../src/runtime/execution/code-table.ts'
import { ModuleTable } from '../../../../src/runtime/execution/module-table.ts'
import { TestLog } from '../../../../src/runtime/execution/test-log.ts'
import { Driver } from '../../../../src/runtime/execution/driver.ts'
import type { Run } from '../../../../src/runtime/execution/run.ts'
import { Scope } from '../../../../src/runtime/execution/scope.ts'
import { SiteTable } from '../../../../src/runtime/execution/site-table.ts'
import { Frame, complete } from '../../../../src/runtime/execution/suspension.ts'
import type { Steps, Suspension } from '../../../../src/runtime/execution/suspension.ts'
import type { ModelProvidersPort } from '../../../../src/runtime/ports/model-providers.ts'
import type { ToolServersPort } from '../../../../src/runtime/ports/tool-servers.ts'
import { createGate } from '../../../../src/runtime/safety/gate.ts'
import { addRule } from '../../../../src/runtime/safety/policy.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createModelProviders } from '../../../../src/adapters/providers/model-providers.ts'
import { noFiles } from '../../../support/no-files.ts'

export interface Trial {
  readonly run: Run
  readonly scope: Scope
  readonly warnings: Problem[]
  readonly aborter: AbortController
  /** The context of a call in line `line`. */
  readonly at: (line: number, scope?: Scope) => CallContext
  /** Calls a builtin in line `line` and drives it to its end. */
  readonly call: (line: number, builtin: BuiltinDefinition, args: readonly Value[], labels?: Labels) => Promise<Value>
  readonly drive: (steps: Steps) => Promise<Value>
  readonly deny: (line: number, capability: string, scope?: Scope) => void
}

export interface TrialPorts {
  readonly providers?: ModelProvidersPort
  readonly toolServers?: ToolServersPort
  readonly environment?: Readonly<Record<string, string>>
}

export function createTrial(ports: TrialPorts = {}): Trial {
  const sites = new SiteTable()
  const text = 'line\n'.repeat(20)
  const file = sourceFileOf('trial.sns', text)
  sites.add(
    file,
    [0, ...file.lineStarts].map((offset) => ({ offsetStart: offset, offsetEnd: offset + 1 })),
  )
  const driver = new Driver({
    interrupter: { enter: (tick) => tick() },
    tables: { sites, code: new CodeTable() },
    beforeWaiting: () => undefined,
    afterOutside: (goOn) => void setImmediate(goOn),
  })
  const scope = new Scope(undefined)
  const warnings: Problem[] = []
  const aborter = new AbortController()
  const run = runOf(ports, sites, driver, warnings, aborter.signal)
  const at = (line: number, from: Scope = scope): CallContext => ({ run, scope: from, site: line })
  const drive = (steps: Steps): Promise<Value> => driver.runMain(new Frame(steps, '', 1))
  return {
    run,
    scope,
    warnings,
    aborter,
    at,
    drive,
    call: (line, builtin, args, labels = noLabels) =>
      drive(callSteps(() => callValue(at(line), new BuiltinValue(builtin), args, labels))),
    deny: (line, capability, from = scope) => {
      addRule(from, { effect: 'deny', capability, site: line })
    },
  }
}

function runOf(ports: TrialPorts, sites: SiteTable, driver: Driver, warnings: Problem[], signal: AbortSignal): Run {
  const unused = (): never => {
    throw new Error('a port was used that this test does not have')
  }
  const clock = { now: () => 1_000, setAlarm: unused }
  const environment = { get: (name: string) => ports.environment?.[name] }
  return {
    console: { write: unused, writeReport: unused, flush: () => undefined, readLine: unused },
    clock,
    environment,
    secrets: { add: unused, replacedIn: (text) => text },
    interrupter: { enter: (tick) => tick() },
    providers: ports.providers ?? createModelProviders(environment),
    random: { bits32: unused },
    files: noFiles(unused),
    toolServers: ports.toolServers ?? { connect: unused, closeAll: unused },
    sources: { resolve: unused, shownAs: unused, read: unused },
    stores: { open: unused, folderOf: unused, join: unused, closeAll: unused },
    python: { prepare: unused, start: unused, closeAll: unused },
    javaScript: { load: unused, inspect: unused, isSomethingPending: unused },
    fibers: driver,
    modules: new ModuleTable(driver),
    programArgs: [],
    tests: new TestLog(),
    locate: (error) => driver.locate(error),
    gate: createGate({
      sites,
      clock,
      get callers() {
        return driver.callerChain
      },
    }),
    sites,
    signal,
    get callers() {
      return driver.callers
    },
    warn: (problem) => {
      warnings.push(problem)
    },
  }
}

function* callSteps(call: () => Value | Suspension): Steps {
  return yield* complete(call())
}
