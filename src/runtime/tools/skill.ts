/** Skills: a few tools under one name and description, to hand to a model together (spec 02 §2). */

import { skillWithoutTools, wrongBuiltinArgument } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { BuiltinDefinition } from '../execution/builtin.ts'
import type { MemberHolder } from '../execution/callable.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isArray } from '../values/value.ts'
import { quotedName } from './quoted-name.ts'
import type { Tool } from './tools-for-model.ts'
import { toolForModel } from './tools-for-model.ts'

export class Skill implements MemberHolder {
  readonly typeName = 'Skill'
  readonly memberNames: readonly string[] = ['name', 'description', 'tools']
  readonly name: string
  readonly description: string
  readonly tools: readonly Tool[]

  constructor(name: string, description: string, tools: readonly Tool[]) {
    this.name = name
    this.description = description
    this.tools = tools
  }

  textForm(): string {
    return `<skill ${this.name} (${this.tools.length} tools)>`
  }

  readMember(member: string): Value | undefined {
    if (member === 'name') return this.name
    if (member === 'description') return this.description
    // A copy: what a program pushes to it must not get past the checks of `skill`.
    if (member === 'tools') return [...this.tools]
    return undefined
  }
}

const skill: BuiltinDefinition = {
  name: 'skill',
  argumentsMin: 3,
  argumentsMax: 3,
  usage: 'skill(name, description, tools)',
  implementation: ({ site }, [name = null, description = null, tools = null]) => {
    const checkedName = checkedString('its name', name, site)
    const checkedDescription = checkedString('its description', description, site)
    return new Skill(checkedName, checkedDescription, checkedTools(checkedName, tools, site))
  },
}

export const toolBuiltins: readonly BuiltinDefinition[] = [skill]

function checkedTools(name: string, tools: Value, site: SiteId): readonly Tool[] {
  if (!isArray(tools)) throw wrongArgument('its tools', 'an Array of Tools', tools, site)
  if (tools.length === 0) throw new SenseError(skillWithoutTools(quotedName(name)), site)
  return tools.map((element, index) => toolForModel(element, index, 'skill', 'Tools', site))
}

function checkedString(parameter: string, value: Value, site: SiteId): string {
  if (typeof value === 'string') return value
  throw wrongArgument(parameter, 'a String', value, site)
}

function wrongArgument(parameter: string, expected: string, value: Value, site: SiteId): SenseError {
  return new SenseError(wrongBuiltinArgument('skill', parameter, expected, describeValue(value)), site)
}
