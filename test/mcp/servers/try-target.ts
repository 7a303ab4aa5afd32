/** Connects a real server in a Sense program of its own, lists its tools, lets a model call one, and closes it. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSense } from '../../cli/sense-process.ts'
import { commandOf } from './targets.ts'
import type { Target } from './targets.ts'

/** Undefined when all was as expected, else what was not. */
export async function tryTarget(
  target: Target,
  installed: Readonly<Record<Target['origin'], string>>,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'sense-servers-'))
  const web = createServer((_, response) => response.end('<html><body><p>a page of our own</p></body></html>'))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const address = web.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    writeFileSync(join(folder, 'a.txt'), 'héllo')
    execFileSync('git', ['init', '-q', folder])
    const path = join(folder, 'program.sns')
    const fill = (text: string) => text.replaceAll('FOLDER', folder).replaceAll('PORT', String(port))
    writeFileSync(path, fill(programFor(target, commandOf(target, installed))))
    const { stdout, stderr, status } = await runSense(['run', path], { folder })
    const output = `${stdout}${stderr}`
    if (target.startFailure !== undefined) {
      return status === 1 && target.startFailure.test(stderr) ? undefined : `not the expected failure:\n${output}`
    }
    const isFound = new RegExp(target.expected).test(stdout)
    return status === 0 && isFound && stdout.startsWith('tools') ? undefined : `status ${status}\n${output}`
  } finally {
    web.close()
    rmSync(folder, { recursive: true })
  }
}

/** Looks at all of them with `sense mcp check`, from one file; undefined when each is found as it should be. */
export async function checkTargets(
  targets: readonly Target[],
  installed: Readonly<Record<Target['origin'], string>>,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'sense-servers-'))
  try {
    execFileSync('git', ['init', '-q', folder])
    const entries = targets.map((target) => {
      const [command = '', ...first] = commandOf(target, installed)
      const env = Object.fromEntries((target.env ?? []).map((variable) => variable.split('=')))
      return [target.name, { command, args: [...first, ...target.args], env }] as const
    })
    const path = join(folder, 'servers.json')
    const text = JSON.stringify({ mcpServers: Object.fromEntries(entries) })
    writeFileSync(path, text.replaceAll('FOLDER', folder))
    const { stdout, stderr } = await runSense(['mcp', 'check', path, '--timeout', '120'], { folder })
    const lines = stdout.split('\n')
    const isAsExpected = ({ name, startFailure }: Target) =>
      lines.some((line) =>
        startFailure === undefined ? line.startsWith(`ok       ${name}: `) : line === `failed   ${name}`,
      )
    return targets.every(isAsExpected) ? undefined : `${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function programFor({ name, args, env = [], call }: Target, [command = '', ...first]: readonly string[]): string {
  const server = name.replaceAll(/[^a-z]/g, '_')
  const turn = `call ${server}.${call.tool} ${JSON.stringify(call.args)}`
  return `
server = connect_mcp("${server}", ${JSON.stringify(command)}, ${JSON.stringify([...first, ...args])}, env: ${JSON.stringify(env)})
print("tools", len(server.tools) > 0)
model script = inference("mock", "script", script: [${JSON.stringify(turn)}, "{result}"])
set delegation = script
print(ask_with_tools("go", server.tools).value)
server.close()
`
}
