import type { Block, Expression, IfStatement } from './tree.ts'

/** One way through an `if`: without a condition it is the last `else`. */
export interface Branch {
  readonly condition: Expression | undefined
  readonly block: Block
}

/** The branches of an `if`, in order, by a loop: a chain of `else if` may have thousands of links. */
export function branchesOf(statement: IfStatement): readonly Branch[] {
  const branches: Branch[] = []
  let link: IfStatement['otherwise'] = statement
  for (; link !== undefined && 'kind' in link; link = link.otherwise) {
    branches.push({ condition: link.condition, block: link.then })
  }
  if (link !== undefined) branches.push({ condition: undefined, block: link })
  return branches
}

/** Whether the `if` ends in an `else`, so that one of its branches certainly runs. */
export function hasElse(statement: IfStatement): boolean {
  return branchesOf(statement).at(-1)?.condition === undefined
}
