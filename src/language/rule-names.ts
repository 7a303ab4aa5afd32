/**
 * Which rules of a policy speak of a capability (spec 02 §4).
 *
 * A rule is for one capability, `files.read`, or for all that begin alike, `files.*`. For the connection of a server there
 * are finer ones: `mcp.fs.write_file` is about one tool of a connection with the capability `mcp.fs`. Where several rules
 * of one scope speak of a capability, the more specific one decides: first those that `ruleNamesOf` gives, in its order,
 * then the longest of those that cover it.
 */

/** What requires a capability: a part of the program, one tool of a connection, or a connection as a whole. */
export type CapabilityOwner =
  { readonly kind: 'plain' } | { readonly kind: 'tool'; readonly name: string } | { readonly kind: 'connection' }

/** The names under which a rule for this very `capability` may stand, the most specific first. */
export function ruleNamesOf(capability: string, owner: CapabilityOwner): readonly string[] {
  switch (owner.kind) {
    case 'plain':
      return [capability]
    case 'connection':
      return [allWithin(capability), capability]
    case 'tool':
      return [capabilityOfTool(capability, owner.name), allWithin(capability), capability]
  }
}

/** The name that a rule has for one tool of a connection. */
export function capabilityOfTool(capability: string, toolName: string): string {
  return `${capability}.${ruleWord(toolName)}`
}

/** `files.*` covers `files.read` and `files.read.all`, but not `files`. */
export function coversCapability(ruleName: string, capability: string): boolean {
  return isPattern(ruleName) && capability.startsWith(ruleName.slice(0, -1))
}

/** Whether a rule is for all capabilities that begin alike. */
export function isPattern(ruleName: string): boolean {
  return ruleName.endsWith('.*')
}

function allWithin(capability: string): string {
  return `${capability}.*`
}

/** Any name as a word that a rule can hold: `get-sum` is written `get_sum`, and `2fa` is `_2fa`. */
function ruleWord(name: string): string {
  const word = name.replace(/[^\p{L}\p{Nd}_]/gu, '_')
  return /^\p{Nd}/u.test(word) ? `_${word}` : word
}
