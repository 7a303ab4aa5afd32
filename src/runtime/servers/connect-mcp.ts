/**
 * `connect_mcp`: starts a server of tools, or finds one over HTTP, and gives it as a value (spec 02 §3).
 *
 * Connecting needs only `mcp.connect`, which hardly anybody decides but an application that runs programs of others:
 * command and address are the program's own. Each call of a tool needs the capability of the connection, and that happens
 * elsewhere.
 */

import { outwardCapabilities } from '../../language/capabilities.ts'
import { mcpCapabilityUnnamed, mcpToolUnknown } from '../../compiler/diagnostics/catalogue/servers.ts'
import { nearNames } from '../../compiler/diagnostics/near-names.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext } from '../execution/callable.ts'
import type { Steps } from '../execution/suspension.ts'
import { Frame, waitFor } from '../execution/suspension.ts'
import type { ToolServerConnection, ToolServerRequest } from '../ports/tool-servers.ts'
import { ToolServerFailure } from '../ports/tool-servers.ts'
import { isCapability } from '../safety/capability-form.ts'
import { checkCapability } from '../safety/policy.ts'
import { McpTool } from '../tools/mcp-tool.ts'
import { quotedName } from '../tools/quoted-name.ts'
import { callWarning, serverProblem } from '../tools/server-problems.ts'
import { SenseError } from '../values/sense-error.ts'
import type { ConnectArguments } from './connect-arguments.ts'
import { connectArguments } from './connect-arguments.ts'
import { McpServerValue } from './mcp-server-value.ts'
import { restartingConnection } from './restarting-connection.ts'
import { warningProblem } from './server-warnings.ts'
import { watchedConnection } from './watched-connection.ts'

const functionName = 'connect_mcp'

const connectMcp: BuiltinDefinition = {
  name: functionName,
  argumentsMin: 3,
  argumentsMax: 4,
  usage: 'connect_mcp("files", "npx", ["-y", "package-name"])',
  labels: ['env', 'cwd', 'headers', 'tools', 'restart', 'start_timeout', 'call_timeout', 'max_result'],
  implementation: (context, args, labels) => {
    const checked = connectArguments(args, { functionName, labels, site: context.site })
    return new Frame(connectSteps(context, checked), '', context.site)
  },
}

export const serverBuiltins: readonly BuiltinDefinition[] = [connectMcp]

function* connectSteps(context: CallContext, checked: ConnectArguments): Steps {
  const { run, site } = context
  const { address, isRestarted } = checked
  const { name, startTimeoutMs } = checked.request
  checkCapability(context, { kind: 'server', name }, outwardCapabilities.connectServer)
  warnOfUnnamed(context, checked)
  const request: ToolServerRequest = {
    ...checked.request,
    onWarning: (warning) => {
      run.warn(warningProblem(name, warning), site)
    },
  }
  const again = () => run.toolServers.connect(request, run.signal)
  const end = run.activity?.begin({ kind: 'server', name })
  try {
    const connection = yield* waitFor(run.toolServers.connect(request, run.signal))
    end?.({ outcome: 'ok', tools: connection.tools.length })
    return serverValue(context, checked, isRestarted ? restartingConnection(connection, again) : connection)
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof ToolServerFailure)) throw error
    const use = { serverName: name, startTimeoutMs, ...(address === undefined ? {} : { address }) }
    const problem = serverProblem(error, use)
    end?.({ outcome: 'failed', reason: problem.headline })
    throw new SenseError(problem, site)
  }
}

function serverValue(
  context: CallContext,
  checked: ConnectArguments,
  connection: ToolServerConnection,
): McpServerValue {
  const { run, site } = context
  const { name } = checked.request
  const { capability } = checked
  const watched = watchedConnection(connection, (failure, toolName) => {
    run.warn(callWarning(failure, { serverName: name, toolName }), site)
  })
  warnOfUnknownTools(context, checked, watched)
  return new McpServerValue({ name, connection: watched, capability }, toolsOf(watched, checked))
}

/** A tool that is not there costs nothing but itself: servers change. */
function warnOfUnknownTools(
  { run, site }: CallContext,
  checked: ConnectArguments,
  { tools }: ToolServerConnection,
): void {
  const names = tools.map((tool) => tool.name)
  for (const wanted of new Set(checked.toolNames)) {
    if (names.includes(wanted)) continue
    const near = nearNames(wanted, names).map(quotedName)
    run.warn(mcpToolUnknown(quotedName(checked.request.name), quotedName(wanted), near), site)
  }
}

/** Such a capability is never denied and never allowed: whoever gave it meant another. */
function warnOfUnnamed({ run, site }: CallContext, { request, capability }: ConnectArguments): void {
  if (capability === undefined || isCapability(capability)) return
  run.warn(mcpCapabilityUnnamed(quotedName(request.name), quotedName(capability)), site)
}

function toolsOf(connection: ToolServerConnection, checked: ConnectArguments): readonly McpTool[] {
  const { request, capability, resultLengthMax, toolNames } = checked
  const wanted = connection.tools.filter(({ name }) => toolNames?.includes(name) ?? true)
  return wanted.map(
    ({ name, description, inputSchema, annotations }) =>
      new McpTool({
        serverName: request.name,
        toolName: name,
        description,
        inputSchema,
        annotations,
        connection,
        capability,
        resultLengthMax,
      }),
  )
}
