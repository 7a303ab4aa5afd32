/** What may be handed to a model: Tools with a description that give their result at once, and Skills of such Tools. */

import { asyncToolForModel, notATool, toolNotDescribed } from '../../compiler/diagnostics/catalogue/tools.ts'
import { FunctionValue } from '../execution/function-value.ts'
import type { Signature } from '../execution/signature.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue, typeText } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { DeclaredTool } from './declared-tool.ts'
import { McpTool } from './mcp-tool.ts'

export type Tool = DeclaredTool | McpTool

export function isTool(value: Value): value is Tool {
  return value instanceof DeclaredTool || value instanceof McpTool
}

/** The element at `index` of the Array that `functionName` was given, which must be a Tool that a model can use. */
export function toolForModel(
  element: Value,
  index: number,
  functionName: string,
  accepted: string,
  site: SiteId,
): Tool {
  if (!isTool(element)) {
    const asTool = element instanceof FunctionValue ? toolHeading(element.signature) : undefined
    throw new SenseError(notATool(functionName, index, accepted, describeValue(element), asTool), site)
  }
  if (element instanceof McpTool) return element
  const { isAsync, description } = element.definition
  if (isAsync) throw new SenseError(asyncToolForModel(element.name), site)
  if (description === undefined || description === '') throw new SenseError(toolNotDescribed(element.name), site)
  return element
}

/** The first line of a tool in place of the function, up to its description: `tool add(a: Int, b: Int) returns Int`. */
function toolHeading({ name, parameters, resultType }: Signature): string {
  const typed = parameters.map(({ name, type }) => (type === undefined ? name : `${name}: ${typeText(type)}`))
  return `tool ${name}(${typed.join(', ')})${resultType === undefined ? '' : ` returns ${typeText(resultType)}`}`
}
