/** Runs an example of `spec/`. */

import { positionAt } from '../../src/compiler/source/positions.ts'
import type { Diagnostic } from '../../src/compiler/diagnostics/diagnostic.ts'
import { runSource } from './run-source.ts'

/** Whether it starts a process of Python, so that it belongs with the tests that start processes. */
export function usesPython(program: string): boolean {
  return /^\s*(?:import|from) python /m.test(program)
}

/** What it prints; an error is one more line. */
export async function outputOf(program: string): Promise<string> {
  const { output, diagnostics } = await runSource(program)
  return output + diagnostics.map(reportLine).join('')
}

function reportLine({ class: errorClass, code, place }: Diagnostic): string {
  const line = place && positionAt(place.file.text, place.file.lineStarts, place.span.offsetStart).line
  return `${errorClass}[${code}] in line ${line ?? 'none'}\n`
}
