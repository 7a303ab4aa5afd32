/** Test results as JUnit XML, the form that build servers read. */

import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts'
import { renderTerminal } from '../compiler/diagnostics/render-terminal.ts'

export interface TestedFile {
  readonly name: string
  readonly seconds: number
  readonly tests: readonly { readonly title: string; readonly failure: Diagnostic | undefined }[]
  /** Errors outside any test. */
  readonly errors: readonly Diagnostic[]
}

export function junitText(files: readonly TestedFile[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${files.map(suiteText).join('')}</testsuites>\n`
}

/** An error outside any test is a case of its own, since a suite cannot say otherwise what went wrong. */
function suiteText({ name, seconds, tests, errors }: TestedFile): string {
  const cases = [
    ...tests.map(({ title, failure }) => caseText(name, title, failure, 'failure')),
    ...errors.map((error) => caseText(name, '(outside any test)', error, 'error')),
  ]
  const failures = tests.filter(({ failure }) => failure !== undefined).length
  const attributes = attributesText({
    name,
    tests: cases.length,
    failures,
    errors: errors.length,
    time: seconds.toFixed(3),
  })
  return `  <testsuite ${attributes}>\n${cases.join('')}  </testsuite>\n`
}

function caseText(file: string, name: string, problem: Diagnostic | undefined, element: 'failure' | 'error'): string {
  const attributes = attributesText({ classname: file, name })
  if (problem === undefined) return `    <testcase ${attributes}/>\n`
  const details = attributesText({ type: problem.class, message: problem.headline })
  const text = escaped(renderTerminal(problem))
  return `    <testcase ${attributes}>\n      <${element} ${details}>${text}</${element}>\n    </testcase>\n`
}

function attributesText(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML has no way at all to write most control characters and lone surrogates. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
