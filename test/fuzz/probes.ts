/** Finds out which optional parts of the language the product can run: one small program for each. */

import type { Result } from './compare.ts'
import type { Feature } from './program-expressions.ts'

const probes: Readonly<Record<Feature, string>> = {
  host: 'print(hand_back(1))',
  tools: 'tool t(a) requires c: return a\nprint(t(1))',
  models: 'model m = inference("mock")\nprint(m.ask("x"))',
  memory: 'memory m\nm.remember("k", 1)',
  attempt: 'attempt:\n  x\nfailed p:\n  print(p.class)',
  tests: 'test "t":\n  assert(false)',
  actions: 'reversible action f():\n  print(1)\nrollback:\n  print(2)\na = f().verify()\na.commit()\na.rollback()',
  agents: 'agent a:\n  print(pause(1))\nstart(a)\nresume(a, 2)',
  async: 'async tool t(): return 1\nasync agent a:\n  print(receive())\nstart(a)\nsend(a, await(t()))\nawait(a)',
  modules: 'import "./other.sns" as m\nprint(m.x)\n#### other.sns\nx = 1',
}

export async function supportedFeatures(run: (text: string) => Promise<Result>): Promise<ReadonlySet<Feature>> {
  const supported = new Set<Feature>()
  for (const [feature, text] of Object.entries(probes) as [Feature, string][]) {
    const { ending } = await run(text)
    if (ending === 'completed') supported.add(feature)
  }
  return supported
}
