import { expect, it } from 'vitest'
import { sourceFileOf } from '../../../../src/compiler/source/source-file.ts'
import { parse } from '../../../../src/compiler/syntax/parse.ts'

function hintFor(text: string): string | undefined {
  return parse(sourceFileOf('example.sns', text)).problems[0]?.hint
}

it.each([
  ['if x is None:\n    print(1)\n', 'write `x == nil`'],
  ['y = x is not null\n', 'write `x != nil`'],
  ['y = x is True\n', 'write `x == true`'],
  ['y = user.name is None\n', 'write `==` or `!=`; the absent value is `nil`'],
  ['y = x is f(1)\n', 'write `==` or `!=`; the absent value is `nil`'],
])('a comparison with `is` is shown as Sense writes it: %j', (text, hint) => {
  expect(hintFor(text)).toBe(hint)
})

it.each([
  ['ages = {"Ada": 36}\n', 'Ada: 36'],
  ['ages = {Ada: None, Bo: 2}\n', 'Ada: nil'],
  ['ages = {}\n', ''],
  ['ages = {"Ada L.": 36}\n', 'name: "Ada", age: 36'],
  ['ages = {"model": 36}\n', 'name: "Ada", age: 36'],
  ['ages = {"Ada": [36]}\n', 'name: "Ada", age: 36'],
])('a Record in braces is shown as Sense writes it: %j', (text, entry) => {
  expect(hintFor(text)).toBe(`write \`import sense records\`, then \`records.new(${entry})\``)
})

it.each([
  ['skill books:\n    bills\n', 'books'],
  ['skill a_name_longer_than_examples:\n    bills\n', 's'],
])('a skill is shown by its own name, which is never cut: %j', (text, name) => {
  expect(hintFor(text)).toBe(`write \`${name} = skill("${name}", "what it is for", [tool_name])\``)
})

it.each([
  ['print(f"{a == b} and { n }")\n', 'str(a == b) + " and " + str(n)'],
  ['print(f"{n=}")\n', '"total: " + str(total)'],
  ['print(f"{n = }")\n', '"total: " + str(total)'],
  ['print(f"n: { }")\n', '"total: " + str(total)'],
  ['print(f"{n:.2f}")\n', '"total: " + str(total)'],
])('a String with a prefix `f` is shown as a sum where that is plain: %j', (text, sum) => {
  expect(hintFor(text)).toBe(`join the parts with \`+\`: \`${sum}\``)
})
