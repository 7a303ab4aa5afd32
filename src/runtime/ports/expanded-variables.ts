/** Variables inside a text: `${NAME}`, and `${NAME:-text}` with a text for when it is not set. */

export interface ExpandedText {
  readonly text: string
  /** The variables that were put in. */
  readonly values: readonly { readonly name: string; readonly value: string }[]
  /** Names that are not set and have no text of their own; their places are left empty. */
  readonly missing: readonly string[]
}

/** `valueOf` knows the names that are set; what is no name at all stays as it is. */
export function expandedVariables(text: string, valueOf: (name: string) => string | undefined): ExpandedText {
  const values: { name: string; value: string }[] = []
  const missing: string[] = []
  // Groups: what stands in the braces before `:-`, what stands behind it.
  const expanded = text.replace(/\$\{([^{}]*?)(?::-([^{}]*))?\}/g, (whole, name: string, otherwise?: string) => {
    if (!/^(?:[A-Za-z]+:)?[A-Za-z_/][\w.-]*$/.test(name)) return whole
    const value = valueOf(name)
    if (value !== undefined && (value !== '' || otherwise === undefined)) {
      values.push({ name, value })
      return value
    }
    if (otherwise === undefined) missing.push(name)
    return otherwise ?? ''
  })
  return { text: expanded, values, missing }
}
