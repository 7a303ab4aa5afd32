/** `connect_mcp`: starts a server of tools, or finds one over HTTP, and gives it as a value (spec 02 §3). */

import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext } from '../execution/callable.ts'
import type { Steps } from '../execution/suspension.ts'
import { Frame, waitFor } from '../execution/suspension.ts'
import { SenseError } from '../values/sense-error.ts'
import { connectMcpConfig } from './config/connect-mcp-config.ts'
import type { ConnectArguments } from './connect-arguments.ts'
import { connectArguments } from './connect-arguments.ts'
import { checkConnecting, connectServer } from './connect-server.ts'
import { McpServerValue } from './mcp-server-value.ts'

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

export const serverBuiltins: readonly BuiltinDefinition[] = [connectMcp, connectMcpConfig]

function* connectSteps(context: CallContext, checked: ConnectArguments): Steps {
  checkConnecting(context, checked.request.name)
  const outcome = yield* waitFor(connectServer(context, checked))
  if (outcome instanceof McpServerValue) return outcome
  throw new SenseError(outcome, context.site)
}
