/** The tools of a request in the form of a vendor, and the way back from its calls. */

import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { JsonObject } from '../../runtime/ports/json.ts'
import type { ModelNote, ToolDescription } from '../../runtime/ports/model-providers.ts'
import { acceptableSchema, shareOfGrowth } from './acceptable-schema.ts'
import { withAcceptableNames, withOwnNames } from './property-names.ts'
import type { WireRules } from './wire-rules.ts'

export interface VendorTools {
  readonly tools: LanguageModelV4FunctionTool[]
  /** Of tools that this vendor cannot be told of. */
  readonly notes: readonly ModelNote[]
  /** The arguments of a call with the names that the tool itself knows. */
  readonly ownArguments: (wireName: string, argumentsText: string) => string
}

export function vendorToolsOf(descriptions: readonly ToolDescription[], rules: WireRules): VendorTools {
  const tools: LanguageModelV4FunctionTool[] = []
  const notes: ModelNote[] = []
  const ownNames = new Map<string, ReadonlyMap<string, string>>()
  const growth = shareOfGrowth(descriptions.length)
  for (const description of descriptions) {
    const accepted = acceptableSchema(description.inputSchema, rules, growth)
    if (accepted.kind === 'refused') {
      notes.push({ kind: 'tool-left-out', subject: description.canonicalName, text: accepted.reason })
      continue
    }
    const renamed = rules.limitsArgumentNames ? withAcceptableNames(accepted.schema) : undefined
    if (renamed !== undefined && renamed.ownNames.size > 0) ownNames.set(description.wireName, renamed.ownNames)
    tools.push(functionTool(description, renamed?.schema ?? accepted.schema, rules))
  }
  const noNames: ReadonlyMap<string, string> = new Map()
  const ownArguments = (wireName: string, text: string): string => withOwnNames(text, ownNames.get(wireName) ?? noNames)
  return { tools, notes, ownArguments }
}

function functionTool(
  { wireName, description }: ToolDescription,
  schema: JsonObject,
  rules: WireRules,
): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name: wireName,
    description: shortened(description, rules.descriptionLengthMax),
    inputSchema: schema,
    ...(rules.saysNotStrict ? { strict: false } : {}),
  }
}

function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  // Half a code point is no text.
  return `${text.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/u, '')}…`
}
