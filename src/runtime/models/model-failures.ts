/** Failures of providers as errors that name the model (spec 02 §1). */

import { modelFailed, modelNotReady, scriptFault } from '../../compiler/diagnostics/catalogue/models.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import type { ModelFailure } from '../ports/model-providers.ts'
import { oneLine } from '../safety/one-line.ts'
import { quotedName } from '../tools/quoted-name.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'

/** The longest message of a provider that a headline holds. */
const messageLengthMax = 500

/** The error that a program sees for a failure of a provider, at the site of the question. */
export function modelError(modelName: string, failure: ModelFailure, site: SiteId): SenseError {
  return new SenseError(problemOf(modelName, failure), site)
}

function problemOf(modelName: string, { kind, message, hint, facts }: ModelFailure): Problem {
  const name = quotedName(modelName)
  const text = oneLine(message, messageLengthMax)
  switch (kind) {
    case 'configuration':
      return modelNotReady(name, text, hint)
    case 'script':
      return scriptFault(name, text, hint)
    case 'request':
    case 'timeout':
    case 'cancelled':
      return modelFailed(name, text, hint, facts)
  }
}
