/**
 * `import` and `from ... import`, of files and of host modules.
 */

import * as words from '../diagnostics/catalogue/syntax.ts'
import { importedModuleName } from './import-names.ts'
import { parseEndOfLine } from './open-body.ts'
import {
  advance,
  fail,
  failExpecting,
  isAt,
  isAtKeyword,
  isAtSymbol,
  isAtWord,
  maybeParseKeyword,
  maybeParseSymbol,
  nameOf,
  parseName,
  peek,
  report,
  spanFrom,
  spanOf,
} from './parser.ts'
import type { Parser } from './parser.ts'
import { stringValue } from './scan-strings.ts'
import type { ImportedName, ImportHost, ImportReference, Name, Statement } from './tree.ts'

export function parseImport(parser: Parser): Statement {
  const keyword = advance(parser)
  parser.reading = 'an `import` statement'
  const host = maybeParseHost(parser)
  const reference = parseReference(parser, host)
  const alias = maybeParseAlias(parser)
  if (isAtSymbol(parser, ',')) fail(parser, peek(parser), words.severalImports())
  if (isAtKeyword(parser, 'from') || isAtKeyword(parser, 'import')) fail(parser, peek(parser), words.importOrder())
  const span = spanFrom(parser, keyword.offsetStart)
  parseEndOfLine(parser)
  if (alias === undefined && importedModuleName(reference, host) === undefined) {
    report(parser, words.importNeedsAlias(reference.text), reference.span)
  }
  return { kind: 'import', keywordSpan: spanOf(keyword), host, reference, alias, span }
}

export function parseFromImport(parser: Parser): Statement {
  const keyword = advance(parser)
  parser.reading = 'a `from` ... `import` statement'
  const host = maybeParseHost(parser)
  const reference = parseReference(parser, host)
  if (maybeParseKeyword(parser, 'import') === undefined) failExpecting(parser, '`import`')
  const names: ImportedName[] = []
  do names.push(parseImportedName(parser, host))
  while (maybeParseSymbol(parser, ',') !== undefined)
  const span = spanFrom(parser, keyword.offsetStart)
  parseEndOfLine(parser)
  return { kind: 'from-import', keywordSpan: spanOf(keyword), host, reference, names, span }
}

/** `python`, a keyword, is always a host; `js` and `sense` only before a String or a name (spec 01 §2). */
function maybeParseHost(parser: Parser): ImportHost | undefined {
  if (maybeParseKeyword(parser, 'python') !== undefined) return 'python'
  const isModuleNext = isAt(parser, 'string', undefined, 1) || isAt(parser, 'name', undefined, 1)
  if (!isModuleNext) return undefined
  if (isAt(parser, 'name', 'js')) {
    advance(parser)
    return 'js'
  }
  if (!isAt(parser, 'name', 'sense')) return undefined
  advance(parser)
  return 'sense'
}

function parseReference(parser: Parser, host: ImportHost | undefined): ImportReference {
  const token = peek(parser)
  if (token.kind === 'string') {
    advance(parser)
    return { text: stringValue(token.text), isQuoted: true, span: spanOf(token) }
  }
  if (token.kind === 'foreign' && token.text === '{') fail(parser, token, words.importBraces())
  if (token.kind !== 'name') failImportPath(parser, host)
  const parts = [parseName(parser, 'a module').text]
  while (maybeParseSymbol(parser, '.') !== undefined) parts.push(parseName(parser, 'a part of the path').text)
  return { text: parts.join('.'), isQuoted: false, span: spanFrom(parser, token.offsetStart) }
}

function failImportPath(parser: Parser, host: ImportHost | undefined): never {
  const token = peek(parser)
  if (isAtSymbol(parser, '*')) return fail(parser, token, words.importStar())
  return fail(parser, token, words.importNeedsPath(host))
}

function maybeParseAlias(parser: Parser): Name | undefined {
  return maybeParseKeyword(parser, 'as') === undefined ? undefined : parseName(parser, 'a name behind `as`')
}

/** From a host module a keyword may be taken over, under another name. */
function parseImportedName(parser: Parser, host: ImportHost | undefined): ImportedName {
  const token = peek(parser)
  if (isAtSymbol(parser, '*')) fail(parser, token, words.importStar())
  if (token.kind === 'foreign' && token.text === '{') fail(parser, token, words.importBraces())
  if (host === undefined || !isAtWord(parser)) {
    return { name: parseName(parser, 'a name to import'), alias: maybeParseAlias(parser) }
  }
  const name = nameOf(advance(parser))
  const alias = maybeParseAlias(parser)
  if (token.kind === 'keyword' && alias === undefined) fail(parser, token, words.keywordNeedsAlias(token.text))
  return { name, alias }
}
