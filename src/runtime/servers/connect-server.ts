/**
 * One connection: asks the port for it, and makes what comes back a value of the program (spec 02 §3).
 *
 * Connecting needs only `mcp.connect`, which hardly anybody decides but an application that runs programs of others: command
 * and address are the program's own. Each call of a tool needs the capability of the connection, and that happens elsewhere.
 */

import { mcpCapabilityUnnamed, mcpToolUnknown } from '../../compiler/diagnostics/catalogue/servers.ts'
import type { Problem } from '../../compiler/diagnostics/diagnostic.ts'
import { outwardCapabilities } from '../../language/capabilities.ts'
import type { CallContext } from '../execution/callable.ts'
import type { Run } from '../execution/run.ts'
import type { ToolServerConnection, ToolServerRequest, ToolServerTool } from '../ports/tool-servers.ts'
import { ToolServerFailure } from '../ports/tool-servers.ts'
import { isCapability } from '../safety/capability-form.ts'
import { checkCapability } from '../safety/policy.ts'
import { McpTool } from '../tools/mcp-tool.ts'
import { quotedName } from '../tools/quoted-name.ts'
import { callWarning, serverProblem } from '../tools/server-problems.ts'
import { canonicalNameOf } from '../tools/tool-names.ts'
import { SenseError } from '../values/sense-error.ts'
import type { SiteId } from '../values/sense-error.ts'
import { personAsker } from './ask-person.ts'
import { renewedTools } from './changed-tools.ts'
import type { ConnectArguments } from './connect-arguments.ts'
import { McpServerValue } from './mcp-server-value.ts'
import type { ServerTools } from './mcp-server-value.ts'
import { restartingConnection } from './restarting-connection.ts'
import { toolsChangedProblem, warningProblem } from './server-warnings.ts'
import { watchedConnection } from './watched-connection.ts'

/** Throws where the policy does not let the program connect a server. */
export function checkConnecting(context: CallContext, name: string): void {
  checkCapability(context, { kind: 'server', name }, outwardCapabilities.connectServer)
}

/** The server, or why there is none. Rejects where the run is cancelled. */
export async function connectServer(
  context: CallContext,
  checked: ConnectArguments,
): Promise<McpServerValue | Problem> {
  const { run, site } = context
  const { address, isRestarted } = checked
  const { name, startTimeoutMs } = checked.request
  warnOfUnnamed(context, checked)
  const request: ToolServerRequest = {
    ...checked.request,
    onWarning: (warning) => {
      run.warn(warningProblem(name, warning), site)
    },
    ...notesTo(run, name),
    ...(run.console.hasListener?.() === true ? { onQuestion: personAsker(name, run) } : {}),
  }
  const connect = () => run.toolServers.connect(request, run.signal)
  const end = run.activity?.begin({ kind: 'server', name })
  try {
    const connection = await connect()
    end?.({ outcome: 'ok', tools: connection.tools.length })
    return serverValue(context, checked, isRestarted ? restartingConnection(connection, connect) : connection)
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof ToolServerFailure)) throw error
    const use = { serverName: name, startTimeoutMs, ...(address === undefined ? {} : { address }) }
    const problem = serverProblem(error, use)
    end?.({ outcome: 'failed', reason: problem.headline })
    return problem
  }
}

function serverValue(
  context: CallContext,
  checked: ConnectArguments,
  connection: ToolServerConnection,
): McpServerValue {
  const { run, site } = context
  const { name } = checked.request
  const { capability, isRestarted } = checked
  const watched = watchedConnection(connection, (failure, toolName) => {
    run.warn(callWarning(failure, { serverName: name, toolName, isRestarted }), site)
  })
  warnOfUnknownTools(context, checked, watched)
  return new McpServerValue({ name, connection: watched, capability }, serverTools(run, checked, watched))
}

/** Enough to see what a server does that changes its tools all the time. */
const changesToldMax = 10

/** The wanted tools, and how changes of them are taken over. */
function serverTools(run: Run, checked: ConnectArguments, connection: ToolServerConnection): ServerTools {
  const { name } = checked.request
  let current = toolsOf(connection, checked, connection.tools)
  let toldCount = 0
  const takeOver = (listed: readonly ToolServerTool[], site: SiteId): void => {
    const renewed = renewedTools(current, toolsOf(connection, checked, listed))
    if (renewed === undefined) return
    const { tools, changes } = renewed
    current = tools
    run.activity?.note?.({ kind: 'tools', name, ...changes })
    toldCount += 1
    if (toldCount <= changesToldMax) run.warn(toolsChangedProblem(name, changes), site)
  }
  return {
    get current() {
      return current
    },
    renew: (site) =>
      connection.changedTools(run.signal)?.then(
        (listed) => takeOver(listed, site),
        (error: unknown) => {
          throw error instanceof ToolServerFailure
            ? new SenseError(serverProblem(error, { serverName: name }), site)
            : error
        },
      ),
  }
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
    const problem = mcpToolUnknown(quotedName(checked.request.name), quotedName(wanted), names.map(quotedName))
    run.warn(problem, site)
  }
}

/** Such a capability is never denied and never allowed: whoever gave it meant another. */
function warnOfUnnamed({ run, site }: CallContext, { request, capability }: ConnectArguments): void {
  if (capability === undefined || isCapability(capability)) return
  run.warn(mcpCapabilityUnnamed(quotedName(request.name), quotedName(capability)), site)
}

function toolsOf(
  connection: ToolServerConnection,
  { request, capability, resultLengthMax, toolNames }: ConnectArguments,
  listed: readonly ToolServerTool[],
): readonly McpTool[] {
  const wanted = listed.filter(({ name }) => toolNames?.includes(name) ?? true)
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

/** What a server says beside its answers goes to whoever watches the run. */
function notesTo({ activity }: Run, serverName: string): Pick<ToolServerRequest, 'onProgress' | 'onLog'> {
  if (activity?.note === undefined) return {}
  return {
    onProgress: (toolName, note) => {
      activity.note?.({ kind: 'progress', name: canonicalNameOf({ server: serverName, tool: toolName }), ...note })
    },
    onLog: (note) => {
      activity.note?.({ kind: 'log', name: serverName, ...note })
    },
  }
}
