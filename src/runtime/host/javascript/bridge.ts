/** What values need to cross to JavaScript and back: the state of one run that they share. */

import type { CallContext } from '../../execution/callable.ts'
import type { SiteId } from '../../values/sense-error.ts'
import type { Value } from '../../values/value.ts'

export interface JavaScriptBridge {
  /** Runs code that is not ours; what it throws becomes an error of the program at the site. */
  guarded<Result>(context: Pick<CallContext, 'site'>, run: () => Result): Result
  /** The value of Sense for what JavaScript gave; an error if it is larger than one can be. */
  toSense(raw: unknown, context: CallContext): Value
  /** What JavaScript gets for a value of Sense; an error if it cannot go over. */
  toJavaScript(value: Value, context: CallContext): unknown
  /** The function of JavaScript for one of Sense: always the same one, so that it can be taken off again. */
  functionFor(value: Value, context: CallContext): unknown
  /** The Future of a promise. */
  futureOf(promise: PromiseLike<unknown>, name: string, context: CallContext): Value
  /** The function of Sense that `functionFor` made `raw` for, if it did. */
  senseFunctionOf(raw: object): Value | undefined
  /** The promise that a Future stands for, if it does. */
  promiseOf(value: Value): unknown
  /** For operations that have only a site. */
  contextAt(site: SiteId): CallContext
  inspect(raw: object): string
}
