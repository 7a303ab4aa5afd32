/** Errors of `import python`: of Python itself, of what its code raises, and of what cannot go over to it. */

import { problemKind } from '../problem-kind.ts'
import { excerptOf, quotedExcerpt, visibleText } from '../visible-text.ts'
import { hintOf, nearNameHint } from './execution.ts'

/** What Python said of an exception; every text comes from outside. */
export interface PythonExceptionFacts {
  /** Such as `ValueError`. */
  readonly type: string
  /** What `str` gives for it; may be empty. */
  readonly text: string
  /** The file and line in somebody's Python code, `helper.py:12`; empty if there is none. */
  readonly place: string
}

/** Code points of an exception's text in a headline. */
const textLengthMax = 300
const nameLengthMax = 60

export const pythonMissing = problemKind(
  'SenseImportError',
  'python-missing',
  (command: string, isChosen: boolean) => ({
    headline: isChosen
      ? `there is no command ${quotedExcerpt(command, nameLengthMax)}, which SENSE_PYTHON names`
      : 'Python modules need `python3`, which is not on the PATH',
    hint: isChosen
      ? 'set SENSE_PYTHON to the path of a Python interpreter, or remove it to use `python3`'
      : 'install Python 3.8 or newer, or set SENSE_PYTHON to the path of an interpreter',
  }),
)

export const pythonNotStarted = problemKind(
  'SenseImportError',
  'python-not-started',
  (command: string, reason: string) => ({
    headline: `Python cannot be started: ${visibleText(reason)}`,
    detail: `The command is ${quotedExcerpt(command, nameLengthMax)}.`,
    hint: 'run the command with `--version` in a terminal; SENSE_PYTHON can name another interpreter',
  }),
)

export const pythonTooOld = problemKind('SenseImportError', 'python-too-old', (command: string, version: string) => ({
  headline: `${quotedExcerpt(command, nameLengthMax)} is Python ${visibleText(version)}, and Python modules need 3.8 or newer`,
  hint: 'install a newer Python, or set SENSE_PYTHON to the path of one',
}))

/** `names`: of modules that there are where it was looked for. */
export const pythonModuleMissing = problemKind(
  'SenseImportError',
  'python-module-missing',
  (name: string, missing: string, names: readonly string[]) => ({
    headline: `there is no Python module ${quotedExcerpt(missing, nameLengthMax)}`,
    ...(missing === name ? {} : { detail: `It is needed by ${quotedExcerpt(name, nameLengthMax)}.` }),
    hint: missingModuleHint(missing, names),
  }),
)

function missingModuleHint(missing: string, names: readonly string[]): string {
  const dot = missing.lastIndexOf('.')
  const near = nearNameHint(missing.slice(dot + 1), names.map(visibleText))
  // Python names the package itself where that is what it does not find.
  if (dot > 0)
    return near ?? `check the spelling and the version of ${quotedExcerpt(missing.slice(0, dot), nameLengthMax)}`
  return near === undefined
    ? 'it is not installed, or misspelt: it was looked for beside this file and where Python keeps packages; ' +
        `install it with ${installCommand(missing)}`
    : `${near}; if that is not meant, install it with ${installCommand(missing)}`
}

/** A package need not be called like the module that it brings. */
function installCommand(module: string): string {
  const [top = ''] = module.split('.')
  return `${quotedExcerpt(`python3 -m pip install ${top}`, nameLengthMax + 'python3 -m pip install '.length)}, or the package that has it`
}

export const pythonImportFailed = problemKind(
  'SenseImportError',
  'python-import-failed',
  (name: string, exception: PythonExceptionFacts) => ({
    headline: `the Python module ${quotedExcerpt(name, nameLengthMax)} cannot be imported: ${exceptionText(exception)}`,
    ...evidenceOf(exception),
  }),
)

export const pythonNameMissing = problemKind(
  'SenseRuntimeError',
  'python-name-missing',
  (module: string, name: string, names: readonly string[]) => ({
    headline: `the Python module ${quotedExcerpt(module, nameLengthMax)} has no ${quotedExcerpt(name, nameLengthMax)}`,
    ...hintOf(nearNameHint(name, names)),
  }),
)

/** `member`: the one that was read, and `names` those there are, where it is missing. */
export const pythonException = problemKind(
  'SenseRuntimeError',
  'python-exception',
  (exception: PythonExceptionFacts, member: string, names: readonly string[]) => ({
    headline: `Python raised ${exceptionText(exception)}`,
    ...evidenceOf(exception),
    ...hintOf(nearNameHint(member, names)),
  }),
)

/** `description` as in a sentence: "a Function". */
export const notForPython = problemKind(
  'SenseRuntimeError',
  'not-for-python',
  (description: string, isFunction: boolean) => ({
    headline: `${description} cannot be given to Python`,
    detail:
      'Ints, Floats, Strings, Bools, nil, Arrays and Records of those go over, and objects that came from Python.' +
      (isFunction ? ' Python cannot call back into Sense.' : ''),
    hint: isFunction
      ? 'let Python give back data, and call the function on it in Sense'
      : 'give Python the data that it needs, or the text form of the value: `str(x)`',
  }),
)

export const objectOfEndedPython = problemKind('SenseRuntimeError', 'object-of-ended-python', () => ({
  headline: 'this object belongs to a Python process that has ended',
  hint: 'make it anew with a module that was imported after that',
}))

export const pythonEnded = problemKind('SenseRuntimeError', 'python-ended', (how: string, isKilled: boolean) => ({
  headline: `the Python process has ended: ${how}`,
  detail: 'Its objects are gone. A further `import python` starts a new process.',
  hint: isKilled
    ? 'the system ends a process with SIGKILL mostly because no memory is left'
    : 'look at what the called Python code does: it ended the whole process',
}))

export const pythonGarbled = problemKind('SenseRuntimeError', 'python-garbled', () => ({
  headline: 'the Python process was ended: its code wrote to the pipe on which its answers come',
  detail: 'Its objects are gone. A further `import python` starts a new process.',
  hint: 'look for code that writes to descriptors that it has not opened; `print` and `sys.stdout` are free to use',
}))

export const tooLargeForPython = problemKind('SenseRuntimeError', 'too-large-for-python', () => ({
  headline: 'this is too much to give to Python at once',
  hint: 'write large data to a file, and let Python read it',
}))

export const tooLargeFromPython = problemKind('SenseRuntimeError', 'too-large-from-python', (what: string) => ({
  headline: `Python gives more than a value of Sense can hold: ${visibleText(what)}`,
  hint: 'let Python give back a part of it, or write it to a file',
}))

/** `ValueError: the text`, fit to print. */
function exceptionText({ type, text }: PythonExceptionFacts): string {
  const shown = excerptOf(text.trim(), textLengthMax)
  return shown === '' ? visibleText(type) : `${visibleText(type)}: ${shown}`
}

function evidenceOf({ text, place }: PythonExceptionFacts) {
  const facts: (readonly [string, string])[] = []
  if (place !== '') facts.push(['raised at', visibleText(place)])
  if (text.length > textLengthMax) facts.push(['text', visibleText(text)])
  return facts.length === 0 ? {} : { evidence: { facts, stderrLines: [] } }
}
