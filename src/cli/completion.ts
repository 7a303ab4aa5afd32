/**
 * `sense completion SHELL`: a script that teaches a shell to complete command lines of `sense`.
 *
 * The scripts are made of the tables of commands and options, so they know what this version knows and need not start it.
 */

import { allCodes } from '../compiler/diagnostics/catalogue.ts'
import type { CommandContext } from './command-context.ts'
import { printAndLeave } from './command-context.ts'
import type { CommandShape } from './commands.ts'
import { commandShapes } from './commands.ts'
import type { ExitStatus } from './exit.ts'
import { exitStatus } from './exit.ts'
import type { OptionShape } from './options.ts'
import { optionShape, takesWord } from './options.ts'
import type { Shell } from './shells.ts'
import { shells } from './shells.ts'

export interface CompletionRequest {
  readonly kind: 'completion'
  readonly shell: Shell
}

export function completion({ shell }: CompletionRequest, context: CommandContext): ExitStatus {
  return printAndLeave(context, scripts[shell](), exitStatus.success)
}

const scripts: Readonly<Record<Shell, () => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript }

function optionsOf({ options }: CommandShape): readonly OptionShape[] {
  return [...options, 'help' as const].flatMap((name) => {
    const shape = optionShape(name)
    return shape === undefined ? [] : [shape]
  })
}

/** What the operands of a command can be; undefined for files. */
function wordsFor({ completes }: CommandShape): readonly string[] | undefined {
  switch (completes) {
    case 'files':
      return undefined
    case 'codes':
      return allCodes
    case 'shells':
      return shells
    case 'nothing':
      return []
  }
}

const valuedOptions = (): readonly OptionShape[] =>
  commandShapes.flatMap(optionsOf).filter(({ words }) => words !== undefined)

// ---- bash

function bashScript(): string {
  const names = commandShapes.map(({ name }) => name)
  const cases = commandShapes.map((command) => {
    const options = optionsOf(command).flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])])
    const words = wordsFor(command)
    const operands = words === undefined ? 'files=1' : `words="${words.join(' ')}"`
    return `    ${command.name}) options="${options.join(' ')}"; ${operands} ;;\n`
  })
  const values = [...new Map(valuedOptions().map((option) => [option.name, option])).values()].map(
    ({ name, words = [] }) =>
      `    --${name}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current")); return ;;\n`,
  )
  return `# bash completion for sense: put  eval "$(sense completion bash)"  into ~/.bashrc
_sense() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local options="" words="" files=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names.join(' ')} --help --version" -- "$current"))
    return
  fi
  case "$previous" in
${values.join('')}  esac
  case "$command" in
${cases.join('')}  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [ -n "$files" ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -X '!*.sns' -- "$current") $(compgen -d -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _sense sense
`
}

// ---- zsh

function zshScript(): string {
  const summaries = commandShapes.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}\n`)
  const cases = commandShapes.map((command) => {
    const options = optionsOf(command).map((option) => `        ${zshOption(option)} \\\n`)
    const words = wordsFor(command)
    const operands = words === undefined ? `_files -g "*.sns(-.)"` : `compadd -- ${words.join(' ')}`
    return `    ${command.name})\n      _arguments \\\n${options.join('')}        ${quoted(`*:: :{${operands}}`)}\n      ;;\n`
  })
  return `#compdef sense
# zsh completion for sense: put  eval "$(sense completion zsh)"  into ~/.zshrc, behind compinit
_sense() {
  local -a commands=(
${summaries.join('')}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments ${quoted('--help[print help]')} ${quoted('--version[print the version]')}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('')}  esac
}
compdef _sense sense
`
}

function zshOption(option: OptionShape): string {
  const { name, short, words, about } = option
  const text = about.split(/[;:.]/)[0]?.replaceAll(/[[\]]/g, '') ?? ''
  const values = words === undefined ? ' ' : `(${words.join(' ')})`
  const isValued = takesWord(option)
  const long = quoted(`--${name}${isValued ? '=' : ''}[${text}]${isValued ? `:${name}:${values}` : ''}`)
  return short === undefined ? long : `${quoted(`-${short}[${text}]`)} ${long}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

// ---- fish

function fishScript(): string {
  const lines = [
    '# fish completion for sense: put  sense completion fish | source  into ~/.config/fish/config.fish',
    'complete -c sense -f',
  ]
  const seen = (name: string): string => quoted(`__fish_seen_subcommand_from ${name}`)
  for (const command of commandShapes) {
    const { name, summary } = command
    lines.push(`complete -c sense -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`)
    for (const option of optionsOf(command)) lines.push(`complete -c sense -n ${seen(name)} ${fishOption(option)}`)
    const words = wordsFor(command)
    if (words === undefined) lines.push(`complete -c sense -n ${seen(name)} -F`)
    else if (words.length > 0) lines.push(`complete -c sense -n ${seen(name)} -a ${quoted(words.join(' '))}`)
  }
  lines.push("complete -c sense -n __fish_use_subcommand -l version -d 'print the version'")
  return `${lines.join('\n')}\n`
}

function fishOption(option: OptionShape): string {
  const { name, short, words, about } = option
  const text = about.split(/[;:.]/)[0] ?? ''
  const isValued = takesWord(option) ? ' -x' : ''
  const values = words === undefined ? '' : ` -a ${quoted(words.join(' '))}`
  return `-l ${name}${short === undefined ? '' : ` -s ${short}`}${isValued}${values} -d ${quoted(text)}`
}
