/**
 * The line to one Python process: what can be asked of it, and what its answers mean.
 *
 * Python keeps an object for each number that it has sent, and this side the value that stands for it, weakly. A value that
 * nobody uses any more has its number released with the next request.
 */

import * as problems from '../../../compiler/diagnostics/catalogue/python.ts'
import type { Problem } from '../../../compiler/diagnostics/diagnostic.ts'
import type { Labels } from '../../execution/callable.ts'
import { ProgramExit } from '../../execution/program-exit.ts'
import type { Wake } from '../../execution/suspension.ts'
import { Wait } from '../../execution/suspension.ts'
import { ConsoleClosed } from '../../ports/console.ts'
import type { PythonProcess } from '../../ports/python.ts'
import { PythonEnded } from '../../ports/python.ts'
import { SenseRecord } from '../../values/record.ts'
import { SenseError, type SiteId } from '../../values/sense-error.ts'
import { describeValue, typeName } from '../../values/types.ts'
import type { Value } from '../../values/value.ts'
import { CannotCross, FrameTooLong, FrameWriter } from './frame-writer.ts'
import { ReplyReader } from './reply-reader.ts'

/** What stands for an object of Python; `python-object.ts` defines it, and this file need not know more. */
export interface PythonReference {
  readonly link: PythonLink
  /** The number under which Python keeps it. */
  readonly number: number
}

/** What a link needs of the run. */
export interface LinkSettings {
  readonly process: PythonProcess
  /** Called before anything that Python might print. */
  readonly flush: () => void
  /** The reference that a value is, if it is one. */
  readonly referenceOf: (value: Value) => PythonReference | undefined
  /** Makes the value for an object. */
  readonly wrap: (link: PythonLink, number: number, isFunction: boolean) => Value & object
}

/** The module that an import does not find, if that is what went wrong, and what there is where it was looked for. */
export interface MissingModule {
  readonly name: string
  readonly names: readonly string[]
}

/** What an exception becomes, where that is not `python-exception`. */
export type ExceptionMeaning = (exception: problems.PythonExceptionFacts, missing: MissingModule) => Problem

const neverEqualCodes = new Set([problems.notForPython.code, problems.objectOfEndedPython.code])

/** Arguments, or labels, that a call writes one by one; more go over as a list. */
const plainArgumentsMax = 255

/** Numbers in one request that releases them. */
const releasedAtOnceMax = 4_096

export class PythonLink {
  readonly #settings: LinkSettings
  readonly #writer: FrameWriter
  readonly #objects = new Map<number, WeakRef<object>>()
  #createdSinceSweep = 0

  constructor(settings: LinkSettings) {
    this.#settings = settings
    this.#writer = new FrameWriter((value) => {
      const reference = settings.referenceOf(value)
      return reference?.link === this ? reference.number : undefined
    })
  }

  get isEnded(): boolean {
    return this.#settings.process.isEnded
  }

  importModule(folder: string, name: string, site: SiteId): Value {
    return this.#ask(
      'm',
      site,
      (writer) => {
        writer.text(folder)
        writer.text(name)
      },
      (exception, missing) => importProblem(name, exception, missing),
    )
  }

  /** A name that `from python MODULE import NAME` takes. */
  importName(module: PythonReference, moduleName: string, name: string, site: SiteId): Value {
    const meaning: ExceptionMeaning = (exception, missing) => {
      if (exception.type !== 'AttributeError') return importProblem(`${moduleName}.${name}`, exception, missing)
      return problems.pythonNameMissing(moduleName, name, this.#memberNames(module, site))
    }
    return this.#askAbout(
      'f',
      module,
      site,
      (writer) => {
        writer.text(name)
      },
      meaning,
    )
  }

  readMember(target: PythonReference, member: string, site: SiteId): Value {
    const meaning: ExceptionMeaning = (exception) => {
      const isMissing = exception.type === 'AttributeError'
      return problems.pythonException(exception, member, isMissing ? this.#memberNames(target, site) : [])
    }
    return this.#askAbout(
      'a',
      target,
      site,
      (writer) => {
        writer.text(member)
      },
      meaning,
    )
  }

  call(target: PythonReference, args: readonly Value[], labels: Labels, site: SiteId): Value {
    return this.#answerOf(this.#exchange(this.#callFrame(target, args, labels, site, false), site), site)
  }

  /** The same as a wait, during which the rest of the program goes on. */
  callLater(target: PythonReference, args: readonly Value[], labels: Labels, site: SiteId): Wait {
    // The frame is written at once: arguments are copied when the call is made.
    const frame = this.#callFrame(target, args, labels, site, true).slice()
    // Until the answer is there, what the frame names by number must not be released.
    const held = [target, args, labels]
    return new Wait((wake) => {
      this.#settings.flush()
      this.#settings.process.askLater(frame, {
        done: (reply) => {
          held.length = 0
          this.#settle(wake, () => this.#answerOf(reply, site))
        },
        fail: (error) => {
          wake.fail(endedError(error, site))
        },
      })
    })
  }

  readIndex(target: PythonReference, index: Value, site: SiteId): Value {
    return this.#askAbout('i', target, site, (writer) => {
      writer.value(index)
    })
  }

  writeIndex(target: PythonReference, index: Value, value: Value, site: SiteId): void {
    this.#askAbout('w', target, site, (writer) => {
      writer.value(index)
      writer.value(value)
    })
  }

  /** By Python's `==`. What cannot go over, or is gone, is equal to nothing there. */
  isEqual(target: PythonReference, other: Value, site: SiteId): boolean {
    try {
      return (
        this.#askAbout('e', target, site, (writer) => {
          writer.value(other)
        }) === true
      )
    } catch (error) {
      if (error instanceof SenseError && neverEqualCodes.has(error.problem.code)) return false
      throw error
    }
  }

  textForm(target: PythonReference, site: SiteId): string {
    const text = this.#askAbout('x', target, site)
    return typeof text === 'string' ? text : ''
  }

  /** All elements at once, of what never changes; else an iterator to ask for the next. */
  iterate(target: PythonReference, site: SiteId): Value {
    return this.#askAbout('t', target, site)
  }

  /** An Array of the next element; an empty one at the end. */
  next(iterator: PythonReference, site: SiteId): Value {
    return this.#askAbout('n', iterator, site)
  }

  /** For a hint only: where they cannot be had there are none. */
  #memberNames(target: PythonReference, site: SiteId): readonly string[] {
    try {
      const names = this.#askAbout('d', target, site)
      return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
    } catch (error) {
      if (error instanceof SenseError) return []
      throw error
    }
  }

  #askAbout(
    action: string,
    target: PythonReference,
    site: SiteId,
    write?: (writer: FrameWriter) => void,
    meaning?: ExceptionMeaning,
  ): Value {
    this.#checkAlive(target, site)
    return this.#ask(
      action,
      site,
      (writer) => {
        writer.number(target.number)
        write?.(writer)
      },
      meaning,
    )
  }

  #ask(action: string, site: SiteId, write: (writer: FrameWriter) => void, meaning?: ExceptionMeaning): Value {
    this.#sweep()
    return this.#answerOf(this.#exchange(this.#written(action, site, write), site), site, meaning)
  }

  #callFrame(
    target: PythonReference,
    args: readonly Value[],
    labels: Labels,
    site: SiteId,
    isLater: boolean,
  ): Uint8Array {
    this.#checkAlive(target, site)
    this.#sweep()
    const isPlain = args.length <= plainArgumentsMax && labels.size <= plainArgumentsMax
    const action = isPlain ? 'c' : 'l'
    return this.#written(isLater ? action.toUpperCase() : action, site, (writer) => {
      writer.number(target.number)
      if (!isPlain) {
        writer.value(args)
        writer.value(new SenseRecord(labels))
        return
      }
      writer.byte(args.length)
      for (const argument of args) writer.value(argument)
      writer.byte(labels.size)
      for (const [label, value] of labels) {
        writer.text(label)
        writer.value(value)
      }
    })
  }

  #checkAlive({ link }: PythonReference, site: SiteId): void {
    if (link !== this || this.isEnded) throw new SenseError(problems.objectOfEndedPython(), site)
  }

  #written(action: string, site: SiteId, write: (writer: FrameWriter) => void): Uint8Array {
    const writer = this.#writer
    try {
      writer.begin(action)
      write(writer)
      return writer.frame()
    } catch (error) {
      if (error instanceof FrameTooLong) throw new SenseError(problems.tooLargeForPython(), site)
      if (error instanceof CannotCross) throw new SenseError(this.#refusalOf(error.value), site)
      throw error
    }
  }

  #refusalOf(value: Value): Problem {
    if (this.#settings.referenceOf(value) !== undefined) return problems.objectOfEndedPython()
    return problems.notForPython(describeValue(value), typeName(value) === 'Function')
  }

  #exchange(frame: Uint8Array, site: SiteId): Uint8Array {
    this.#settings.flush()
    try {
      return this.#settings.process.ask(frame)
    } catch (error) {
      throw error instanceof PythonEnded ? endedError(error, site) : error
    }
  }

  #settle(wake: Wake, answer: () => Value): void {
    try {
      wake.resume(answer())
    } catch (error) {
      wake.fail(error)
    }
  }

  /** The value in a reply. Throws what the reply says instead: an error of the program, or its end. */
  #answerOf(reply: Uint8Array, site: SiteId, meaning?: ExceptionMeaning): Value {
    const reader = new ReplyReader(reply, (number, isFunction) => this.#objectOf(number, isFunction), site)
    switch (reader.letter()) {
      case 'V':
        return reader.value()
      case 'X':
        throw new ProgramExit(reader.count())
      case 'P':
        throw new ConsoleClosed()
      case 'M':
        reader.text()
        throw new SenseError(problems.tooLargeFromPython(reader.text()), site)
      default: {
        const exception = { type: reader.text(), text: reader.text(), place: reader.text() }
        const missing = { name: reader.text(), names: reader.text().split('\0') }
        const problem = meaning?.(exception, missing) ?? problems.pythonException(exception, '', [])
        throw new SenseError(problem, site)
      }
    }
  }

  #objectOf(number: number, isFunction: boolean): Value {
    const value = this.#settings.wrap(this, number, isFunction)
    this.#objects.set(number, new WeakRef(value))
    this.#createdSinceSweep += 1
    return value
  }

  /** Before a request is written: what that names is still in use, whatever is found to be unreachable here. */
  #sweep(): void {
    if (this.#createdSinceSweep === 0) return
    this.#settings.process.sweepIfDue(() => {
      this.#createdSinceSweep = 0
      const released: number[] = []
      for (const [number, object] of this.#objects) if (object.deref() === undefined) released.push(number)
      for (const number of released) this.#objects.delete(number)
      for (let start = 0; start < released.length; start += releasedAtOnceMax) {
        this.#postRelease(released.slice(start, start + releasedAtOnceMax))
      }
    })
  }

  #postRelease(numbers: readonly number[]): void {
    this.#writer.begin('r')
    for (const number of numbers) this.#writer.number(number)
    this.#settings.process.post(this.#writer.frame().slice())
  }
}

/** Nothing is found: the module itself, the package it lies in, or what one of them imports. */
function importProblem(name: string, exception: problems.PythonExceptionFacts, missing: MissingModule): Problem {
  if (missing.name !== '') return problems.pythonModuleMissing(name, missing.name, missing.names)
  return problems.pythonImportFailed(name, exception)
}

function endedError({ status, signal, isGarbled }: PythonEnded, site: SiteId): SenseError {
  if (isGarbled) return new SenseError(problems.pythonGarbled(), site)
  const how = signal === undefined ? `with status ${status ?? 'unknown'}` : `by ${signal}`
  return new SenseError(problems.pythonEnded(how, signal === 'SIGKILL'), site)
}
