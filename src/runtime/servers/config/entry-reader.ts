/** The fields of one entry of a file of servers, each checked and with its variables put in. */

import { isExactNumber, isJsonObject } from '../../ports/exact-json.ts'
import { expandedVariables } from '../../ports/expanded-variables.ts'
import type { ConfigInput } from './config-inputs.ts'
import { variablesIn } from './env-file.ts'

export interface ConfigSurroundings {
  /** The folder of the file, absolute. */
  readonly folder: string
  readonly variable: (name: string) => string | undefined
  /** Told of each value that was put in from the environment or a file of variables. */
  readonly onValue: (name: string, value: string) => void
  /** The text of a file; undefined where it cannot be read. */
  readonly textOf: (path: string) => string | undefined
  /** What the file asks a person for, and the answers that there are. */
  readonly inputs: readonly ConfigInput[]
  readonly answers: ReadonlyMap<string, string>
}

export type Fields = Readonly<Record<string, unknown>>

/** What is wrong with one field. The message completes "the entry cannot be used: ". */
export class FieldFault extends Error {}

export class EntryReader {
  readonly #fields: Fields
  readonly #surroundings: ConfigSurroundings

  constructor(fields: Fields, surroundings: ConfigSurroundings) {
    this.#fields = fields
    this.#surroundings = surroundings
  }

  text(field: string): string | undefined {
    const value = this.#fields[field] ?? undefined
    return value === undefined ? undefined : this.#expanded(field, value)
  }

  texts(field: string): readonly string[] {
    const value = this.#fields[field] ?? []
    if (!Array.isArray(value)) throw new FieldFault(`\`${field}\` is no array of strings`)
    return (value as readonly unknown[]).map((element, index) => this.#expanded(`${field}[${index}]`, element))
  }

  pairs(field: string): readonly (readonly [name: string, value: string])[] {
    const value = this.#fields[field] ?? {}
    if (!isJsonObject(value)) throw new FieldFault(`\`${field}\` is no object of strings`)
    return Object.entries(value).map(([name, given]) => {
      if (name === '' || /[=:\0\s]/.test(name)) throw new FieldFault(`\`${field}\` has a name that cannot be one`)
      // Switches and numbers are often written without quotes.
      const isWord = typeof given === 'number' || typeof given === 'boolean' || isExactNumber(given)
      const text = isWord ? JSON.stringify(given) : given
      return [name, this.#expanded(`${field}.${name}`, text)]
    })
  }

  /** The variables of the file that a field names, relative to the workspace. */
  variables(field: string): ReadonlyMap<string, string> {
    const path = this.text(field)
    if (path === undefined) return new Map()
    const isAbsolute = /^(?:[A-Za-z]:)?[/\\]/.test(path)
    const text = this.#surroundings.textOf(isAbsolute ? path : `${this.#workspace}/${path}`)
    if (text === undefined) throw new FieldFault(`\`${field}\` names ${path}, which cannot be read`)
    if (text.includes('\0')) throw new FieldFault(`\`${field}\` names ${path}, which has a NUL character`)
    const variables = variablesIn(text)
    for (const [name, value] of variables) this.#surroundings.onValue(name, value)
    return variables
  }

  #expanded(field: string, value: unknown): string {
    if (typeof value !== 'string') throw new FieldFault(`\`${field}\` is no string`)
    if (value.includes('\0')) throw new FieldFault(`\`${field}\` has a NUL character`)
    const { text, missing } = expandedVariables(value, (name) => this.#valueOf(name))
    const [first] = missing
    if (first === undefined) return text
    const id = /^input:(.*)$/.exec(first)?.[1]
    throw new FieldFault(`\`${field}\` needs ${id === undefined ? this.#variableFault(first) : this.#inputFault(id)}`)
  }

  #variableFault(name: string): string {
    return `the variable \${${name}}, which is not set`
  }

  #inputFault(id: string): string {
    const input = this.#surroundings.inputs.find((one) => one.id === id)
    if (input === undefined) return `\${input:${id}}, which \`inputs\` of the file does not have`
    if (input.field === undefined) return `\${input:${id}}, which is not asked of a person here; write \${env:NAME}`
    return `\${input:${id}}, and nobody has answered; run it on a terminal, or write \${env:NAME} in its place`
  }

  #valueOf(name: string): string | undefined {
    const { folder, variable, onValue, answers } = this.#surroundings
    if (name === 'workspaceFolder') return this.#workspace
    if (name === 'workspaceFolderBasename') return this.#workspace.split(/[/\\]/).at(-1)
    if (name === 'pathSeparator' || name === '/') return folder.startsWith('/') ? '/' : '\\'
    if (name === 'userHome') return variable('HOME') ?? variable('USERPROFILE')
    if (name.startsWith('input:')) return answers.get(name.slice('input:'.length))
    const environmentName = name.replace(/^env:/, '')
    if (environmentName.includes(':')) return undefined
    const value = variable(environmentName)
    if (value !== undefined) onValue(environmentName, value)
    return value
  }

  get #workspace(): string {
    return this.#surroundings.folder.replace(/[/\\]\.(?:vscode|cursor|mcp)$/, '')
  }
}
