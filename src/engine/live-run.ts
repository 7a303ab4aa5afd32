/** Makes the object that one run of a program needs, with nothing shared between two runs. */

import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import type { BuiltinSignature } from '../language/builtins.ts'
import type { BuiltinsTable } from '../runtime/api.ts'
import { builtinDefinitions } from '../runtime/builtins/builtins.ts'
import { BuiltinValue } from '../runtime/execution/builtin.ts'
import { CodeTable } from '../runtime/execution/code-table.ts'
import { Driver } from '../runtime/execution/driver.ts'
import type { ErrorTables } from '../runtime/execution/locate-error.ts'
import type { AuditEntry, DryRun, Gate } from '../runtime/execution/gate.ts'
import type { OutsideCall } from '../runtime/execution/outside-call.ts'
import { outsideCallOf } from '../runtime/execution/outside-call.ts'
import type { Run, RunPorts } from '../runtime/execution/run.ts'
import { ModuleTable } from '../runtime/execution/module-table.ts'
import { Scope } from '../runtime/execution/scope.ts'
import { SiteTable } from '../runtime/execution/site-table.ts'
import { TestLog } from '../runtime/execution/test-log.ts'
import { Hosts } from '../runtime/host/hosts.ts'
import { Interrupted } from '../runtime/ports/interrupter.ts'
import type { Model } from '../runtime/models/model.ts'
import type { ChosenModel } from '../runtime/models/model-choice.ts'
import { servedEntriesMax } from '../runtime/safety/audit-log.ts'
import { createGate } from '../runtime/safety/gate.ts'
import type { LockChoice } from '../runtime/servers/lock/locked-tool-servers.ts'
import { lockedToolServers } from '../runtime/servers/lock/locked-tool-servers.ts'
import { activityForCallers } from '../runtime/serving/caller-activity.ts'
import type { HostPolicy } from '../runtime/safety/host-policy.ts'
import type { Value } from '../runtime/values/value.ts'
import type { HostName } from './host-names.ts'
import { signaturesWith } from './host-names.ts'
import { withoutSecrets } from './without-secrets.ts'

/** A run, with the parts of it that only the engine touches. */
export interface LiveRun {
  readonly run: Run
  readonly hosts: Hosts
  readonly driver: Driver
  readonly code: CodeTable
  readonly signatures: readonly BuiltinSignature[]
  readonly builtins: BuiltinsTable
  /** The parent of every module's scope. */
  readonly outermostScope: Scope
  /** Ends the run as Ctrl-C does: effects in flight are aborted, and no code of the program runs any more. */
  cancel(reason?: Error): void
  /** Ends what runs now in the same way, but what is started later runs. */
  interrupt(reason: Error): void
}

export interface LiveRunSettings {
  readonly ports: RunPorts
  readonly onWarning: (warning: Diagnostic) => void
  readonly dryRun?: DryRun
  /** Which `test` blocks are run, by their names; without it all. */
  readonly isTestWanted?: (title: string) => boolean
  readonly programArgs?: readonly string[]
  readonly hostNames?: readonly HostName[]
  readonly hostPolicy?: HostPolicy
  readonly onAuditEntry?: (entry: AuditEntry) => void
  readonly delegation?: Model | ChosenModel
  /** What servers are compared with before the program gets them; without it nothing is. */
  readonly lock?: LockChoice
  /** Whether calls come from outside, which are told what they begin; then the audit log keeps the newest entries. */
  readonly isServed?: boolean
}

/** How often to look whether JavaScript may still call back, while the program waits for nothing else. */
const callBackLookMs = 50

export function createLiveRun(settings: LiveRunSettings): LiveRun {
  const { onWarning, dryRun, isTestWanted, programArgs = [], hostNames = [], delegation, isServed } = settings
  const ports = portsWithLock(settings)
  const sites = new SiteTable()
  const code = new CodeTable()
  let aborter = new AbortController()
  const outermostScope = new Scope(undefined)
  outermostScope.delegation = delegation
  const driver = driverOf(ports, { sites, code }, () => hosts.javaScript.mayCallBack())
  const callOf = (): OutsideCall | undefined => outsideCallOf(driver.current)
  const run: Run = {
    ...ports,
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(isServed === true ? { activity: activityForCallers(ports.activity, callOf) } : {}),
    sites,
    get signal() {
      return callOf()?.signal ?? aborter.signal
    },
    get callers() {
      return driver.callers
    },
    gate: gateOf(settings, sites, driver),
    fibers: driver,
    modules: new ModuleTable(driver),
    programArgs: [...programArgs],
    tests: new TestLog(isTestWanted),
    locate: (error) => driver.locate(error),
    warn(problem, site) {
      const place = sites.placeOf(site)
      onWarning(withoutSecrets({ ...problem, ...(place === undefined ? {} : { place }) }, ports.secrets))
    },
  }
  const hosts = new Hosts(run, (error) => {
    aborter.abort()
    aborter = new AbortController()
    driver.fail(driver.locate(error) ?? error)
  })
  return {
    run,
    hosts,
    driver,
    code,
    signatures: signaturesWith(hostNames),
    builtins: builtinsTable(hostNames.map(({ name, valueIn }) => [name, valueIn(run, outermostScope)])),
    outermostScope,
    cancel(reason = new Interrupted()) {
      aborter.abort()
      driver.abort(reason)
    },
    interrupt(reason) {
      aborter.abort()
      aborter = new AbortController()
      driver.interrupt(reason)
    },
  }
}

function portsWithLock({ ports, lock }: LiveRunSettings): RunPorts {
  return lock === undefined ? ports : { ...ports, toolServers: lockedToolServers(ports.toolServers, lock, ports) }
}

function gateOf(settings: LiveRunSettings, sites: SiteTable, driver: Driver): Gate {
  const { ports, hostPolicy, onAuditEntry, isServed = false } = settings
  return createGate({
    sites,
    clock: ports.clock,
    secrets: ports.secrets,
    hostPolicy,
    entriesMax: isServed ? servedEntriesMax : undefined,
    onEntry: onAuditEntry,
    get callers() {
      return driver.callerChain
    },
  })
}

function driverOf(ports: RunPorts, tables: ErrorTables, mayJavaScriptCallBack: () => boolean): Driver {
  return new Driver({
    interrupter: ports.interrupter,
    tables,
    mayBeCalledBack: (lookAgain) => {
      if (!mayJavaScriptCallBack()) return false
      setTimeout(lookAgain, callBackLookMs)
      return true
    },
    beforeWaiting: () => {
      ports.console.flush()
    },
    afterOutside: (goOn) => {
      setImmediate(goOn)
    },
  })
}

/** Without a prototype, so that no name can reach anything but a builtin. */
function builtinsTable(hostValues: readonly (readonly [name: string, value: Value])[]): BuiltinsTable {
  const table = emptyTable()
  for (const definition of builtinDefinitions) table[definition.name] = new BuiltinValue(definition)
  for (const [name, value] of hostValues) table[name] = value
  return table
}

/** `Object.create` has no useful type. */
const emptyTable = (): BuiltinsTable => Object.create(null) as BuiltinsTable
