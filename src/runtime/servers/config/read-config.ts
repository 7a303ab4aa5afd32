/** A file of servers as it is read by a program and by `sense mcp`: with the environment, with other files, with a person. */

import type { ClockPort } from '../../ports/clock.ts'
import type { ConsolePort } from '../../ports/console.ts'
import type { EnvironmentPort } from '../../ports/environment.ts'
import type { QuestionField } from '../../ports/server-questions.ts'
import type { SecretsPort } from '../../ports/secrets.ts'
import { askFields } from '../ask-person.ts'
import type { ConfigFile } from './config-file.ts'
import { configFileOf, inputsNeededBy } from './config-file.ts'

export interface ConfigReading {
  /** The path of the file, as somebody wrote it, and absolute. */
  readonly shownPath: string
  readonly path: string
  readonly environment: EnvironmentPort
  readonly secrets: SecretsPort
  readonly textOf: (path: string) => string | undefined
  /** Who is asked; undefined where nobody is. */
  readonly person: Person | undefined
}

interface Person {
  readonly console: ConsolePort
  readonly clock: ClockPort
  readonly signal: AbortSignal
}

/** Rejects only with the reason of the person's signal. */
export async function readConfig(text: string, reading: ConfigReading): Promise<ConfigFile> {
  const { path, environment, secrets, textOf } = reading
  const inputs = inputsNeededBy(text)
  const fields = inputs.flatMap(({ field }) => (field === undefined ? [] : [field]))
  const answers = await answersTo(fields, reading)
  for (const { id, isPassword } of inputs) {
    const answer = answers.get(id)
    if (isPassword && answer !== undefined) secrets.add(id, answer)
  }
  return configFileOf(text, {
    folder: path.replace(/[/\\][^/\\]*$/, '') || '/',
    variable: (name) => environment.get(name),
    onValue: (name, value) => secrets.add(name, value),
    textOf,
    answers,
  })
}

/** None where nobody is there, or does not want to answer. */
async function answersTo(
  fields: readonly QuestionField[],
  { person, shownPath }: ConfigReading,
): Promise<ReadonlyMap<string, string>> {
  if (fields.length === 0 || person?.console.hasListener?.() !== true) return new Map()
  const head = ['The servers of this file need:', 'Answer each line; /cancel goes on without them.']
  const answer = await askFields({ ...person, speaker: shownPath }, head, fields)
  if (answer.kind !== 'accepted') return new Map()
  const texts = Object.entries(answer.values).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return new Map(texts)
}
