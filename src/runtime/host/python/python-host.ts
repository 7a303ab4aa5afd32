/** Python for one run: its process is started by the first import, and anew by the first import after one has ended. */

import * as problems from '../../../compiler/diagnostics/catalogue/python.ts'
import type { Problem } from '../../../compiler/diagnostics/diagnostic.ts'
import type { ConsolePort } from '../../ports/console.ts'
import type { PythonPort, PythonProcess } from '../../ports/python.ts'
import { PythonStartFailure } from '../../ports/python.ts'
import { SenseError, type SiteId } from '../../values/sense-error.ts'
import type { Value } from '../../values/value.ts'
import { PythonLink } from './python-link.ts'
import { PythonObject } from './python-object.ts'

export interface PythonHostSettings {
  readonly python: PythonPort
  readonly console: ConsolePort
}

export class PythonHost {
  /** Whether calls suspend, which only code that was compiled for it can take. Set before the program runs. */
  callsSuspend = false
  readonly #settings: PythonHostSettings
  #link: PythonLink | undefined

  constructor(settings: PythonHostSettings) {
    this.#settings = settings
  }

  /** The module `name`, for a file that lies in `folder`. */
  importModule(name: string, folder: string, site: SiteId): Value {
    if (this.#link?.isEnded !== false) this.#link = this.#newLink(site)
    return this.#link.importModule(folder, name, site)
  }

  importName(module: PythonObject, moduleName: string, name: string, site: SiteId): Value {
    return module.link.importName(module, moduleName, name, site)
  }

  #newLink(site: SiteId): PythonLink {
    const { console } = this.#settings
    return new PythonLink({
      process: this.#start(site),
      flush: () => {
        console.flush()
      },
      referenceOf: (value) => (value instanceof PythonObject ? value : undefined),
      wrap: (link, number, isFunction) =>
        new PythonObject({ link, number, isFunction, callsSuspend: this.callsSuspend }),
    })
  }

  #start(site: SiteId): PythonProcess {
    try {
      return this.#settings.python.start()
    } catch (error) {
      throw error instanceof PythonStartFailure ? new SenseError(problemOf(error), site) : error
    }
  }
}

function problemOf({ kind, subject, isChosen, detail }: PythonStartFailure): Problem {
  switch (kind) {
    case 'missing':
      return problems.pythonMissing(subject, isChosen)
    case 'too-old':
      return problems.pythonTooOld(subject, detail)
    case 'not-startable':
    case 'not-python':
      return problems.pythonNotStarted(subject, detail)
    case 'no-answer':
      return problems.pythonNotStarted(subject, `it did not answer within ${detail} seconds`)
  }
}
