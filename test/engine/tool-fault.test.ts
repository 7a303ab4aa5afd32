/** A mistake in a tool that a model calls goes to the model, and to the author as a warning. */

import { expect, it } from 'vitest'
import { runSource } from '../support/run-source.ts'

/** Runs a tool with this body, called by a model with these lines, and gives the warnings and what the model was told last. */
async function callTool(body: string, calls: string) {
  const run = await runSource(`policy: deny far.away
tool far() returns Int requires far.away "Is denied.": return 1
tool try_it(item: String) returns Int "Does something.":
    ${body}
model clerk = inference("mock", "clerk", script: ["""${calls}""", "{result}"])
set delegation = clerk
print(ask_with_tools("Try it.", [try_it]).value)
`)
  expect(run.diagnostics).toEqual([])
  const warnings = run.warnings.map(({ code, headline, place }) => ({
    code,
    headline,
    offset: place?.span.offsetStart,
  }))
  return { told: run.output, warnings }
}

const call = 'call try_it {"item": "tea"}'

it.each([
  ['a name', 'return pric(item)', '`pric` is not bound here or in any scope around it'],
  ['a type', 'return item - 1', '`-` needs two numbers, but got a String and an Int'],
  ['a member', 'return [1].size', 'an Array has no member `size`'],
  ['an index', 'return [1][7]', 'the index 7'],
  ['its result', 'return "a"', '`try_it` must return Int, but returned a String'],
  ['recursion', 'return try_it(item)', 'recursion'],
])('warns of %s', async (_what, body, reason) => {
  const { told, warnings } = await callTool(body, call)
  expect(told).toContain(reason)
  expect(warnings).toMatchObject([{ code: 'tool-failed' }])
  expect(warnings[0]?.headline).toMatch(/^the tool `try_it` failed when a model called it: /)
  expect(warnings[0]?.headline).toContain(reason)
  expect(warnings[0]?.offset).toBeGreaterThan(0)
})

it('warns once for each place, however often the model tries', async () => {
  const { warnings } = await callTool('return pric(item)', `${call}\n${call}`)
  expect(warnings).toHaveLength(1)
})

it.each([
  ['a refusal', 'assert(false, "no")', call, 'no'],
  ['a denial', 'return far()', call, 'denied by policy'],
  ['arguments that the model chose', 'return 1', 'call try_it {"item": 5}', 'needs String'],
  ['a missing argument', 'return 1', 'call try_it {}', 'lacks the argument'],
])('does not warn of %s', async (_what, body, calls, reason) => {
  const { told, warnings } = await callTool(body, calls)
  expect(told).toContain(reason)
  expect(warnings).toEqual([])
})
