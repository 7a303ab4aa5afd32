/**
 * Faults that are planted into the compiler to see whether the fuzzer finds them. A fault is a change of one text in one
 * source file, made while Node loads it; the file itself stays as it is.
 */

import { registerHooks } from 'node:module'

export interface Mutant {
  readonly name: string
  /** The file below `src/`. */
  readonly file: string
  readonly text: string
  readonly replacement: string
}

export const mutants: readonly Mutant[] = [
  {
    name: 'assignment to the wrong scope',
    file: 'compiler/analysis/scope-table.ts',
    text: 'const candidates = isOnlyOwn ? [own] : [...resolution.candidates, own]',
    replacement: 'const candidates = [own]',
  },
  {
    name: 'function bound later is not seen',
    file: 'compiler/analysis/analyze.ts',
    text: 'this.#postponed.push(() => {',
    replacement: ';((visit: () => void) => visit())(() => {',
  },
  {
    name: 'loop variable shared by all rounds',
    file: 'compiler/codegen/write-statement.ts',
    text: '${writeRuntimeScope(scope)}let ${variableOf(binding)}',
    replacement: '${writeRuntimeScope(scope)}var ${variableOf(binding)}',
  },
  {
    name: 'Int and Float compared as doubles',
    file: 'runtime/api.ts',
    text: '\n  isLess,\n',
    replacement:
      '\n  isLess: (a: Value, b: Value, site: SiteId) => isLess(typeof a === "bigint" ? new Float(Number(a)) : a, ' +
      'typeof b === "bigint" ? new Float(Number(b)) : b, site),\n',
  },
  {
    name: 'arguments evaluated from right to left',
    file: 'compiler/codegen/write-call.ts',
    text: "[${args.join(', ')}]${labels})",
    replacement: "[${[...args].reverse().join(', ')}].reverse()${labels})",
  },
  {
    name: 'name counts as bound too early',
    file: 'compiler/analysis/scope-table.ts',
    text: 'step = Math.min(step, current.body.declaredAt)',
    replacement: 'step = Math.min(step, Infinity)',
  },
]

/** Plants the fault into everything that is loaded from now on. Ask `isPlanted` after loading. */
export function plant({ file, text, replacement }: Mutant): { isPlanted: boolean } {
  const state = { isPlanted: false }
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/src/${file}`) || loaded.source === undefined) return loaded
      const source = textOf(loaded.source)
      state.isPlanted = source.includes(text)
      return { ...loaded, source: source.replace(text, () => replacement) }
    },
  })
  return state
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray | null): string {
  if (typeof source === 'string') return source
  return source === null ? '' : new TextDecoder().decode(source)
}
