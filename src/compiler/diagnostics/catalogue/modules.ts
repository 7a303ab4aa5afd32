/** Errors of imports (spec 01 §7). */

import { problemKind } from '../problem-kind.ts'
import { visibleText } from '../visible-text.ts'
import { hintOf, listOfNames, nearNameHint } from './execution.ts'

/** `chain`: the files as shown, from the one that is imported again to the one that imports it. */
export const importCycle = problemKind('SenseImportError', 'import-cycle', (chain: readonly string[]) => {
  const [first = ''] = chain
  const shown = [...chain, first].map((path) => `\`${visibleText(path)}\``)
  return {
    headline: `importing \`${visibleText(first)}\` here goes round in a circle`,
    detail: `It has not run to its end yet: ${shown.join(' imports ')}.`,
    hint: 'move what both files need into a third one that imports neither',
  }
})

export const nameNotInModule = problemKind(
  'SenseRuntimeError',
  'name-not-in-module',
  (module: string, name: string, names: readonly string[]) => ({
    headline: `the module \`${module}\` has no \`${name}\``,
    ...hintOf(
      nearNameHint(name, names) ?? (names.length > 0 ? `it binds ${listOfNames(names.slice(0, 20))}` : undefined),
    ),
  }),
)
