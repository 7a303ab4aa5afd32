/** Capabilities without quotes: `connect_mcp("files", "npx", [], files.read)` reads a name that nobody has bound. */

import type { Expression, Program } from './tree.ts'
import { walk } from './walk.ts'

/** Where the capability stands among the arguments of `connect_mcp`. */
const capabilityIndex = 3

/** The capabilities that calls of `connect_mcp` have without their quotes, `files.read`, by the offset where each begins. */
export function unquotedCapabilities(program: Program): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  walk(program, (node) => {
    const isConnection = node.kind === 'call' && node.callee.kind === 'name' && node.callee.name === 'connect_mcp'
    const argument = isConnection ? node.positional[capabilityIndex] : undefined
    const capability = argument && dottedName(argument)
    if (argument !== undefined && capability !== undefined) found.set(argument.span.offsetStart, capability)
    return true
  })
  return found
}

function dottedName(expression: Expression): string | undefined {
  const members: string[] = []
  let node = expression
  for (; node.kind === 'member'; node = node.object) members.unshift(node.member.text)
  return node.kind === 'name' ? [node.name, ...members].join('.') : undefined
}
