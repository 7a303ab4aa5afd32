/** What `--help` prints, made of the tables of commands and options. */

import { wrapText } from '../compiler/diagnostics/wrap-text.ts'
import type { CommandName, CommandShape } from './commands.ts'
import { commandShapes } from './commands.ts'
import type { OptionName } from './options.ts'
import { optionShape, optionUsage } from './options.ts'

export type HelpTopic = 'sense' | CommandName

export function helpText(topic: HelpTopic): string {
  const command = commandShapes.find(({ name }) => name === topic)
  return command === undefined ? senseHelp() : commandHelp(command)
}

function senseHelp(): string {
  const rows = commandShapes.map(
    ({ name, operands, summary }) => [`sense ${name} ${operands}`.trimEnd(), summary] as const,
  )
  const others = [
    ['sense COMMAND --help', 'more about one command'],
    ['sense --version', 'print the version'],
    ['sense --help', 'print this text'],
  ] as const
  return `sense: runs programs written in Sense, a small language for AI automations

usage
${columns([...rows, ...others])}
first steps
  echo 'print("hello")' > hello.sns
  sense run hello.sns
`
}

function commandHelp(command: CommandShape): string {
  const { name, summary, operands, about, statuses } = command
  const options = [...command.options, 'help' as const].flatMap(shownOption)
  const parts = [
    `sense ${name}: ${summary}\n`,
    `usage\n  sense ${name} [options] ${operands}`.trimEnd() + '\n',
    ...(about.length === 0 ? [] : [about.map((line) => `  ${line}`.trimEnd() + '\n').join('')]),
    `options\n${columns(options)}`,
    ...(command.options.includes('error-format') ? [`environment\n${columns(environment)}`] : []),
    `exit status\n${columns(statuses.map(([status, meaning]) => [String(status), meaning]))}`,
  ]
  return parts.join('\n')
}

const environment = [
  ['SENSE_ERROR_FORMAT', 'as --error-format'],
  ['SENSE_MODEL', 'as --model'],
  ['ANTHROPIC_API_KEY, OPENAI_API_KEY', 'the keys of models'],
  ['OLLAMA_HOST', 'where Ollama runs'],
  ['NO_COLOR', 'no colours, whatever the terminal can do'],
  ['FORCE_COLOR', 'colours also where reports do not go to a terminal'],
] as const

function shownOption(name: OptionName): readonly (readonly [usage: string, about: string])[] {
  const shape = optionShape(name)
  return shape === undefined ? [] : [[optionUsage(shape), shape.about]]
}

/** What is longer has a line of its own, so that the right column keeps half of the width. */
const leftColumnMax = 36

/** Two columns; the lines of the right one stand below each other. */
function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const lengths = rows.map(([left]) => left.length)
  const width = Math.max(...lengths.filter((length) => length <= leftColumnMax), 0)
  const lines = rows.flatMap(([left, right]) => {
    const isLong = left.length > width
    const beside = wrapText(`  ${(isLong ? '' : left).padEnd(width)}   `, right)
    return isLong ? [`  ${left}`, ...beside] : beside
  })
  return lines.map((line) => `${line}\n`).join('')
}
