/**
 * What one run of a program needs, in one object that is passed first.
 *
 * There is no other state: two runs in one process share nothing but immutable code.
 */

import type { ActivityPort } from '../ports/activity.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { ConsolePort } from '../ports/console.ts'
import type { EnvironmentPort } from '../ports/environment.ts'
import type { FilesPort } from '../ports/files.ts'
import type { InterrupterPort } from '../ports/interrupter.ts'
import type { JavaScriptPort } from '../ports/javascript.ts'
import type { ModelProvidersPort } from '../ports/model-providers.ts'
import type { PythonPort } from '../ports/python.ts'
import type { RandomPort } from '../ports/random.ts'
import type { SecretsPort } from '../ports/secrets.ts'
import type { ToolServersPort } from '../ports/tool-servers.ts'
import type { SourcesPort } from '../ports/sources.ts'
import type { StoresPort } from '../ports/stores.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import type { SenseError, SiteId } from '../values/sense-error.ts'
import type { ArrayValue } from '../values/value.ts'
import type { Fibers } from './fiber.ts'
import type { DryRun, Gate } from './gate.ts'
import type { ModuleTable } from './module-table.ts'
import type { TestLog } from './test-log.ts'
import type { ScopeOwner } from './scope.ts'
import type { SiteTable } from './site-table.ts'

/** The ways out that a run has. */
export interface RunPorts {
  readonly console: ConsolePort
  readonly clock: ClockPort
  readonly environment: EnvironmentPort
  readonly files: FilesPort
  readonly interrupter: InterrupterPort
  readonly providers: ModelProvidersPort
  readonly random: RandomPort
  readonly secrets: SecretsPort
  readonly toolServers: ToolServersPort
  readonly sources: SourcesPort
  readonly stores: StoresPort
  readonly python: PythonPort
  readonly javaScript: JavaScriptPort
  /** Absent where nobody watches. */
  readonly activity?: ActivityPort
}

export interface Run extends RunPorts {
  readonly gate: Gate
  /** What is left out of this run; absent where all of it is real. */
  readonly dryRun?: DryRun
  readonly sites: SiteTable
  /** Aborted when the run is cancelled; every effect in flight is given it. */
  readonly signal: AbortSignal
  /** The bodies of tools, actions and agents that are running now, outermost first. */
  readonly callers: ScopeOwner[]
  /** What runs side by side in this run. */
  readonly fibers: Fibers
  readonly modules: ModuleTable
  /** The words that the program was given, one Array for the whole run. */
  readonly programArgs: ArrayValue
  readonly tests: TestLog
  /**
   * What a `catch` of generated code caught, located, if it is an error of the program; undefined for what ends the run
   * and must go on.
   */
  locate(error: unknown): SenseError | undefined
  /** Tells the user of something that does not stop the program; `problem.class` is `warning`. */
  warn(problem: Problem, site: SiteId): void
}
