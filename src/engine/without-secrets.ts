/** Problems as they leave a run: with the run's secrets replaced. */

import type { Diagnostic, Evidence } from '../compiler/diagnostics/diagnostic.ts'
import type { SecretsPort } from '../runtime/ports/secrets.ts'

/** The words of the diagnostic without secrets. Its place, and so the program's own text, stays as it is. */
export function withoutSecrets(diagnostic: Diagnostic, secrets: SecretsPort): Diagnostic {
  const { headline, label, detail, hint, evidence } = diagnostic
  const clean = (text: string): string => secrets.replacedIn(text)
  return {
    ...diagnostic,
    headline: clean(headline),
    ...(label === undefined ? {} : { label: clean(label) }),
    ...(detail === undefined ? {} : { detail: clean(detail) }),
    ...(hint === undefined ? {} : { hint: clean(hint) }),
    ...(evidence === undefined ? {} : { evidence: cleanEvidence(evidence, clean) }),
  }
}

function cleanEvidence({ facts, stderrLines }: Evidence, clean: (text: string) => string): Evidence {
  return { facts: facts.map(([name, value]) => [name, clean(value)]), stderrLines: stderrLines.map(clean) }
}
