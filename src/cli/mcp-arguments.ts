/** The words of `sense mcp`: what is to be done, with which server, and for a call with which tool. */

import { nearNameHint } from '../compiler/diagnostics/catalogue/execution.ts'
import type { UsageProblem } from './arguments.ts'
import type { McpLockRequest } from './mcp-lock.ts'
import type { McpAction, McpRequest } from './mcp.ts'

type ReadWords = Pick<McpRequest, 'kind' | 'action' | 'target' | 'tool' | 'argumentsText'>
type LockWords = Pick<McpLockRequest, 'kind' | 'path' | 'programArgs'>

const actions: readonly McpAction[] = ['list', 'tools', 'call', 'check']
const actionWords = [...actions, 'lock']
const example =
  'as in `sense mcp tools https://example.com/mcp`, or for a command `sense mcp tools -- npx -y files-server`'

/** `command`: what stands behind `--`, in the place of a target. */
export function mcpRequestOf(
  words: readonly string[],
  command: readonly string[] | undefined,
  headers: readonly string[],
): ReadWords | LockWords | UsageProblem {
  const [word, ...others] = words
  const action = actions.find((name) => name === word)
  if (word === undefined)
    return { headline: '`sense mcp` needs to know what to do', hint: 'one of list, tools, call, check and lock' }
  if (word === 'lock') return lockRequestOf(others, command ?? [], headers)
  if (action === undefined) {
    const hint = nearNameHint(word, actionWords) ?? 'it can list, tools, call, check and lock'
    return { headline: `\`sense mcp\` cannot \`${word}\``, hint }
  }
  const operands = command === undefined ? others : ['', ...others]
  const [target, tool, argumentsText, ...tooMany] = operands
  if (target === undefined || command?.length === 0)
    return { headline: `\`sense mcp ${action}\` needs a server`, hint: example }
  if (target === '' && command === undefined) return { headline: 'the name of the server is empty', hint: example }
  if (action === 'call' && tool === undefined) {
    return { headline: '`sense mcp call` needs the name of a tool', hint: 'see which there are with `sense mcp tools`' }
  }
  if (tooMany.length > 0 || (action !== 'call' && tool !== undefined)) {
    return { headline: `\`sense mcp ${action}\` got more words than it takes`, hint: example }
  }
  if (headers.length > 0 && !/^https?:\/\//i.test(target)) {
    return {
      headline: '`--header` is for the address of a server',
      hint: 'a command gets its keys from the environment',
    }
  }
  return {
    kind: 'mcp',
    action,
    target: { command, word: target, headers },
    tool: tool ?? '',
    argumentsText: argumentsText ?? '{}',
  }
}

function lockRequestOf(
  [path, ...others]: readonly string[],
  programArgs: readonly string[],
  headers: readonly string[],
): LockWords | UsageProblem {
  const lockExample = 'as in `sense mcp lock shop.sns`'
  if (path === undefined || path === '') return { headline: '`sense mcp lock` needs a program', hint: lockExample }
  if (path === '-')
    return { headline: 'a lock lies beside a program, and standard input has no place', hint: lockExample }
  if (others.length > 0) {
    const hint = 'words for the program itself come after `--`: `sense mcp lock shop.sns -- WORDS`'
    return { headline: '`sense mcp lock` takes one program', hint }
  }
  if (headers.length > 0) {
    return { headline: '`sense mcp lock` has no option `--header`', hint: 'the program says what its servers get' }
  }
  return { kind: 'mcp-lock', path, programArgs }
}
