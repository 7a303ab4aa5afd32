/** The tools of the real servers that are installed here, as vendors are sent them. */

import { expect, it } from 'vitest'
import { offerTools } from '../providers/offered-tools.ts'

it.each(['anthropic', 'openai', 'openai with an address', 'ollama'] as const)(
  '%s accepts them all',
  async (service) => {
    expect(await offerTools(service)).toMatch(/^everything: 1\d, filesystem: 1\d, memory: \d, accepted$/)
  },
)
