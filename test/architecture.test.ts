/**
 * The rules about files that no compiler checks: who may import whom, who may touch the outside, what files are called.
 *
 * The table below is the picture in ARCHITECTURE.md. When a part needs a new neighbour, change both in one commit and let
 * the commit say why. A folder that the table does not know fails too.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

interface Part {
  /** Parts it may import besides itself; a name stands for everything below it. */
  readonly parts?: readonly string[]
  /** Built-in modules of Node, without `node:`. */
  readonly node?: readonly string[] | 'all'
  /** Packages that it may load when they are needed, by `import()`. Types may be imported from them as usual. */
  readonly lazyPackages?: readonly string[]
}

const text = ['compiler/source', 'compiler/diagnostics']
const values = [...text, 'language', 'runtime/ports', 'runtime/values']
const driven = [...values, 'runtime/execution']
const guarded = [...driven, 'runtime/safety', 'runtime/memory', 'runtime/host']
const served = [...guarded, 'runtime/tools', 'runtime/actions', 'runtime/agents']

const table: Readonly<Record<string, Part>> = {
  language: {},
  'compiler/source': {},
  'compiler/diagnostics': { parts: ['compiler/source'] },
  'compiler/syntax': { parts: text },
  'compiler/analysis': { parts: [...text, 'compiler/syntax', 'language'] },
  'compiler/codegen': { parts: [...text, 'compiler/syntax', 'compiler/analysis', 'language'] },
  'compiler/checks': { parts: [...text, 'compiler/syntax', 'compiler/analysis', 'language'] },
  'compiler/format': { parts: [...text, 'compiler/syntax', 'compiler/analysis', 'language'] },
  'runtime/ports': {},
  'runtime/values': { parts: [...text, 'language'] },
  'runtime/execution': { parts: values },
  'runtime/safety': { parts: driven },
  'runtime/memory': { parts: driven },
  'runtime/host': { parts: [...driven, 'runtime/safety'] },
  'runtime/tools': { parts: guarded },
  'runtime/actions': { parts: guarded },
  'runtime/agents': { parts: guarded },
  'runtime/servers': { parts: [...guarded, 'runtime/tools'] },
  'runtime/models': { parts: served },
  'runtime/builtins': { parts: [...served, 'runtime/models', 'runtime/servers'] },
  'runtime/serving': { parts: [...served, 'runtime/servers'] },
  'runtime/api.ts': { parts: [...text, 'language', 'runtime'] },
  'adapters/node': { parts: ['runtime/ports'], node: 'all' },
  'adapters/mcp': {
    parts: ['runtime/ports', 'adapters/node'],
    node: ['stream', 'util'],
    lazyPackages: ['@modelcontextprotocol/client'],
  },
  'adapters/mcp-server': {
    parts: ['runtime/ports', 'adapters/node'],
    node: ['crypto', 'http', 'net', 'os', 'stream'],
    lazyPackages: ['@modelcontextprotocol/server'],
  },
  'adapters/providers': {
    parts: ['runtime/ports', 'adapters/node'],
    // Of `provider` only types are used.
    lazyPackages: ['@ai-sdk/anthropic', '@ai-sdk/openai', '@ai-sdk/openai-compatible', '@ai-sdk/provider'],
  },
  'adapters/sqlite': { parts: ['runtime/ports', 'adapters/node'], node: ['sqlite', 'fs', 'path'] },
  'adapters/python': {
    parts: ['runtime/ports', 'adapters/node'],
    node: ['child_process', 'crypto', 'fs', 'net', 'os', 'path', 'url', 'v8', 'vm'],
  },
  'adapters/javascript': { parts: ['runtime/ports', 'adapters/node'] },
  engine: { parts: ['language', 'compiler', 'runtime', 'adapters'], node: ['vm', 'v8'] },
  library: { parts: ['compiler', 'runtime', 'adapters', 'engine'] },
  'index.ts': { parts: ['library', 'engine', 'compiler', 'runtime'] },
  cli: { parts: ['language', 'compiler', 'runtime', 'adapters', 'engine'], node: ['util', 'path', 'process'] },
}

/** The one file that writes to the terminal. */
const consoleFile = 'adapters/node/console.ts'
const mayReadEnvironment = ['adapters', 'cli']
const namesThatSayNothing = ['utils', 'util', 'helpers', 'common', 'core', 'shared', 'misc', 'manager', 'handler']

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(join(root, 'src/').length))
  .sort()
const trees = files
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ts.createSourceFile(file, readFileSync(join(root, 'src', file), 'utf8'), ts.ScriptTarget.Latest, true))

const isWithin = (file: string, part: string) => file === part || file.startsWith(`${part}/`)
const partOf = (file: string) => Object.keys(table).find((part) => isWithin(file, part))

interface Import {
  readonly from: string
  readonly line: number
  readonly target: string
  /** `value` runs the other module at once, `lazy` when it is reached, `type` never. */
  readonly kind: 'value' | 'lazy' | 'type'
}

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

function importOf(node: ts.Node): Pick<Import, 'target' | 'kind'> | undefined {
  const isStatic = ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
  if (isStatic && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    const isType = ts.isExportDeclaration(node)
      ? node.isTypeOnly
      : node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    return { target: node.moduleSpecifier.text, kind: isType ? 'type' : 'value' }
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { target: node.argument.literal.text, kind: 'type' }
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [target] = node.arguments
    return { target: target && ts.isStringLiteral(target) ? target.text : '(computed)', kind: 'lazy' }
  }
  return undefined
}

const placeOf = (tree: ts.SourceFile, node: ts.Node) => tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
const nodes = trees.flatMap((tree) => Array.from(nodesOf(tree), (node) => ({ tree, node })))
const imports: readonly Import[] = nodes.flatMap(({ tree, node }) => {
  const found = importOf(node)
  return found ? [{ from: tree.fileName, line: placeOf(tree, node), ...found }] : []
})
const describeImport = ({ from, line, kind, target }: Import) => `src/${from}:${line} imports ${target} (${kind})`

/** Where the code itself, not a comment or a string, says `process.NAME`, or `process` in a way that hides the name. */
function usesOfProcess(names: readonly string[]) {
  return nodes.flatMap(({ tree, node }) => {
    const { parent } = node
    if (!ts.isIdentifier(node) || node.text !== 'process') return []
    if (ts.isPropertyAccessExpression(parent) && !names.includes(parent.name.text)) return []
    if (!ts.isExpression(parent) && !ts.isVariableDeclaration(parent)) return []
    return [{ file: tree.fileName, report: `src/${tree.fileName}:${placeOf(tree, node)} ${parent.getText()}` }]
  })
}

it('knows every folder of src/', () => {
  expect(files.filter((file) => partOf(file) === undefined)).toEqual([])
})

it('imports only downwards', () => {
  const wrong = imports.filter(({ from, target }) => {
    const own = partOf(from)
    if (!target.startsWith('.') || own === undefined) return false
    const file = normalize(join(dirname(from), target))
    return ![own, ...(table[own]?.parts ?? [])].some((part) => isWithin(file, part))
  })
  expect(wrong.map(describeImport)).toEqual([])
})

it('uses Node only where the table says so, and with the prefix "node:"', () => {
  const wrong = imports.filter(({ from, target }) => {
    if (!target.startsWith('node:')) return false
    const allowed = table[partOf(from) ?? '']?.node ?? []
    return allowed !== 'all' && !allowed.includes(target.slice('node:'.length).split('/')[0] ?? '')
  })
  expect(wrong.map(describeImport)).toEqual([])
})

it('loads packages only where the table says so, and only when they are needed', () => {
  const wrong = imports.filter(({ from, target, kind }) => {
    if (target.startsWith('.') || target.startsWith('node:')) return false
    const allowed = table[partOf(from) ?? '']?.lazyPackages ?? []
    return kind === 'value' || !allowed.some((name) => isWithin(target, name))
  })
  expect(wrong.map(describeImport)).toEqual([])
})

it('writes to the terminal in one file only', () => {
  const uses = usesOfProcess(['stdout', 'stderr']).filter(({ file }) => file !== consoleFile)
  expect(uses.map(({ report }) => report)).toEqual([])
})

it('reads the environment in adapters and the command line only', () => {
  const uses = usesOfProcess(['env']).filter(({ file }) => !mayReadEnvironment.some((part) => isWithin(file, part)))
  expect(uses.map(({ report }) => report)).toEqual([])
})

it('names files and folders in kebab-case', () => {
  const scripts = ['adapters/python/bridge.py']
  expect(
    files.filter(
      (file) => !scripts.includes(file) && !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(file),
    ),
  ).toEqual([])
})

it('has no names that say nothing', () => {
  const saysNothing = (file: string) => file.split(/[/.-]/).some((word) => namesThatSayNothing.includes(word))
  expect(files.filter(saysNothing)).toEqual([])
})

it('has one index.ts, the public one', () => {
  expect(files.filter((file) => basename(file) === 'index.ts' && file !== 'index.ts')).toEqual([])
})

it('explains every error code on a page of its own', async () => {
  const catalogue = join(root, 'src/compiler/diagnostics/catalogue.ts')
  if (!existsSync(catalogue)) return
  const { allCodes } = (await import(pathToFileURL(catalogue).href)) as { readonly allCodes: readonly string[] }
  const pages = allCodes.map((code) => `docs/errors/${code}.md`)
  expect(pages.filter((page) => !existsSync(join(root, page)))).toEqual([])
})
