/**
 * The client that the official conformance suites drive: `node client.ts URL`, with the scenario in the environment.
 *
 * It is our tool-server port and nothing else: it connects, calls what the scenario asks for, and closes.
 */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolServers } from '../../src/adapters/mcp/tool-servers.ts'
import type { ConsentRequest } from '../../src/adapters/mcp/oauth/sign-in.ts'
import type { Json, JsonObject } from '../../src/runtime/ports/json.ts'
import type { FieldForm, QuestionAnswer, ServerQuestion } from '../../src/runtime/ports/server-questions.ts'
import type { ToolServerConnection } from '../../src/runtime/ports/tool-servers.ts'
import { ToolServerFailure } from '../../src/runtime/ports/tool-servers.ts'

interface Context {
  readonly client_id?: string
  readonly client_secret?: string
  readonly private_key_pem?: string
  readonly signing_algorithm?: string
  readonly idp_client_id?: string
  readonly idp_id_token?: string
  readonly idp_token_endpoint?: string
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[]
}

const url = process.argv[2] ?? ''
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context
const signal = new AbortController().signal
const isWithoutConsent = scenario.includes('client-credentials') || context.idp_token_endpoint !== undefined
/** The document by which a suite knows a client that registers nowhere. */
const METADATA_DOCUMENT = 'https://conformance-test.local/client-metadata.json'

/** What a parameter of such a type is given; numbers get 2. */
const values: ReadonlyMap<string, string | boolean> = new Map<string, string | boolean>([
  ['string', 'text'],
  ['boolean', true],
])

const servers = createToolServers({
  environment: {
    ...process.env,
    XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'sense-official-')),
    SENSE_MCP_SUITE_CLIENT_ID: context.client_id ?? METADATA_DOCUMENT,
    SENSE_MCP_SUITE_CLIENT_SECRET: context.client_secret,
    SENSE_MCP_SUITE_PRIVATE_KEY: context.private_key_pem,
    SENSE_MCP_SUITE_KEY_ALGORITHM: context.signing_algorithm,
    SENSE_MCP_SUITE_IDP_TOKEN_URL: context.idp_token_endpoint,
    SENSE_MCP_SUITE_IDP_CLIENT_ID: context.idp_client_id,
    SENSE_MCP_SUITE_ID_TOKEN: context.idp_id_token,
    SENSE_MCP_SUITE_GRANT: isWithoutConsent ? undefined : 'authorization_code',
  },
  client: { name: 'sense-conformance', version: '1.0.0' },
  showConsentPage: giveConsent,
})

try {
  const connection = await servers.connect(
    {
      name: 'suite',
      command: url,
      args: [],
      environment: [],
      folder: undefined,
      startTimeoutMs: 20_000,
      listTimeoutMs: 10_000,
      callIdleTimeoutMs: 10_000,
      callTotalTimeoutMs: 20_000,
      onQuestion: (question) => Promise.resolve(answerTo(question)),
      onWarning: ({ kind, subject, detail }) => console.error('warning', kind, subject, detail),
    },
    signal,
  )
  await callTools(connection)
  await connection.close()
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof ToolServerFailure ? `${error.kind}: ${error.detail}` : error)
} finally {
  await servers.closeAll()
}

/** What the scenario names, or else every tool with what its schema asks for. */
async function callTools(connection: ToolServerConnection): Promise<void> {
  const wanted =
    context.toolCalls ??
    connection.tools.map(({ name, inputSchema }) => ({ name, arguments: argumentsFor(inputSchema) }))
  for (const { name, arguments: args } of wanted) {
    if (!connection.tools.some((tool) => tool.name === name)) continue
    // Whether a tool does anything is the scenario's business; it looks at what it was asked.
    const told = await connection.callTool(name, args, signal).then(JSON.stringify, (error: unknown) => String(error))
    console.error('called', name, told)
  }
}

/** As somebody would answer who agrees to all that is proposed. */
function answerTo(question: ServerQuestion): QuestionAnswer {
  const fields = question.kind === 'form' ? question.fields : []
  const values = fields.map(({ name, form, preset }) => [name, preset ?? typedFor(form)] as const)
  return { kind: 'accepted', values: Object.fromEntries(values) }
}

function typedFor(form: FieldForm): Json {
  switch (form.kind) {
    case 'text':
      return 'text'
    case 'number':
      return 2
    case 'yes or no':
      return true
    case 'choice':
      return form.choices[0]?.value ?? ''
    case 'choices':
      return form.choices.slice(0, 1).map(({ value }) => value)
  }
}

function argumentsFor(schema: JsonObject): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, { readonly type?: string }>
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, values.get(type ?? '') ?? 2]))
}

/** The suites' page sends every visitor on at once. */
async function giveConsent({ page }: ConsentRequest): Promise<void> {
  const response = await fetch(page, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`the page for consent answered ${response.status}`)
  await fetch(location)
}
