/** Tools for tests: declared ones with a body in TypeScript, and servers whose answers the test decides. */

import type { Scope } from '../../../../src/runtime/execution/scope.ts'
import type { ParameterType } from '../../../../src/runtime/execution/signature.ts'
import type { Steps } from '../../../../src/runtime/execution/suspension.ts'
import type { JsonObject } from '../../../../src/runtime/ports/json.ts'
import type { ToolCallResult, ToolServerConnection } from '../../../../src/runtime/ports/tool-servers.ts'
import { DeclaredTool } from '../../../../src/runtime/tools/declared-tool.ts'
import type { ToolDefinition } from '../../../../src/runtime/tools/declared-tool.ts'
import { McpTool } from '../../../../src/runtime/tools/mcp-tool.ts'
import type { McpToolDefinition } from '../../../../src/runtime/tools/mcp-tool.ts'
import type { ValueType } from '../../../../src/runtime/values/types.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'

export const type = (name: string, ...args: readonly ValueType[]): ValueType => ({ name, arguments: args })

export const parameter = (name: string, valueType?: ValueType): ParameterType => ({ name, type: valueType })

interface TrialDefinition extends Partial<Omit<ToolDefinition, 'signature'>> {
  readonly parameters?: readonly ParameterType[]
  readonly resultType?: ValueType
}

/** A described tool whose body is a plain function of its arguments. */
export function toolOf(
  name: string,
  scope: Scope,
  body: (scope: Scope, ...args: Value[]) => Value,
  { parameters = [], resultType, ...definition }: TrialDefinition = {},
): DeclaredTool {
  const signature = { name, parameters, resultType }
  const whole = { signature, isAsync: false, description: `does ${name}`, ...definition }
  return new DeclaredTool(whole, scope, { suspends: false, start: body })
}

/** The same with a body that may wait. */
export function waitingToolOf(
  name: string,
  scope: Scope,
  body: (scope: Scope, ...args: Value[]) => Steps,
  { parameters = [], resultType, ...definition }: TrialDefinition = {},
): DeclaredTool {
  const signature = { name, parameters, resultType }
  const whole = { signature, isAsync: false, description: `does ${name}`, ...definition }
  return new DeclaredTool(whole, scope, { suspends: true, start: body })
}

export type Answering = (toolName: string, args: JsonObject, signal: AbortSignal) => Promise<ToolCallResult>

export const textResult = (text: string): ToolCallResult => ({
  isError: false,
  parts: [{ kind: 'text', text }],
  structuredContent: undefined,
})

/** A connection to a server that has nothing but what `parts` give. */
export const connectionOf = (parts: Partial<ToolServerConnection>): ToolServerConnection => ({
  facts: { version: undefined, instructions: undefined, protocol: '2025-11-25' },
  status: 'connected',
  tools: [],
  changedTools: () => undefined,
  callTool: () => Promise.resolve(textResult('')),
  listResources: () => Promise.resolve([]),
  readResource: () => Promise.resolve([]),
  listPrompts: () => Promise.resolve([]),
  getPrompt: () => Promise.resolve([]),
  close: () => Promise.resolve(),
  ...parts,
})

/** The tools `names` of a server `serverName` that answers as `answering` says. */
export function serverToolsOf(
  serverName: string,
  names: readonly string[],
  answering: Answering,
  definition: Partial<McpToolDefinition> = {},
): readonly McpTool[] {
  const connection = connectionOf({ callTool: answering })
  return names.map(
    (toolName) =>
      new McpTool({
        serverName,
        toolName,
        description: undefined,
        inputSchema: { type: 'object' },
        annotations: {},
        connection,
        capability: undefined,
        resultLengthMax: 100_000,
        ...definition,
      }),
  )
}
