/** What a provider wants its user to know beside an answer, as warnings; each is told once for each model. */

import { answerCutShort, modelWarning, toolLeftOut } from '../../compiler/diagnostics/catalogue/models.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import type { CallContext } from '../execution/callable.ts'
import type { ModelNote, ModelReply } from '../ports/model-providers.ts'
import { oneLine } from '../safety/one-line.ts'
import { quotedName } from '../tools/quoted-name.ts'
import type { Model } from './model.ts'

/** The longest note that is shown whole. */
const noteLengthMax = 300

export function warnOfNotes({ run, site }: CallContext, model: Model, { notes = [] }: ModelReply): void {
  const { told } = model.backend
  for (const note of notes) {
    const problem = problemOf(quotedName(model.name), note)
    // A cut answer is news each time.
    if (note.kind !== 'cut-short') {
      if (told.has(problem.headline)) continue
      told.add(problem.headline)
    }
    run.warn(problem, site)
  }
}

function problemOf(name: string, { kind, subject = '', text }: ModelNote): Problem {
  const shown = oneLine(text, noteLengthMax)
  switch (kind) {
    case 'provider-warning':
      return modelWarning(name, shown)
    case 'tool-left-out':
      return toolLeftOut(name, quotedName(subject), shown)
    case 'cut-short':
      return answerCutShort(name, shown)
  }
}
