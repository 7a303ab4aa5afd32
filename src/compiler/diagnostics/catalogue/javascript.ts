/** Errors of `import js`: of modules, of what their code throws, and of what cannot go over to it. */

import { problemKind } from '../problem-kind.ts'
import { excerptOf, quotedExcerpt, visibleText } from '../visible-text.ts'
import { hintOf, nearNameHint } from './execution.ts'

/** What was thrown in JavaScript; every text comes from outside. */
export interface ThrownFacts {
  /** Such as `TypeError`; empty where something else than an error was thrown. */
  readonly name: string
  readonly text: string
  /** The code that Node gives its errors, such as `ENOENT`; empty if there is none. */
  readonly code: string
  /** The error that caused it, as `NAME: text`; empty if there is none. */
  readonly cause: string
}

/** Code points of an error's text in a headline. */
const textLengthMax = 300
const nameLengthMax = 60

export const jsModuleMissing = problemKind(
  'SenseImportError',
  'js-module-missing',
  (name: string, missing: string, isBuiltin: boolean) => ({
    headline: isBuiltin
      ? `Node has no module ${quotedExcerpt(missing, nameLengthMax)}`
      : `there is no JavaScript module ${quotedExcerpt(missing, nameLengthMax)}`,
    ...(missing === name ? {} : { detail: `It is needed by ${quotedExcerpt(name, nameLengthMax)}.` }),
    hint: isBuiltin
      ? 'the modules of Node have names such as `node:fs`, `node:path` and `node:url`'
      : 'a package is installed with `npm install NAME` in the folder of this file; a file is written `./name.js`',
  }),
)

export const jsImportFailed = problemKind(
  'SenseImportError',
  'js-import-failed',
  (name: string, thrown: ThrownFacts) => ({
    headline: `the JavaScript module ${quotedExcerpt(name, nameLengthMax)} cannot be loaded: ${thrownText(thrown)}`,
    ...evidenceOf(thrown),
  }),
)

export const jsNameMissing = problemKind(
  'SenseRuntimeError',
  'js-name-missing',
  (module: string, name: string, names: readonly string[]) => ({
    headline: `the JavaScript module ${quotedExcerpt(module, nameLengthMax)} has no ${quotedExcerpt(name, nameLengthMax)}`,
    ...hintOf(nearNameHint(name, names)),
  }),
)

/** `hint`: what to do instead, where the reason is a habit of ours. */
export const jsException = problemKind(
  'SenseRuntimeError',
  'js-exception',
  (thrown: ThrownFacts, hint: string | undefined) => ({
    headline: `JavaScript raised ${thrownText(thrown)}`,
    ...evidenceOf(thrown),
    ...hintOf(hint),
  }),
)

/** `module`: as it is imported, or undefined if that is not known. `place`: where it was thrown, or empty. */
export const jsErrorLost = problemKind(
  'SenseRuntimeError',
  'js-error-lost',
  (thrown: ThrownFacts, module: string | undefined, place: string) => {
    const of = module === undefined ? 'JavaScript' : `the JavaScript module ${quotedExcerpt(module, nameLengthMax)}`
    const { evidence } = evidenceOf(thrown)
    const facts = [...(evidence?.facts ?? []), ...(place === '' ? [] : [['thrown at', visibleText(place)] as const])]
    return {
      headline: `nothing caught an error of ${of}: ${thrownText(thrown)}`,
      detail:
        'It was thrown where no call of the program waits for it: in a timer, in an event, or in a promise that nobody awaits. ' +
        'Nobody knows what state the module is in then, so the program has ended.',
      evidence: { facts, stderrLines: [] },
      hint: 'catch it in the module, or let the module give the program a promise, which `await` waits for',
    }
  },
)

export const jsMemberMissing = problemKind(
  'SenseRuntimeError',
  'js-member-missing',
  (name: string, names: readonly string[]) => ({
    headline: `the JavaScript object has no member ${quotedExcerpt(name, nameLengthMax)}`,
    ...hintOf(nearNameHint(name, names)),
  }),
)

export const jsKeyMissing = problemKind('SenseRuntimeError', 'js-key-missing', (key: string) => ({
  headline: `the JavaScript object has nothing at ${quotedExcerpt(key, nameLengthMax)}`,
  hint: 'look at what it has: `Object.keys` of `import js "globalThis"` lists the keys of an object',
}))

export const jsKeyWrong = problemKind('SenseRuntimeError', 'js-key-wrong', (actual: string) => ({
  headline: `a JavaScript object is indexed by a String or an Int, not by ${actual}`,
}))

export const notForJavaScript = problemKind('SenseRuntimeError', 'not-for-javascript', (description: string) => ({
  headline: `${description} cannot be given to JavaScript`,
  detail:
    'Ints, Floats, Strings, Bools, nil, Arrays and Records of those go over, functions, and objects that came from JavaScript.',
  hint: 'give it the data that it needs, or a function that it can call',
}))

export const onlyAsyncIterable = problemKind('SenseRuntimeError', 'only-async-iterable', () => ({
  headline: '`for` cannot run over a JavaScript object that gives its elements later',
  label: 'each element of this is a promise of its own',
  hint: 'await its `next()` in a loop, or gather it with a function of its module',
}))

function thrownText({ name, text }: ThrownFacts): string {
  const shown = excerptOf(text.trim(), textLengthMax)
  return [visibleText(name), shown].filter((part) => part !== '').join(': ')
}

function evidenceOf({ text, code, cause }: ThrownFacts) {
  const facts: (readonly [string, string])[] = []
  if (code !== '') facts.push(['code', visibleText(code)])
  if (cause !== '') facts.push(['cause', excerptOf(cause, textLengthMax)])
  if (text.length > textLengthMax) facts.push(['text', visibleText(text.slice(0, 10_000))])
  return facts.length === 0 ? {} : { evidence: { facts, stderrLines: [] } }
}
