/**
 * What clients are answered: the list of tools, and calls.
 *
 * One of these is made for each connection or request, as the library wants it; all share the program. A person is asked in the
 * way of the client's era: with a request of ours while the call waits, or with an answer that asks the client to come back.
 */

import type {
  CallToolRequest,
  CallToolResult,
  ElicitRequestFormParams,
  InputRequiredResult,
  ListToolsResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server'
import type { AskClient, ClientCall, ServedProgram, ServedResult } from '../../runtime/ports/served-program.ts'
import { packageVersion } from '../node/package-version.ts'
import { answerOf, canBeAsked, fieldsOf, questionForm } from './client-question.ts'
import type { ServerLibrary } from './library.ts'
import type { CallProgress } from './call-progress.ts'
import { startProgress } from './call-progress.ts'
import type { CallStep, SuspendedCalls } from './suspended-calls.ts'

/** What all servers of one program share. */
export interface ServedBy {
  readonly library: ServerLibrary
  readonly program: ServedProgram
  /** What the server calls itself. */
  readonly name: string
  readonly suspended: SuspendedCalls
}

/** The key under which an answer comes back; each round asks one question. */
const QUESTION = 'question'

/** The library's server without what it knows of tools: arguments are the program's business. */
export type ProtocolServer = McpServer['server']

export type Era = 'legacy' | 'modern'

export function protocolServer(served: ServedBy, era: Era): ProtocolServer {
  const { library, name } = served
  const identity = { name, version: packageVersion() }
  const { server } = new library.McpServer(identity, { capabilities: { tools: { listChanged: false } } })
  server.setRequestHandler('tools/list', () => listOf(served))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (!served.program.hasTool(params.name)) {
      throw new library.ProtocolError(
        library.ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${params.name.slice(0, 200)}`,
      )
    }
    const progress = startProgress(context)
    try {
      return era === 'modern'
        ? await callInSteps(served, params, context, progress)
        : await callAtOnce(served, server, params, context, progress)
    } finally {
      progress.stop()
    }
  })
  return server
}

function listOf({ program }: ServedBy): ListToolsResult {
  const tools = program.tools.map(({ name, description, inputSchema, annotations }) => ({
    ...{ name, description, inputSchema: schemaOf(inputSchema) },
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  }))
  return { tools }
}

/** Every tool of ours has an object at the root of its schema, and so has every listed one of a server. */
const schemaOf = (schema: object) => ({ ...schema, type: 'object' as const })

/** The person is asked while the call waits. */
async function callAtOnce(
  { program }: ServedBy,
  server: ProtocolServer,
  params: CallToolRequest['params'],
  { mcpReq }: ServerContext,
  progress: CallProgress,
): Promise<CallToolResult> {
  const { signal } = mcpReq
  const ask: AskClient = async (question, askSignal) => {
    try {
      // The clock of the question is the program's, so the library's own must be slower.
      const options = { signal: askSignal, timeout: NEVER_MS }
      return answerOf(
        question,
        await mcpReq.send({ method: 'elicitation/create', params: { ...questionForm(question) } }, options),
      )
    } catch {
      return { kind: 'cancelled' }
    }
  }
  // The library wants these read from the request instead, which has them in the modern era alone.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const [capabilities, client] = [server.getClientCapabilities(), server.getClientVersion()]
  const call = callOf(params, client?.name ?? '')
  const isAskable = canBeAsked(capabilities)
  const onProgress = progress.tell
  return resultOf(await program.call({ ...call, signal, onProgress, ask: isAskable ? ask : cannotAsk }))
}

const cannotAsk: AskClient = () => Promise.resolve({ kind: 'impossible' })

/** The longest time that a timer can be set for. */
const NEVER_MS = 2 ** 31 - 1

/**
 * The client is told what is asked, and comes back with the answer. One that cannot show a question gets the error that its era
 * has for that, if the call came to nothing for it.
 */
async function callInSteps(
  { library, program, suspended }: ServedBy,
  params: CallToolRequest['params'],
  { mcpReq }: ServerContext,
  progress: CallProgress,
): Promise<CallToolResult | InputRequiredResult> {
  const state = mcpReq.requestState<string>()
  const sameCall = JSON.stringify([params.name, params.arguments])
  const request = { signal: mcpReq.signal, tell: progress.tell }
  let step: CallStep | undefined
  const unanswered = { count: 0 }
  if (state === undefined) {
    const envelope = fieldsOf(mcpReq.envelope)
    const isAskable = canBeAsked(envelope[library.CLIENT_CAPABILITIES_META_KEY])
    const askInVain: AskClient = (...question) => {
      unanswered.count += 1
      return cannotAsk(...question)
    }
    const { name: clientName } = fieldsOf(envelope[library.CLIENT_INFO_META_KEY])
    const call = callOf(params, typeof clientName === 'string' ? clientName : '')
    step = await suspended.begin(sameCall, request, ({ signal, ask, tell }) =>
      program.call({ ...call, signal, onProgress: tell, ask: isAskable ? ask : askInVain }),
    )
  } else {
    step = await suspended.resume(state, sameCall, request, mcpReq.inputResponses?.[QUESTION])
  }
  if (step === undefined) {
    throw new library.ProtocolError(library.ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState')
  }
  if (step.kind === 'result') {
    const { text, isError } = step.result
    if (!isError || unanswered.count === 0) return resultOf(step.result)
    throw new library.MissingRequiredClientCapabilityError(
      { requiredCapabilities: { elicitation: { form: {} } } },
      text,
    )
  }
  const form: ElicitRequestFormParams = questionForm(step.question)
  const inputRequests = { [QUESTION]: library.inputRequired.elicit(form) }
  return library.inputRequired({ inputRequests, requestState: step.state })
}

function callOf({ name, arguments: args = {} }: CallToolRequest['params'], clientName: string) {
  return { toolName: name, argumentsText: JSON.stringify(args), clientName } satisfies Partial<ClientCall>
}

function resultOf({ text, isError, images }: ServedResult): CallToolResult {
  const pictures = images.map(({ mediaType, base64 }) => ({
    type: 'image' as const,
    mimeType: mediaType,
    data: base64,
  }))
  const isTextNeeded = text !== '' || pictures.length === 0
  return {
    content: [...(isTextNeeded ? [{ type: 'text' as const, text }] : []), ...pictures],
    ...(isError ? { isError } : {}),
  }
}
