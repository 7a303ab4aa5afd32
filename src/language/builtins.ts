/**
 * The builtins as the compiler sees them: their names, and which may suspend.
 *
 * The compiler takes such a table as an argument, because a host program adds builtins of its own.
 */

export interface BuiltinSignature {
  readonly name: string
  /** Whether a call may have to wait; a function that calls it is compiled as a generator. */
  readonly suspends: boolean
  /**
   * Whether it is an addition to the language that older programs cannot know: it is found when an unbound name is read,
   * but an assignment never updates it (spec 01 §4).
   */
  readonly isAddition: boolean
}

const plain = ['print', 'len', 'range', 'str', 'int', 'float', 'type_of', 'push', 'assert'] as const
const plainForModels = ['inference', 'skill', 'audit_log'] as const
const plainForAgents = ['send'] as const
const suspending = ['ask', 'ask_with_memory', 'ask_with_tools', 'connect_mcp'] as const
const suspendingForAgents = ['start', 'pause', 'resume', 'await', 'receive', 'ask_human'] as const
/** Calls of older versions; each is an error that names the new spelling (spec 02 §5). */
export const retiredBuiltins = ['verify', 'approve', 'rollback', 'mock_model'] as const

/** Calls that older programs cannot know. */
const suspendingAdditions = ['connect_mcp_config'] as const

export const builtinSignatures: readonly BuiltinSignature[] = [
  ...signatures([...plain, ...plainForModels, ...plainForAgents, ...retiredBuiltins], false),
  ...signatures([...suspending, ...suspendingForAgents], true),
  ...signatures(suspendingAdditions, true).map((signature) => ({ ...signature, isAddition: true })),
]

function signatures(names: readonly string[], suspends: boolean): readonly BuiltinSignature[] {
  return names.map((name) => ({ name, suspends, isAddition: false }))
}
