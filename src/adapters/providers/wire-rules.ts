/** What vendors accept on the wire, as far as they differ. */

import type { ImageRules } from '../../runtime/ports/model-providers.ts'
import type { SchemaRules } from './acceptable-schema.ts'

export interface WireRules extends SchemaRules {
  /** Whether names of arguments are bound to a pattern. */
  readonly limitsArgumentNames: boolean
  /** Characters of a tool's description. */
  readonly descriptionLengthMax: number
  /** Whether a schema counts as strict unless the request says it is not. */
  readonly saysNotStrict: boolean
  /** Whether the result of a tool can say that it is an error; else only its text does. */
  readonly marksErrors: boolean
  /** Whether the arguments of calls are text with JSON in it. */
  readonly hasTextualArguments: boolean
  readonly images: ImageRules | undefined
}

const commonImages = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export const anthropicRules: WireRules = {
  keepsPatterns: true,
  limitsArgumentNames: true,
  descriptionLengthMax: Infinity,
  saysNotStrict: false,
  marksErrors: true,
  hasTextualArguments: false,
  images: { mediaTypes: commonImages, bytesMax: 5_000_000 },
}

/** OpenAI's Responses API. */
export const openaiRules: WireRules = {
  keepsPatterns: true,
  limitsArgumentNames: false,
  descriptionLengthMax: Infinity,
  saysNotStrict: true,
  marksErrors: false,
  hasTextualArguments: true,
  images: { mediaTypes: commonImages, bytesMax: 20_000_000 },
}

/** OpenAI's chat completions, where a description has at most 1024 characters and a result is text. */
export const chatRules: WireRules = {
  ...openaiRules,
  saysNotStrict: false,
  descriptionLengthMax: 1024,
  images: undefined,
}

/** Servers of many makers that speak chat completions. */
export const compatibleRules: WireRules = {
  ...chatRules,
  keepsPatterns: false,
  descriptionLengthMax: Infinity,
}

/** Models that read no images in spite of their provider. */
const blindOpenaiModels = /^(gpt-3|gpt-4(-\d{4}|-32k)?$|o1-(mini|preview)|o3-mini)/

export function openaiRulesFor(modelId: string): WireRules {
  return blindOpenaiModels.test(modelId) ? { ...openaiRules, images: undefined } : openaiRules
}
