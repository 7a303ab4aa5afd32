/** The names of types that an annotation may use (spec 01 §5). */

/** Names that only their own values fit, as `type_of` yields them. */
export const plainTypeNames: ReadonlySet<string> = new Set([
  ...['Int', 'String', 'Bool', 'Nil', 'Record', 'Function', 'Module', 'Model', 'Agent', 'Action', 'Tool', 'Memory'],
  ...['Skill', 'McpServer', 'Future', 'Problem', 'Python', 'Js'],
])

/** All names that mean something; any other accepts every value. */
export const typeNames: ReadonlySet<string> = new Set([...plainTypeNames, 'Any', 'Float', 'Array', 'Answer', 'answer'])
