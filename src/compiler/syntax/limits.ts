/**
 * The limits of source text (spec 01 §3): beyond them a program is refused with a clean error, so that no stage of the
 * compiler can run out of stack. Each has a test.
 */

/** How deep blocks, brackets, prefix operators, assignments and types may nest inside each other, all counted together. */
export const nestingDepthMax = 1_000

/**
 * How many links one chain may have: operators in one expression, calls, members and indices after one value, the
 * `else if` of one `if`. The parser builds chains in loops; later stages must walk them in loops too.
 */
export const chainLinksMax = 10_000

/** How many parameters a declaration may have. V8 ends at 65,534, and puts all arguments of a call on the stack. */
export const parametersMax = 10_000

/** How many problems of one file are kept; a last entry counts the others. A longer list is not read. */
export const problemsKeptMax = 20
