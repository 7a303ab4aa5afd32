/**
 * `npm run test:clients`: clients of other makers at `sense serve`: the official Inspector's command line, and the package `mcp` of
 * PyPI, in both eras and over both transports.
 *
 * They are installed once, into `node_modules/.cache/sense-clients`. Without Python with venv that client is left out.
 */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { repository } from '../../cli/sense-process.ts'
import { eras, HttpProcess, serveWords } from '../served.ts'
import type { Era } from '../served.ts'

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const PYTHON_CLIENT = 'mcp==2.3.0'
const LIMIT_MS = 120_000

const cache = join(repository, 'node_modules/.cache/sense-clients')
const shop = join(import.meta.dirname, '../shop.sns')
const overStdio = [process.execPath, ...serveWords([shop])]
const denied = "error: tool 'remove' requires capability 'shop.write', which is denied by policy"
let failedCount = 0
let passedCount = 0

await tryInspector(installedInspector())
const python = installedPython()
if (python === undefined) console.log('left out  mcp of PyPI: there is no Python with venv')
else await tryPython(python)
console.log(`${passedCount} passed, ${failedCount} failed`)
process.exitCode = failedCount === 0 ? 0 : 1

// ---- The Inspector

async function tryInspector(inspector: string): Promise<void> {
  for (const era of eras) {
    for (const transport of ['stdio', 'http'] as const) {
      const http = transport === 'http' ? new HttpProcess([shop]) : undefined
      const address = await http?.address()
      const options = ['--cli', '--format', 'json', '--quiet', '--protocol-era', era]
      const target =
        address === undefined
          ? ['--', ...overStdio]
          : ['--server-url', address.url.href, '--header', `Authorization: Bearer ${address.token}`]
      const inspect = async (...words: readonly string[]): Promise<Run> =>
        await run([process.execPath, inspector, ...options, ...words, ...target])
      const name = `Inspector, ${era}, ${transport}`
      const list = await inspect('--method', 'tools/list', '--strict')
      check(`${name}: list`, [list.status, list.output.includes('The price of an item')], [0, true], list.output)
      const call = await inspect('--method', 'tools/call', '--tool-name', 'price', '--tool-args-json', '{"item":"tea"}')
      check(`${name}: call`, [call.status, call.output.includes('250')], [0, true], call.output)
      const deny = await inspect(
        '--method',
        'tools/call',
        '--tool-name',
        'remove',
        '--tool-args-json',
        '{"item":"tea"}',
      )
      check(`${name}: denied call`, [deny.status, deny.output.includes(denied)], [5, true], deny.output)
      await http?.stop()
    }
  }
}

function installedInspector(): string {
  const folder = join(cache, 'npm')
  const main = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
  if (!existsSync(main)) install('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, INSPECTOR])
  return main
}

// ---- Python

async function tryPython(command: string): Promise<void> {
  const script = join(import.meta.dirname, 'client.py')
  for (const era of eras) {
    const stdio = await run([command, script, era, ...overStdio])
    checkPython(`mcp of PyPI, ${era}, stdio`, era, stdio)
    const http = new HttpProcess([shop])
    const { url, token } = await http.address()
    checkPython(`mcp of PyPI, ${era}, http`, era, await run([command, script, era, url.href, token]))
    await http.stop()
  }
}

function checkPython(name: string, era: Era, { output }: Run): void {
  const line = output.split('\n').find((each) => each.startsWith('{')) ?? '{}'
  const { wrong, ...found } = JSON.parse(line) as Readonly<Record<string, unknown>>
  check(
    `${name}: list, call, denied call, approval, question, cancel`,
    found,
    {
      protocol: era === 'legacy' ? '2025-11-25' : '2026-07-28',
      tools: ['price', 'remove', 'pay', 'take', 'greet', 'hang', 'steps', 'state'],
      price: ['250', false],
      denied: [denied, true],
      approved: ['sent 5 cents to Town', false],
      greeted: ['Hello, Ada Ada!', false],
      state: '[[Town 5], failed]',
      asked: [
        'Approve irreversible action \'transfer\'?\n  to: "Town"\n  cents: 5\nIt uses the capability money.spend.',
        'Your first name?',
        'Your last name?',
      ],
    },
    output,
  )
  check(`${name}: wrong arguments`, String(wrong).includes('String'), true, output)
}

function installedPython(): string | undefined {
  if (spawnSync('python3', ['-c', 'import venv']).status !== 0) return undefined
  const folder = join(cache, 'python')
  const command = join(folder, 'bin/python')
  if (spawnSync(command, ['-c', 'import mcp']).status === 0) return command
  install('python3', ['-m', 'venv', folder])
  install(join(folder, 'bin/pip'), ['install', '--quiet', PYTHON_CLIENT])
  return command
}

// ---- Both

function install(command: string, args: readonly string[]): void {
  console.log(`installing: ${[command, ...args].join(' ')}`)
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ended with status ${String(status)}`)
}

function check(name: string, found: unknown, expected: unknown, output: string): void {
  const isRight = isDeepStrictEqual(found, expected)
  console.log(`${isRight ? 'passed' : 'FAILED'}  ${name}`)
  if (isRight) passedCount += 1
  else {
    failedCount += 1
    console.log(`    ${JSON.stringify(found)}\n${output.replaceAll(/^/gm, '    ')}`)
  }
}

interface Run {
  readonly status: number | null
  readonly output: string
}

function run([command = '', ...args]: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('close', (status) => {
      resolve({ status, output })
    })
  })
}
