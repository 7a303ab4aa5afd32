import { describe, expect, it } from 'vitest'
import { callValue } from '../../../../src/runtime/execution/call.ts'
import { noLabels } from '../../../../src/runtime/execution/callable.ts'
import { complete } from '../../../../src/runtime/execution/suspension.ts'
import type { Steps } from '../../../../src/runtime/execution/suspension.ts'
import { ToolServerFailure } from '../../../../src/runtime/ports/tool-servers.ts'
import type {
  ToolServerFailureFacts,
  ToolServerRequest,
  ToolServersPort,
} from '../../../../src/runtime/ports/tool-servers.ts'
import { serverBuiltins } from '../../../../src/runtime/servers/connect-mcp.ts'
import { McpServerValue } from '../../../../src/runtime/servers/mcp-server-value.ts'
import { Float } from '../../../../src/runtime/values/float.ts'
import type { Value } from '../../../../src/runtime/values/value.ts'
import { createTrial } from '../tools/trial-run.ts'
import { connectionOf } from '../tools/trial-tools.ts'

const connectMcp = onlyOf(serverBuiltins.filter(({ name }) => name === 'connect_mcp'))

const labelled = (labels: Readonly<Record<string, Value>>) => new Map(Object.entries(labels))

function serversOf(connect: ToolServersPort['connect']) {
  const requests: ToolServerRequest[] = []
  let closed = 0
  const connection = connectionOf({
    tools: [
      { name: 'a', description: 'does a', inputSchema: { type: 'object' }, annotations: {} },
      { name: 'b', description: undefined, inputSchema: { type: 'object' }, annotations: {} },
    ],
    close: () => {
      closed += 1
      return Promise.resolve()
    },
  })
  const toolServers: ToolServersPort = {
    connect: (request, signal) => {
      requests.push(request)
      return connect(request, signal)
    },
    closeAll: () => Promise.resolve(),
  }
  return { toolServers, requests, connection, closedCount: () => closed }
}

async function connect(args: readonly Value[], labels: Readonly<Record<string, Value>> = {}) {
  const servers: ReturnType<typeof serversOf> = serversOf(() => Promise.resolve(servers.connection))
  const trial = createTrial({ toolServers: servers.toolServers })
  const server = await trial.call(3, connectMcp, args, labelled(labels))
  if (!(server instanceof McpServerValue)) throw new Error('no server')
  return { server, trial, servers }
}

const failureOf = (facts: ToolServerFailureFacts) => {
  const { toolServers } = serversOf(() => Promise.reject(new ToolServerFailure(facts)))
  return createTrial({ toolServers })
    .call(3, connectMcp, ['files', 'run-it', []])
    .then(
      () => undefined,
      (error: unknown) => (error instanceof Object && 'problem' in error ? error.problem : error),
    )
}

describe('connecting', () => {
  it('asks for the server with the limits of the spec', async () => {
    const { servers } = await connect(['files', 'npx', ['-y', 'x']])
    expect(servers.requests[0]).toMatchObject({
      name: 'files',
      command: 'npx',
      args: ['-y', 'x'],
      environment: [],
      folder: undefined,
      startTimeoutMs: 30_000,
      listTimeoutMs: 30_000,
      callIdleTimeoutMs: 120_000,
      callTotalTimeoutMs: 900_000,
    })
  })

  it('follows the labels', async () => {
    const labels = { env: ['A', 'B=1'], cwd: 'sub', start_timeout: new Float(1.5), call_timeout: 3600, max_result: 7 }
    const { servers, server } = await connect(['files', 'npx', [], null], labels)
    expect(servers.requests[0]).toMatchObject({
      environment: ['A', 'B=1'],
      folder: 'sub',
      startTimeoutMs: 1_500,
      listTimeoutMs: 1_500,
      callIdleTimeoutMs: 3_600_000,
      callTotalTimeoutMs: 3_600_000,
    })
    expect(server.tools[0]?.definition).toMatchObject({ resultLengthMax: 7, capability: undefined })
  })

  it('gives a server with its tools, and audits nothing', async () => {
    const { server, trial } = await connect(['files', 'npx', [], 'files.use'])
    expect(server.textForm()).toBe('<mcp server files (2 tools)>')
    expect(server.tools.map((tool) => tool.textForm())).toEqual(['<mcp tool files.a>', '<mcp tool files.b>'])
    expect(server.tools[0]?.definition.capability).toBe('files.use')
    expect(server.tools.map((tool) => tool.readMember('description'))).toEqual(['does a', null])
    expect(trial.run.gate.auditEntries()).toEqual([])
  })

  it('gives the tools that are wanted, and warns of one that is not there', async () => {
    const { server, trial } = await connect(['files', 'npx', []], { tools: ['b', 'c'] })
    expect(server.tools.map((tool) => tool.textForm())).toEqual(['<mcp tool files.b>'])
    expect(trial.warnings.map(({ headline, hint }) => [headline, hint])).toEqual([
      ['the MCP server `files` has no tool `c`, which `tools:` names', undefined],
    ])
  })

  it('says which tools may have been meant by one that is not there', async () => {
    const tools = ['read_file', 'read_files', 'write_file'].map((name) => {
      return { name, description: undefined, inputSchema: { type: 'object' }, annotations: {} }
    })
    const { toolServers } = serversOf(() => Promise.resolve(connectionOf({ tools })))
    const trial = createTrial({ toolServers })
    await trial.call(3, connectMcp, ['files', 'npx', []], labelled({ tools: ['read_fil'] }))
    expect(trial.warnings.map(({ hint }) => hint)).toEqual(['names close to it are `read_file` and `read_files`'])
  })

  it('hands the headers of an address on as they are written', async () => {
    const { servers } = await connect(['shop', 'https://a/b', []], { headers: ['A: ${B}'] })
    expect(servers.requests[0]).toMatchObject({ command: 'https://a/b', headers: ['A: ${B}'] })
  })

  it('gives tools that a program cannot call', async () => {
    const { server, trial } = await connect(['files', 'npx', []])
    expect(() => callValue(trial.at(4), server.tools[0] ?? null, [1], noLabels)).toThrow(
      'the MCP tool `files.a` cannot be called from a program',
    )
  })

  it('closes it, and keeps name and tools', async () => {
    const { server, trial, servers } = await connect(['files', 'npx', []])
    function* closeTwice(): Steps {
      for (const line of [4, 5]) yield* complete(callValue(trial.at(line), server.closeMethod(), []))
      return yield* complete(callValue(trial.at(6), server.closeMethod(), []))
    }
    expect(await trial.drive(closeTwice())).toBeNull()
    expect(servers.closedCount()).toBe(3)
    expect([server.name, server.tools.length]).toEqual(['files', 2])
  })
})

describe('the arguments', () => {
  it.each<[readonly Value[], Readonly<Record<string, Value>>, string]>([
    [['only'], {}, 'wrong-argument-count'],
    [['n', 'c', [], null, null], {}, 'wrong-argument-count'],
    [[1, 'c', []], {}, 'wrong-builtin-argument'],
    [['', 'c', []], {}, 'wrong-builtin-argument'],
    [['n', 1, []], {}, 'wrong-builtin-argument'],
    [['n', '', []], {}, 'wrong-builtin-argument'],
    [['n', 'a\0b', []], {}, 'wrong-builtin-argument'],
    [['n', 'c', 'x'], {}, 'wrong-builtin-argument'],
    [['n', 'c', ['-x', 5]], {}, 'wrong-builtin-argument'],
    [['n', 'c', ['\0']], {}, 'wrong-builtin-argument'],
    [['n', 'c', [], 5], {}, 'wrong-builtin-argument'],
    [['n', 'c', []], { colour: 1 }, 'unknown-label'],
    [['n', 'c', []], { env: 'A' }, 'wrong-label-value'],
    [['n', 'c', []], { env: ['=secret'] }, 'wrong-label-value'],
    [['n', 'c', []], { cwd: '' }, 'wrong-label-value'],
    [['n', 'c', []], { start_timeout: 0 }, 'wrong-label-value'],
    [['n', 'c', []], { start_timeout: 'x' }, 'wrong-label-value'],
    [['n', 'c', []], { call_timeout: new Float(NaN) }, 'wrong-label-value'],
    [['n', 'c', []], { call_timeout: -1 }, 'wrong-label-value'],
    [['n', 'c', []], { max_result: 0 }, 'wrong-label-value'],
    [['n', 'c', []], { restart: 1 }, 'wrong-label-value'],
    [['n', 'c', []], { tools: 'a' }, 'wrong-label-value'],
    [['n', 'c', []], { headers: ['A: b'] }, 'wrong-label-value'],
    [['n', 'https://a/b', []], { headers: ['A b'] }, 'wrong-label-value'],
    [['n', 'https://a/b', []], { headers: ['Mcp-Session-Id: 1'] }, 'wrong-label-value'],
    [['n', 'https://a/b', []], { cwd: 'x' }, 'wrong-label-value'],
    [['n', 'https://a/b', []], { restart: true }, 'wrong-label-value'],
    [['n', 'https://a/b', ['x']], {}, 'wrong-builtin-argument'],
    [['n', 'https://', []], {}, 'wrong-builtin-argument'],
    [['n', 'https://me:word@a/b', []], {}, 'wrong-builtin-argument'],
  ])('%j with %j are refused', async (args, labels, code) => {
    await expect(connect(args, labels)).rejects.toMatchObject({
      site: 3,
      problem: { class: 'SenseRuntimeError', code },
    })
  })

  it('clamp huge timeouts', async () => {
    const { servers } = await connect(['n', 'c', []], { start_timeout: 10n ** 40n })
    expect(servers.requests[0]?.startTimeoutMs).toBe(2 ** 31 - 1)
  })
})

describe('a server that cannot start', () => {
  const exit = { status: 127, signal: undefined }
  it.each<[ToolServerFailureFacts, string]>([
    [{ kind: 'library-missing' }, 'the MCP server `files` needs the MCP library, which is not installed'],
    [
      { kind: 'environment-missing', subject: 'TOKEN' },
      'the MCP server `files` should get the environment variable TOKEN, which is not set',
    ],
    [
      { kind: 'folder-missing', subject: 'nowhere' },
      'the MCP server `files` cannot start in `nowhere`: there is no such folder',
    ],
    [
      { kind: 'command-not-found', subject: 'run-it', detail: 'no folder of PATH has it' },
      'the MCP server `files` could not be started: the command `run-it` was not found: no folder of PATH has it',
    ],
    [
      { kind: 'command-not-executable', subject: 'run-it', detail: 'it is a folder' },
      'the MCP server `files` could not be started: the command `run-it` cannot be executed: it is a folder',
    ],
    [{ kind: 'start-failed', exit }, 'the MCP server `files` could not be started: its command exited with status 127'],
    [{ kind: 'start-failed', detail: 'spawn E2BIG' }, 'the MCP server `files` could not be started: spawn E2BIG'],
    [
      { kind: 'start-timeout', subject: 'initialize' },
      'the MCP server `files` did not get ready within 30 s: it did not answer the handshake (`initialize`)',
    ],
    [
      { kind: 'start-timeout', subject: 'tools/list' },
      'the MCP server `files` did not get ready within 30 s: it did not list its tools (`tools/list`)',
    ],
    [{ kind: 'not-mcp', detail: 'hello' }, 'the command of the MCP server `files` does not speak MCP: hello'],
    [
      { kind: 'command-not-found', subject: 'npx -y x' },
      'the MCP server `files` could not be started: the command `npx -y x` was not found',
    ],
    [
      { kind: 'protocol-error', subject: 'tools/list', detail: 'no' },
      'the MCP server `files` could not be started: its answer to `tools/list` was an error: no',
    ],
    [
      { kind: 'invalid-answer', subject: 'tools/list', detail: 'no' },
      'the MCP server `files` could not be started: its answer to `tools/list` cannot be used: no',
    ],
    [
      { kind: 'unreachable', subject: 'https://a/b', detail: 'it is a web page' },
      'the MCP server `files` cannot be used at https://a/b: it is a web page',
    ],
    [
      { kind: 'header-invalid', subject: 'A' },
      'the header `A` of the MCP server `files` has a value that HTTP cannot send',
    ],
    [{ kind: 'protocol-error', detail: 'no' }, 'the MCP server `files` could not be started: no'],
  ])('for %j says %s', async (facts, headline) => {
    expect(await failureOf(facts)).toMatchObject({ class: 'SenseRuntimeError', headline })
  })

  it('names a command that may have been meant', async () => {
    const facts = { kind: 'command-not-found', subject: 'ndoe', names: ['node', 'npm'] } as const
    expect(await failureOf(facts)).toMatchObject({
      hint: 'a name close to it is `node`; if that is not meant, install what is missing',
    })
  })

  it('shows what it left: exit and stderr', async () => {
    expect(await failureOf({ kind: 'start-failed', exit, stderrLines: ['sh: not found'] })).toMatchObject({
      evidence: { facts: [['exit status', '127']], stderrLines: ['sh: not found'] },
    })
  })

  it('says where arguments go that stand in the command', async () => {
    const hintOf = async (command: string) =>
      (await failureOf({ kind: 'command-not-found', subject: command })) as object
    const hint = expect.stringContaining('its arguments in the Array') as unknown
    expect(await hintOf('npx -y @x .')).toMatchObject({ hint })
    expect(await hintOf('/opt/My Server/run')).not.toMatchObject({ hint })
  })

  it('names the package to install', async () => {
    expect(await failureOf({ kind: 'library-missing' })).toMatchObject({
      hint: expect.stringContaining('npm install @modelcontextprotocol/client') as unknown,
    })
  })

  it('says nothing when the run is cancelled: its reason goes on', async () => {
    const reason = new Error('stop')
    const { toolServers } = serversOf(() => {
      trial.aborter.abort(reason)
      return Promise.reject(new ToolServerFailure({ kind: 'cancelled' }))
    })
    const trial = createTrial({ toolServers })
    await expect(trial.call(3, connectMcp, ['n', 'c', []])).rejects.toBe(reason)
  })
})

describe('warnings of a server', () => {
  it.each([
    ['files.read', 0],
    ['größe', 0],
    ['read files!', 1],
    ['files..read', 1],
    ['', 1],
  ])('say that no policy can name a capability: %s', async (capability, count) => {
    const { trial } = await connect(['s', 'c', [], capability])
    expect(trial.warnings.map((problem) => problem.code)).toEqual(Array(count).fill('mcp-capability-unnamed'))
  })

  it('say once that it died, with its last words', async () => {
    const died = new ToolServerFailure({
      kind: 'died',
      exit: { status: 3, signal: undefined },
      stderrLines: ['no memory'],
    })
    const servers: ReturnType<typeof serversOf> = serversOf(() =>
      Promise.resolve({ ...servers.connection, callTool: () => Promise.reject(died) }),
    )
    const trial = createTrial({ toolServers: servers.toolServers })
    const server = await trial.call(3, connectMcp, ['s', 'c', []])
    if (!(server instanceof McpServerValue)) throw new Error('no server')
    const connection = server.tools[0]?.definition.connection
    for (let round = 0; round < 2; round += 1)
      await expect(connection?.callTool('a', {}, trial.run.signal)).rejects.toBe(died)
    expect(trial.warnings).toMatchObject([
      {
        code: 'mcp-server-ended',
        headline: 'the MCP server `s` exited with status 3; calls of its tools fail from now on',
        evidence: { stderrLines: ['no memory'] },
      },
    ])
  })

  it.each([
    [
      'in a call, that it is started again',
      'tools/call',
      '`restart:` starts it again for the next call, at most 10 times',
    ],
    ['before a call, that it is not', '', 'calls of its tools fail from now on'],
  ])('say of a server with `restart:` that died %s', async (_, subject, outlook) => {
    const died = new ToolServerFailure({ kind: 'died', subject, exit: { status: 3, signal: undefined } })
    let startCount = 0
    const servers: ReturnType<typeof serversOf> = serversOf(() => {
      startCount += 1
      return Promise.resolve({ ...servers.connection, callTool: () => Promise.reject(died) })
    })
    const trial = createTrial({ toolServers: servers.toolServers })
    const server = await trial.call(3, connectMcp, ['s', 'c', []], labelled({ restart: true }))
    if (!(server instanceof McpServerValue)) throw new Error('no server')
    const connection = server.tools[0]?.definition.connection
    while (startCount < (subject === '' ? 11 : 1))
      await expect(connection?.callTool('a', {}, trial.run.signal)).rejects.toBe(died)
    await expect(connection?.callTool('a', {}, trial.run.signal)).rejects.toBe(died)
    expect(trial.warnings.map(({ headline }) => headline)).toEqual([
      `the MCP server \`s\` exited with status 3; ${outlook}`,
    ])
  })

  it('say once for each kind what a server wrote that failed a call, and nothing where it wrote nothing', async () => {
    const failures = (['call-timeout', 'protocol-error', 'call-timeout', 'invalid-answer'] as const).map(
      (kind, index) =>
        new ToolServerFailure({
          kind,
          detail: 'no luck',
          stderrLines: kind === 'invalid-answer' ? [] : [`log ${index}`],
        }),
    )
    const rejections = [...failures]
    const servers: ReturnType<typeof serversOf> = serversOf(() =>
      Promise.resolve({
        ...servers.connection,
        callTool: () => Promise.reject(rejections.shift() ?? new Error('none')),
      }),
    )
    const trial = createTrial({ toolServers: servers.toolServers })
    const server = await trial.call(3, connectMcp, ['s', 'c', []])
    if (!(server instanceof McpServerValue)) throw new Error('no server')
    const connection = server.tools[0]?.definition.connection
    for (const failure of failures) await expect(connection?.callTool('a', {}, trial.run.signal)).rejects.toBe(failure)
    expect(trial.warnings).toMatchObject(
      [0, 1].map((index) => ({
        code: 'mcp-call-troubled',
        headline: 'a call of `s.a` failed at the MCP server `s`: no luck',
        evidence: { stderrLines: [`log ${index}`] },
      })),
    )
  })

  it('reach the user with the name of the server', async () => {
    const servers: ReturnType<typeof serversOf> = serversOf((request) => {
      request.onWarning({ kind: 'bad-tool', subject: '"x"', detail: 'no schema' })
      request.onWarning({ kind: 'bad-tool', subject: '', detail: '3 more' })
      request.onWarning({ kind: 'duplicate-tool', subject: 'y', detail: '' })
      request.onWarning({ kind: 'list-incomplete', subject: 'tools/list', detail: 'a page twice' })
      request.onWarning({ kind: 'stdout-noise', subject: '', detail: 'Hello' })
      request.onWarning({ kind: 'slow-start', subject: 's', detail: 'initialize' })
      return Promise.resolve(servers.connection)
    })
    const trial = createTrial({ toolServers: servers.toolServers })
    await trial.call(3, connectMcp, ['s', 'c', []])
    expect(trial.warnings.map((problem) => [problem.class, problem.headline])).toEqual([
      ['warning', 'the MCP server `s` lists a tool that breaks the protocol, `"x"`: no schema'],
      ['warning', 'the MCP server `s` lists tools that break the protocol: 3 more'],
      ['warning', 'the MCP server `s` lists the tool `y` twice; the first one is kept'],
      ['warning', 'the list of tools of the MCP server `s` is incomplete: a page twice'],
      ['warning', 'the MCP server `s` writes text to stdout that is not MCP: Hello'],
      ['warning', 'the MCP server `s` is still starting: it did not answer the handshake (`initialize`) yet'],
    ])
  })
})

function onlyOf<Element>(elements: readonly Element[]): Element {
  const [element] = elements
  if (element === undefined) throw new Error('there is one')
  return element
}
