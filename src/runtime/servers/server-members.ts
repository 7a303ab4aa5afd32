/** The members of a connected server by which a program reads what the server has: resources and prompts. */

import { wrongBuiltinArgument } from '../../compiler/diagnostics/catalogue/tools.ts'
import { BuiltinValue } from '../execution/builtin.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { CallContext } from '../execution/callable.ts'
import type { AuditSubject } from '../execution/gate.ts'
import { Frame } from '../execution/suspension.ts'
import type { ToolServerConnection } from '../ports/tool-servers.ts'
import { SenseRecord } from '../values/record.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { promptRecord, promptText, resourceRecord, resourceValue } from './server-content.ts'
import { requestSteps } from './server-request.ts'
import type { ServerRequest } from './server-request.ts'

/** A connection as its members use it. */
export interface NamedConnection {
  readonly name: string
  readonly connection: ToolServerConnection
  readonly capability: string | undefined
}

export const requestMemberNames = ['resources', 'read', 'prompts', 'prompt'] as const

export type RequestMember = (typeof requestMemberNames)[number]

/** `server.MEMBER`, read without a call. */
export function requestMethod(server: NamedConnection, member: RequestMember): BuiltinValue {
  const name = `${server.name}.${member}`
  const send = <Result>(context: CallContext, request: Pick<ServerRequest<Result>, 'subject' | 'send' | 'valueOf'>) =>
    new Frame(
      requestSteps(context, {
        serverName: server.name,
        capability: server.capability,
        memberName: name,
        ...request,
      }),
      '',
      context.site,
    )
  const listing = <Entry>(
    kind: 'resource list' | 'prompt list',
    list: (signal: AbortSignal) => Promise<readonly Entry[]>,
    recordOf: (entry: Entry) => SenseRecord,
  ): Omit<BuiltinDefinition, 'name'> => ({
    argumentsMin: 0,
    argumentsMax: 0,
    implementation: (context) =>
      send(context, {
        subject: { kind, name: server.name },
        send: list,
        valueOf: (entries) => entries.map(recordOf),
      }),
  })
  const { connection } = server
  const definitions: Readonly<Record<RequestMember, Omit<BuiltinDefinition, 'name'>>> = {
    resources: listing('resource list', (signal) => connection.listResources(signal), resourceRecord),
    read: {
      argumentsMin: 1,
      argumentsMax: 1,
      implementation: (context, [given = null]) => {
        const uri = checkedText(name, 'the address of a resource', given, context.site)
        return send(context, {
          subject: subjectOf(server, 'resource', uri),
          send: (signal) => connection.readResource(uri, signal),
          valueOf: (contents) => resourceValue(contents, context.site),
        })
      },
    },
    prompts: listing('prompt list', (signal) => connection.listPrompts(signal), promptRecord),
    prompt: {
      argumentsMin: 1,
      argumentsMax: 2,
      implementation: (context, [given = null, values = null]) => {
        const promptName = checkedText(name, 'the name of a prompt', given, context.site)
        const args = checkedArguments(name, values, context.site)
        return send(context, {
          subject: subjectOf(server, 'prompt', promptName),
          send: (signal) => connection.getPrompt(promptName, args, signal),
          valueOf: promptText,
        })
      },
    },
  }
  return new BuiltinValue({ name, ...definitions[member] })
}

/** Named as tools are: the server, a dot, the server's own name. */
function subjectOf(server: NamedConnection, kind: 'resource' | 'prompt', ownName: string): AuditSubject {
  return { kind, name: `${server.name}.${ownName}` }
}

function checkedText(functionName: string, parameter: string, value: Value, site: SiteId): string {
  if (typeof value === 'string' && value !== '') return value
  const actual = value === '' ? 'an empty one' : describeValue(value)
  throw new SenseError(wrongBuiltinArgument(functionName, parameter, 'a String', actual), site)
}

/** The protocol has texts only, and nothing is converted behind the program's back. */
function checkedArguments(functionName: string, value: Value, site: SiteId): Readonly<Record<string, string>> {
  const expected = 'a Record of Strings'
  if (value === null) return {}
  if (!(value instanceof SenseRecord)) {
    throw new SenseError(wrongBuiltinArgument(functionName, 'its arguments', expected, describeValue(value)), site)
  }
  const fields = Array.from(value.entries, ([key, field]): [string, string] => {
    if (typeof field === 'string') return [key, field]
    const actual = `${describeValue(field)} for \`${key}\``
    throw new SenseError(wrongBuiltinArgument(functionName, 'its arguments', expected, actual), site)
  })
  return Object.fromEntries(fields)
}
