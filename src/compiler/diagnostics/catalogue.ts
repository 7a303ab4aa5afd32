/**
 * Every error code of Sense. The words live in `catalogue/`, one file per part of the language.
 */

import * as actions from './catalogue/actions.ts'
import * as agents from './catalogue/agents.ts'
import * as builtins from './catalogue/builtins.ts'
import * as execution from './catalogue/execution.ts'
import * as files from './catalogue/files.ts'
import * as host from './catalogue/host.ts'
import * as javascript from './catalogue/javascript.ts'
import * as library from './catalogue/library.ts'
import * as memory from './catalogue/memory.ts'
import * as models from './catalogue/models.ts'
import * as modules from './catalogue/modules.ts'
import * as ownFiles from './catalogue/own-files.ts'
import * as python from './catalogue/python.ts'
import * as safety from './catalogue/safety.ts'
import * as servers from './catalogue/servers.ts'
import * as serving from './catalogue/serving.ts'
import * as syntax from './catalogue/syntax.ts'
import * as tools from './catalogue/tools.ts'
import * as values from './catalogue/values.ts'
import * as warnings from './catalogue/warnings.ts'

const parts: readonly Readonly<Record<string, unknown>>[] = [
  agents,
  actions,
  builtins,
  execution,
  files,
  host,
  javascript,
  library,
  memory,
  models,
  modules,
  ownFiles,
  python,
  safety,
  servers,
  serving,
  syntax,
  tools,
  values,
  warnings,
]

/** The code of every entry, sorted. What else a part exports are words that several entries share. */
export const allCodes: readonly string[] = parts.flatMap((part) => Object.values(part).flatMap(codesOf)).sort()

function codesOf(entry: unknown): readonly string[] {
  if (typeof entry !== 'function' || !('code' in entry)) return []
  return typeof entry.code === 'string' ? [entry.code] : []
}
