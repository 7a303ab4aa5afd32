/** What stands behind `import HOST`: Python, JavaScript, and the modules of Sense itself. */

import { outwardCapabilities } from '../../language/capabilities.ts'
import { unknownSenseModule } from '../../compiler/diagnostics/catalogue/host.ts'
import { nameNotInModule } from '../../compiler/diagnostics/catalogue/modules.ts'
import type { CallContext } from '../execution/callable.ts'
import { ModuleValue } from '../execution/module-value.ts'
import type { Run } from '../execution/run.ts'
import type { Suspension } from '../execution/suspension.ts'
import { checkCapability } from '../safety/policy.ts'
import { SenseError, type SiteId } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { JavaScriptHost } from './javascript/javascript-host.ts'
import { JavaScriptObject } from './javascript/javascript-object.ts'
import { PythonHost } from './python/python-host.ts'
import { PythonObject } from './python/python-object.ts'
import { namesInRun } from './sense-module.ts'
import { senseModule, senseModuleNames } from './sense-modules.ts'

export class Hosts {
  readonly python: PythonHost
  readonly javaScript: JavaScriptHost
  readonly #run: Run

  /** `fail` ends what runs now. */
  constructor(run: Run, fail: (error: SenseError) => void) {
    this.#run = run
    this.python = new PythonHost(run)
    this.javaScript = new JavaScriptHost(run, fail)
  }

  /** The module `name` of `host`, for the file at `filePath`. Only a JavaScript module may have to wait. */
  importModule(context: CallContext, host: string, name: string, filePath: string | undefined): Value | Suspension {
    const { site } = context
    if (host === 'js') {
      checkCapability(context, { kind: 'js module', name }, outwardCapabilities.importJavaScript)
      return this.javaScript.importModule(context, name, filePath)
    }
    if (host === 'python') {
      checkCapability(context, { kind: 'python module', name }, outwardCapabilities.importPython)
      return this.python.importModule(name, this.#run.sources.resolve('.', filePath), site)
    }
    const module = senseModule(name)
    if (module === undefined) throw new SenseError(unknownSenseModule(name, senseModuleNames), site)
    return new ModuleValue(module.name, namesInRun(module, this.#run))
  }

  /** What `from MODULE import NAME` takes; `reference` is the module as it is written. */
  takeFrom(context: CallContext, module: Value, name: string, reference: string): Value {
    const { site } = context
    if (module instanceof PythonObject) return this.python.importName(module, reference, name, site)
    if (module instanceof JavaScriptObject) return this.javaScript.importName(context, module, reference, name)
    if (module instanceof ModuleValue) return nameIn(module, name, site)
    throw new Error('an import gives a module')
  }
}

function nameIn(module: ModuleValue, name: string, site: SiteId): Value {
  const value = module.readMember(name)
  if (value === undefined) throw new SenseError(nameNotInModule(module.name, name, module.memberNames), site)
  return value
}
