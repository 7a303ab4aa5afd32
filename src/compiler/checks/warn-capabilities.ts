/**
 * Capabilities: required, but decided by no rule; decided, but required by nobody and probably misspelt; and `approval` on a
 * tool, where it is just a name.
 */

import { languageCapabilities } from '../../language/capabilities.ts'
import { coversCapability, ruleNamesOf } from '../../language/rule-names.ts'
import * as words from '../diagnostics/catalogue/warnings.ts'
import { nearNames } from '../diagnostics/near-names.ts'
import type { CapabilityNode, Expression, Program } from '../syntax/tree.ts'
import type { CapabilityUse, CheckedFile } from './checked-file.ts'
import { visitProgram } from './visit-statements.ts'

export function warnCapabilities(checked: CheckedFile): void {
  const { analysis, capabilities, warn } = checked
  const known = [...capabilities.required, ...languageCapabilities]
  const undecided = new Set<string>()
  for (const { text, span } of requiredIn(analysis.program).all) {
    if (isDecided(text, capabilities) || undecided.has(text)) continue
    undecided.add(text)
    warn(words.capabilityUndecided(text, slipsOf(text, capabilities.decided)), span)
  }
  visitProgram(analysis.program, {
    onStatement(statement) {
      if (statement.kind === 'tool-declaration' && statement.capability?.text === 'approval') {
        warn(words.approvalOnTool(statement.name.text), statement.capability.span)
      }
      if (statement.kind !== 'policy') return
      for (const { capability } of statement.rules) {
        if (isOfUse(capability.text, known, capabilities.connections)) continue
        const inner = known.filter((name) => name.startsWith(`${capability.text}.`))
        const near = inner.length > 0 ? inner : slipsOf(capability.text, withPatterns(known))
        // Whoever reads that a capability is undecided is told of the rule already.
        if (near.length === 0 || near.some((name) => undecided.has(name))) continue
        warn(words.capabilityUnknown(capability.text, near), capability.span)
      }
    },
  })
}

function isDecided(capability: string, { decided, connections }: CapabilityUse): boolean {
  const names = ruleNamesOf(capability, { kind: connections.has(capability) ? 'connection' : 'plain' })
  return names.some((name) => decided.has(name)) || [...decided].some((rule) => coversCapability(rule, capability))
}

/** Whether a rule decides something that is known, or may be about a tool of a connection. */
function isOfUse(rule: string, known: readonly string[], connections: ReadonlySet<string>): boolean {
  if (known.some((name) => name === rule || coversCapability(rule, name))) return true
  return [...connections].some((connection) => rule.startsWith(`${connection}.`))
}

/** The names, and the patterns that cover them: what a rule may have been meant to say. */
function withPatterns(names: readonly string[]): readonly string[] {
  const patterns = names.filter((name) => name.includes('.')).map((name) => `${name.slice(0, name.lastIndexOf('.'))}.*`)
  return [...names, ...new Set(patterns)]
}

/** Names that differ by a slip of the keyboard; one with more or fewer parts is another capability. */
function slipsOf(capability: string, others: Iterable<string>): readonly string[] {
  const parts = capability.split('.').length
  return nearNames(
    capability,
    [...others].filter((other) => other.split('.').length === parts),
  )
}

/** What a file requires and decides; a program's are those of all its files. */
export function capabilitiesOf(program: Program): CapabilityUse {
  const decided = new Set<string>()
  visitProgram(program, {
    onStatement(statement) {
      if (statement.kind === 'policy') for (const { capability } of statement.rules) decided.add(capability.text)
    },
  })
  const { all, ofConnections } = requiredIn(program)
  return { required: textsOf(all), connections: textsOf(ofConnections), decided }
}

function textsOf(nodes: readonly CapabilityNode[]): ReadonlySet<string> {
  return new Set(nodes.map(({ text }) => text))
}

interface RequiredCapabilities {
  readonly all: readonly CapabilityNode[]
  readonly ofConnections: readonly CapabilityNode[]
}

function requiredIn(program: Program): RequiredCapabilities {
  const all: CapabilityNode[] = []
  const ofConnections: CapabilityNode[] = []
  visitProgram(program, {
    onStatement(statement) {
      if (statement.kind !== 'tool-declaration' && statement.kind !== 'action-declaration') return
      const { capability } = statement
      // On a tool that is most likely a mistake of another kind.
      if (capability !== undefined && capability.text !== 'approval') all.push(capability)
    },
    onExpression(expression) {
      const capability = capabilityOfServer(expression)
      if (capability === undefined) return
      all.push(capability)
      ofConnections.push(capability)
    },
  })
  return { all, ofConnections }
}

/** The fourth argument of `connect_mcp`, if it is a literal. */
function capabilityOfServer(expression: Expression): CapabilityNode | undefined {
  if (expression.kind !== 'call' || expression.callee.kind !== 'name') return undefined
  const capability = expression.callee.name === 'connect_mcp' ? expression.positional[3] : undefined
  return capability?.kind === 'string' ? { text: capability.value, span: capability.span } : undefined
}
