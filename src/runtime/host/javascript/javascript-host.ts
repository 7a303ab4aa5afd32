/**
 * JavaScript for one run: its modules, the functions of Sense that it was given, and how it ends what it must not catch.
 *
 * A function of Sense that JavaScript calls while Sense waits for it runs inside that call. One that is called later, by a
 * timer or a server, runs between two turns of the program; an error in it has no caller, and is reported at the end.
 */

import * as problems from '../../../compiler/diagnostics/catalogue/javascript.ts'
import type { Problem } from '../../../compiler/diagnostics/diagnostic.ts'
import { BuiltinValue } from '../../execution/builtin.ts'
import { callValueAtOnce } from '../../execution/call.ts'
import type { CallContext } from '../../execution/callable.ts'
import type { Outcome } from '../../execution/fiber.ts'
import { FunctionValue } from '../../execution/function-value.ts'
import { FutureValue } from '../../execution/future-value.ts'
import type { Run } from '../../execution/run.ts'
import { Scope } from '../../execution/scope.ts'
import type { Suspension } from '../../execution/suspension.ts'
import { Wait } from '../../execution/suspension.ts'
import type { LostError } from '../../ports/javascript.ts'
import { JavaScriptMissing } from '../../ports/javascript.ts'
import { noSite, SenseError, type SiteId } from '../../values/sense-error.ts'
import type { Value } from '../../values/value.ts'
import type { JavaScriptBridge } from './bridge.ts'
import { JavaScriptObject, Member, namesIn } from './javascript-object.ts'
import { rawValueOf, senseValueOf } from './javascript-values.ts'
import { isInstance, thrownFactsOf } from './thrown-facts.ts'

export class JavaScriptHost implements JavaScriptBridge {
  readonly #run: Run
  readonly #outermostScope = new Scope(undefined)
  readonly #functions = new WeakMap<Scope, WeakMap<object, object>>()
  readonly #senseFunctions = new WeakMap<object, Value>()
  readonly #promises = new WeakMap<object, unknown>()
  readonly #fail: (error: SenseError) => void
  /** The modules that were imported, and where the last time. */
  readonly #importedAt = new Map<string, SiteId>()
  #stopCatching: (() => void) | undefined
  /** Whether JavaScript holds functions that it may call whenever it likes. */
  #hasGivenFunctions = false
  /** What ended the run inside a function that JavaScript called, whatever JavaScript made of it. */
  #end: { readonly error: unknown } | undefined

  /** `fail` ends what runs now. */
  constructor(run: Run, fail: (error: SenseError) => void) {
    this.#run = run
    this.#fail = fail
  }

  importModule(context: CallContext, name: string, filePath: string | undefined): Value | Suspension {
    this.#stopCatching ??= this.#run.javaScript.catchLostErrors?.((lost) => {
      this.#fail(this.#lostError(lost))
    })
    this.#importedAt.set(name, context.site)
    const loaded = this.#loading(name, context, () => this.#run.javaScript.load(name, filePath))
    if (loaded.kind === 'loaded') return this.#moduleValue(name, loaded.module, context)
    return new Wait((wake) => {
      loaded.module.then(
        (module) => {
          wake.resume(this.#moduleValue(name, module, context))
        },
        (thrown: unknown) => {
          wake.fail(isInstance(thrown, SenseError) ? thrown : importError(name, thrown, context.site))
        },
      )
    })
  }

  importName(context: CallContext, module: JavaScriptObject, moduleName: string, name: string): Value {
    const target = Object(module.raw) as object
    return this.guarded(context, () => {
      if (!(name in target)) {
        throw new SenseError(problems.jsNameMissing(moduleName, name, namesIn(target)), context.site)
      }
      return this.toSense(new Member(Reflect.get(target, name), module.raw), context)
    })
  }

  /** Whether a function of Sense may still be called, although nothing of the program can go on by itself. */
  mayCallBack(): boolean {
    return this.#hasGivenFunctions && this.#run.javaScript.isSomethingPending()
  }

  /** The run is over: whatever JavaScript does now is nobody's business here. */
  close(): void {
    this.#stopCatching?.()
    this.#stopCatching = undefined
  }

  /** Its place is the import of the module that it comes from, as far as that can be known. */
  #lostError({ thrown, place }: LostError): SenseError {
    const imported = [...this.#importedAt]
    const isIn = (name: string): boolean => place.includes(name.replace(/^[./]+/, ''))
    const [name, site] =
      imported.find(([name]) => isIn(name)) ?? (imported.length === 1 ? imported[0] : undefined) ?? []
    return new SenseError(problems.jsErrorLost(thrownFactsOf(thrown), name, place), site ?? noSite)
  }

  guarded<Result>({ site }: Pick<CallContext, 'site'>, run: () => Result): Result {
    this.#run.console.flush()
    try {
      const result = run()
      this.#endIfEnded()
      return result
    } catch (thrown) {
      this.#endIfEnded()
      throw errorOf(thrown, site)
    }
  }

  toSense(raw: unknown, context: CallContext): Value {
    return senseValueOf(this, raw, context)
  }

  toJavaScript(value: Value, context: CallContext): unknown {
    return rawValueOf(this, value, context)
  }

  contextAt(site: SiteId): CallContext {
    return { run: this.#run, scope: this.#outermostScope, site }
  }

  inspect(raw: object): string {
    return this.#run.javaScript.inspect(raw)
  }

  senseFunctionOf(raw: object): Value | undefined {
    return this.#senseFunctions.get(raw)
  }

  promiseOf(value: Value): unknown {
    return typeof value === 'object' && value !== null ? this.#promises.get(value) : undefined
  }

  /** The policy that holds for a call is that of the scope where the function was given away. */
  functionFor(value: Value & object, context: CallContext): unknown {
    const ofScope = this.#functions.get(context.scope) ?? new WeakMap<object, object>()
    this.#functions.set(context.scope, ofScope)
    const known = ofScope.get(value)
    if (known !== undefined) return known
    const made = (...given: unknown[]): unknown => this.#callBack(value, context, given)
    ofScope.set(value, made)
    this.#senseFunctions.set(made, value)
    this.#hasGivenFunctions = true
    return made
  }

  futureOf(promise: PromiseLike<unknown>, name: string, context: CallContext): Value {
    const subject = name === '' ? 'js' : `js '${name}'`
    const future = FutureValue.ofOutside(context, subject, (settle) => {
      promise.then(
        (raw) => {
          settle(this.#outcomeOf(raw, context))
        },
        (thrown: unknown) => {
          settle({ kind: 'error', error: errorOf(thrown, context.site) })
        },
      )
    })
    this.#promises.set(future, promise)
    return future
  }

  #outcomeOf(raw: unknown, context: CallContext): Outcome {
    try {
      return { kind: 'value', value: this.guarded(context, () => this.toSense(raw, context)) }
    } catch (error) {
      return { kind: 'error', error }
    }
  }

  #moduleValue(name: string, module: unknown, context: CallContext): Value {
    const isOpaque = typeof module === 'object' && module !== null && !Array.isArray(module)
    if (isOpaque) return new JavaScriptObject(this, module, { moduleName: name })
    return this.guarded(context, () => this.toSense(module, context))
  }

  #loading<Result>(name: string, { site }: CallContext, load: () => Result): Result {
    this.#run.console.flush()
    try {
      return load()
    } catch (thrown) {
      throw importError(name, thrown, site)
    }
  }

  #callBack(value: Value, context: CallContext, given: readonly unknown[]): unknown {
    return this.#run.fibers.callBack(() => {
      try {
        const args = fittingArguments(value, given).map((raw) => this.toSense(raw, context))
        return this.toJavaScript(callValueAtOnce(context, value, args), context)
      } catch (error) {
        if (this.#run.fibers.current !== undefined && this.#isEnd(error)) this.#end = { error }
        throw error
      }
    })
  }

  /** Whether the whole run ends with `error`; the rest is told by `locate`, which knows V8's own errors too. */
  #isEnd(error: unknown): boolean {
    return !(error instanceof SenseError) && !(error instanceof RangeError)
  }

  #endIfEnded(): void {
    const end = this.#end
    if (end !== undefined) throw end.error
  }
}

/** JavaScript gives more arguments than it has use for, and leaves out others; ours take an exact number. */
function fittingArguments(value: Value, given: readonly unknown[]): readonly unknown[] {
  if (value instanceof FunctionValue) {
    return value.signature.parameters.map((_, index) => given[index])
  }
  return value instanceof BuiltinValue ? given.slice(0, value.definition.argumentsMax) : given
}

/** What JavaScript threw, as an error of the program; a stack that is full is for the driver to report. */
function errorOf(thrown: unknown, site: SiteId): unknown {
  if (isInstance(thrown, SenseError) || isFullStack(thrown)) return thrown
  const facts = thrownFactsOf(thrown)
  return new SenseError(problems.jsException(facts, hintFor(facts.text)), site)
}

function importError(name: string, thrown: unknown, site: SiteId): SenseError {
  if (isInstance(thrown, SenseError)) return thrown
  return new SenseError(importProblem(name, thrown), site)
}

function importProblem(name: string, thrown: unknown): Problem {
  if (!isInstance(thrown, JavaScriptMissing)) return problems.jsImportFailed(name, thrownFactsOf(thrown))
  return problems.jsModuleMissing(name, thrown.missing, thrown.missing.startsWith('node:'))
}

function isFullStack(thrown: unknown): boolean {
  return isInstance(thrown, RangeError) && thrown.message === 'Maximum call stack size exceeded'
}

function hintFor(text: string): string | undefined {
  return /^Class constructor .* cannot be invoked without 'new'$/.test(text)
    ? 'an object of a class is made with `new`: `m.Name.new(...)`'
    : undefined
}
