/** Runs one program with the product and with the oracle, and says whether they agree. */

import { parse } from '../../src/compiler/syntax/parse.ts'
import { positionAt } from '../../src/compiler/source/positions.ts'
import { sourceFileOf } from '../../src/compiler/source/source-file.ts'
import type { Diagnostic } from '../../src/compiler/diagnostics/diagnostic.ts'
import type { SourcesPort } from '../../src/runtime/ports/sources.ts'
import { interpret } from '../oracle/interpret.ts'
import { apply, handBack, later, runSource } from '../support/run-source.ts'

/** What a run came to, as text that can be compared. */
export interface Result {
  readonly output: string
  readonly ending: string
}

export type Comparison =
  | { readonly kind: 'same' | 'over-budget' | 'syntax'; readonly code?: undefined }
  | { readonly kind: 'different'; readonly expected: Result; readonly actual: Result }

// A program of the fuzzer takes a few milliseconds; half a minute of waiting can only be a hang.
const waitMsMax = 30_000

/** Where the files of a program seem to be. */
const folder = '/fuzz/'

/** The files of a program that is written as one text: a line `#### NAME` begins another file. */
export function filesOf(text: string): ReadonlyMap<string, string> {
  const [main = '', ...others] = text.split(/^#### /m)
  const named = others.map((other): [string, string] => {
    const end = other.indexOf('\n')
    return [other.slice(0, end), other.slice(end + 1)]
  })
  return new Map([['main.sns', main], ...named])
}

export async function compare(text: string): Promise<Comparison> {
  const oracle = interpret(filesOf(text))
  if (oracle === 'over-budget' || oracle === 'syntax') return { kind: oracle }
  const expected = resultOf(oracle.output, oracle.auditLines, oracle.errors.join(', ') || 'completed')
  const actual = await runProduct(text)
  const isSame = expected.output === actual.output && expected.ending === actual.ending
  return isSame ? { kind: 'same' } : { kind: 'different', expected, actual }
}

export async function runProduct(text: string): Promise<Result> {
  const files = filesOf(text)
  let wake: NodeJS.Timeout | undefined
  const tooLong = new Promise<'hang'>((resolve) => {
    wake = setTimeout(() => resolve('hang'), waitMsMax)
  })
  try {
    const running = runSource(files.get('main.sns') ?? '', {
      hostBuiltins: [later, handBack, apply],
      path: `${folder}main.sns`,
      ports: { sources: sourcesIn(files) },
    })
    const run = await Promise.race([running, tooLong])
    if (run === 'hang') return { output: '', ending: 'hang' }
    const errors = run.diagnostics.map(errorText).join(', ')
    return resultOf(run.output, run.auditLines, errors || run.ending)
  } catch (error) {
    return { output: '', ending: `internal: ${error instanceof Error ? error.message : String(error)}` }
  } finally {
    clearTimeout(wake)
  }
}

/** Whether the text parses, so that it is worth a run. */
export function isWellFormed(text: string): boolean {
  return [...filesOf(text)].every(([name, part]) => parse(sourceFileOf(name, part)).problems.length === 0)
}

/** The files of a program as if they lay in one folder. */
function sourcesIn(files: ReadonlyMap<string, string>): SourcesPort {
  return {
    resolve: (reference) => folder + reference.replace(/^\.\//, ''),
    shownAs: (path) => path.slice(folder.length),
    read: (path) => {
      const text = files.get(path.slice(folder.length))
      return text === undefined ? { kind: 'missing' } : { kind: 'text', text }
    },
  }
}

function errorText({ class: errorClass, code, place, detail }: Diagnostic): string {
  const line = place && positionAt(place.file.text, place.file.lineStarts, place.span.offsetStart).line
  // What is not an error of the program must not be taken for one.
  const isOurs = code === 'internal-fault' || code === 'cannot-wait-here'
  return `${errorClass} ${line ?? '-'}${isOurs ? ` [${code}] ${detail ?? ''}` : ''}`
}

/** The words of an error's headline are the product's own, so where they are printed they are left out. */
function resultOf(output: string, auditLines: readonly string[], ending: string): Result {
  const text = [output, ...auditLines].join('\n')
  const masked = text
    .replaceAll(/-> failed \(.*?\)(?=$| \(via )/gm, '-> failed (...)')
    .replaceAll(/(Sense\w+Error): .*/g, '$1: ...')
    .replaceAll(/error: .*/g, 'error: ...')
  return { output: masked, ending }
}
