/**
 * `sense doctor`: whether this machine has what programs of Sense may need.
 *
 * Of variables it says only whether they are set: their values may be secrets, and people paste this text into reports.
 */

import { nodeEnvironment } from '../adapters/node/environment.ts'
import { optionalPackages, versionOfCommand } from '../adapters/node/installation.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import { pythonName } from '../adapters/python/python-command.ts'
import type { CommandContext } from './command-context.ts'
import { printAndLeave } from './command-context.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'

export interface DoctorRequest {
  readonly kind: 'doctor'
  readonly isJson: boolean
}

type State = 'ok' | 'missing' | 'set' | 'not set'

interface Finding {
  readonly name: string
  readonly state: State
  /** What was found. */
  readonly detail: string
  /** What needs it. */
  readonly purpose: string
}

export function doctor({ isJson }: DoctorRequest, context: CommandContext): ExitStatus {
  const findings = [...programs(), ...packages(), ...variables.map(variable)]
  const text = isJson ? findings.map((finding) => `${JSON.stringify(finding)}\n`).join('') : findingsText(findings)
  return printAndLeave(context, text, exitStatus.success)
}

function programs(): readonly Finding[] {
  const python = pythonName(nodeEnvironment.get('SENSE_PYTHON')).name
  return [
    { name: 'sense', state: 'ok', detail: packageVersion(), purpose: '' },
    { name: 'node', state: 'ok', detail: process.versions.node, purpose: '' },
    command(python, '`import python`'),
    command('npx', 'MCP servers that come as npm packages'),
    command('uvx', 'MCP servers that come as Python packages'),
  ]
}

function command(name: string, purpose: string): Finding {
  const version = versionOfCommand(name)
  return { name, state: version === undefined ? 'missing' : 'ok', detail: version ?? '', purpose }
}

function packages(): readonly Finding[] {
  return optionalPackages().map(({ name, version }) => ({
    name,
    state: version === undefined ? 'missing' : 'ok',
    detail: version ?? '',
    purpose: version === undefined ? `optional: \`npm install ${name}\`` : 'optional package',
  }))
}

const variables: readonly (readonly [name: string, purpose: string])[] = [
  ['ANTHROPIC_API_KEY', '`inference("anthropic")`'],
  ['OPENAI_API_KEY', '`inference("openai")`'],
  ['OLLAMA_HOST', '`inference("ollama", ...)` on another machine'],
  ['SENSE_MODEL', 'the model of programs that set none'],
  ['SENSE_MEMORY_DIR', 'where persistent memories live'],
  ['SENSE_PYTHON', 'another Python than `python3`'],
]

function variable([name, purpose]: (typeof variables)[number]): Finding {
  const isSet = (nodeEnvironment.get(name) ?? '') !== ''
  return { name, state: isSet ? 'set' : 'not set', detail: '', purpose }
}

function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.map(({ name, state, detail, purpose }) =>
    `${state.padEnd(7)}  ${name.padEnd(width)}  ${[detail, purpose && `(${purpose})`].filter(Boolean).join(' ')}`.trimEnd(),
  )
  return lines.map((line) => `${line}\n`).join('')
}
