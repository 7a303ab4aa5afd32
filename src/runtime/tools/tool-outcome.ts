/** What a model is told about one call that it asked for. */

import type { ToolResultMessage } from '../ports/model-providers.ts'

export interface ToolOutcome {
  readonly text: string
  readonly isError: boolean
  readonly images: ToolResultMessage['images']
}

/** A call that did not work, for whatever reason: the model reads `error: ...` and may try something else. */
export function errorOutcome(reason: string): ToolOutcome {
  return { text: `error: ${reason}`, isError: true, images: [] }
}
