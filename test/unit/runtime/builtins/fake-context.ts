/** A place to call builtins from, with a console that keeps what is printed and answers from a list. */

import type { CallContext } from '../../../../src/runtime/execution/callable.ts'
import { FailureLog } from '../../../../src/runtime/execution/failure-log.ts'
import type { Fibers } from '../../../../src/runtime/execution/fiber.ts'
import type { Run } from '../../../../src/runtime/execution/run.ts'
import { ModuleTable } from '../../../../src/runtime/execution/module-table.ts'
import { TestLog } from '../../../../src/runtime/execution/test-log.ts'
import { Scope } from '../../../../src/runtime/execution/scope.ts'
import { SiteTable } from '../../../../src/runtime/execution/site-table.ts'
import type { ConsolePort } from '../../../../src/runtime/ports/console.ts'
import { noFiles } from '../../../support/no-files.ts'
import { createSeededRandom } from '../../../support/seeded-random.ts'

export interface FakeContext extends CallContext {
  readonly printed: string[]
}

export function fakeContext(readLine: ConsolePort['readLine'] = () => Promise.resolve(null)): FakeContext {
  const printed: string[] = []
  const unused = (): never => {
    throw new Error('a builtin used a port that it should not need')
  }
  const fibers: Fibers = {
    current: undefined,
    failures: new FailureLog(),
    spawn: unused,
    spawnNested: unused,
    nest: unused,
    release: unused,
    end: unused,
    letOthersGoOn: () => undefined,
    holdOutside: unused,
    callBack: unused,
  }
  const run: Run = {
    console: { write: (text) => void printed.push(text), writeReport: unused, flush: () => undefined, readLine },
    clock: { now: unused, setAlarm: unused },
    environment: { get: unused },
    secrets: { add: unused, replacedIn: (text) => text },
    interrupter: { enter: unused },
    providers: { open: unused },
    random: createSeededRandom(1),
    files: noFiles(unused),
    toolServers: { connect: unused, closeAll: unused },
    sources: { resolve: unused, shownAs: unused, read: unused },
    stores: { open: unused, folderOf: unused, join: unused, closeAll: unused },
    python: { prepare: unused, start: unused, closeAll: unused },
    javaScript: { load: unused, inspect: unused, isSomethingPending: unused },
    gate: { decide: unused, record: unused, auditLines: () => ["[line 1] tool 't' -> called"], auditEntries: unused },
    sites: new SiteTable(),
    signal: new AbortController().signal,
    callers: [],
    fibers,
    modules: new ModuleTable(fibers),
    tests: new TestLog(),
    programArgs: ['one', 'two'],
    locate: unused,
    warn: unused,
  }
  return { run, scope: new Scope(undefined), site: 7, printed }
}
