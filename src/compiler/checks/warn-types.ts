/** Annotations with types that do not exist: they accept everything. */

import { typeNames } from '../../language/type-names.ts'
import * as words from '../diagnostics/catalogue/warnings.ts'
import type { TypeNode } from '../syntax/tree.ts'
import type { CheckedFile } from './checked-file.ts'
import { visitProgram } from './visit-statements.ts'

export function warnTypes(checked: CheckedFile): void {
  const check = (type: TypeNode | undefined): void => {
    if (type === undefined) return
    if (!typeNames.has(type.name)) warnType(checked, type)
    type.typeArguments.forEach(check)
  }
  visitProgram(checked.analysis.program, {
    onStatement(statement) {
      if (statement.kind === 'typed-declaration' || statement.kind === 'local-declaration') check(statement.type)
      if ('parameters' in statement) for (const { type } of statement.parameters) check(type)
      if ('resultType' in statement) check(statement.resultType)
    },
  })
}

function warnType({ warn }: CheckedFile, { name, nameSpan }: TypeNode): void {
  const own = foreignTypes.get(name.toLowerCase())
  const fix =
    own === undefined
      ? undefined
      : { title: `write \`${own}\``, edits: [{ span: nameSpan, text: own }], isCertain: false }
  warn(words.unknownType(name, [...typeNames], own), nameSpan, { fix })
}

/** What other languages call our types, in lower case. */
const foreignTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Int: 'int integer long bigint',
    Float: 'float double real number',
    String: 'string str text char',
    Bool: 'bool boolean',
    Nil: 'nil none null void nonetype undefined unit',
    Array: 'array list vector tuple sequence set',
    Record: 'record dict dictionary map object hash struct json',
    Function: 'function callable func fn',
    Any: 'any unknown',
    Module: 'module',
    Model: 'model llm',
    Agent: 'agent',
    Action: 'action',
    Tool: 'tool',
    Memory: 'memory',
    Skill: 'skill',
    McpServer: 'mcpserver server mcp',
    Future: 'future promise awaitable',
    Problem: 'problem error exception',
  }).flatMap(([own, foreign]) => foreign.split(' ').map((word) => [word, own] as const)),
)
