/**
 * The Sense call stack of an error.
 *
 * Frames of generators are kept by the driver. Plain functions live on V8's own stack, so their part comes from the call
 * sites that V8 collects when an error is made. Both `Error.prepareStackTrace` and `Error.stackTraceLimit` belong to the
 * whole process, which may be somebody else's: they are set for as short as possible and put back.
 */

import type { CallStackFrame } from '../../compiler/diagnostics/diagnostic.ts'
import type { SiteId } from '../values/sense-error.ts'
import type { CodeTable } from './code-table.ts'
import { senseNameOf } from './code-table.ts'
import type { SiteTable } from './site-table.ts'
import type { CallFrame } from './suspension.ts'

/** How many JavaScript frames are kept of an error; a call in Sense takes three or four of them. */
const stackTraceLimit = 400

/** A frame of generated code on V8's stack. */
export interface PlainFrame {
  readonly functionName: string
  /** Where in that function the next inner call, or the error, is. */
  readonly site: SiteId | undefined
}

/** Runs `action` with errors that remember enough frames, whatever the host program has set. */
export function withFullStacks<Result>(action: () => Result): Result {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = stackTraceLimit
  try {
    return action()
  } finally {
    Error.stackTraceLimit = limit
  }
}

/** The frames of generated code in the stack of `error`, innermost first. */
export function plainFramesOf(error: Error, code: CodeTable): readonly PlainFrame[] {
  const theirs = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  const frames: PlainFrame[] = []
  Error.prepareStackTrace = (_error, callSites) => {
    for (const callSite of callSites) {
      const script = callSite.getFileName()
      if (script === null || !code.has(script)) continue
      const site = code.siteAt(script, callSite.getLineNumber() ?? 0, callSite.getColumnNumber() ?? 0)
      frames.push({ functionName: senseNameOf(callSite.getFunctionName() ?? ''), site })
    }
    return ''
  }
  try {
    // Reading the property is what makes V8 call the function above.
    Reflect.get(error, 'stack')
  } finally {
    if (theirs === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace')
    else Object.defineProperty(Error, 'prepareStackTrace', theirs)
  }
  return frames
}

/**
 * The call stack, innermost first. `plain` is what V8's stack holds, innermost first; its outermost frame is the generator
 * on top of `frames`, unless that one is the runtime's own. `frames` is the driver's stack, outermost first.
 */
export function callStackOf(
  plain: readonly PlainFrame[],
  frames: readonly CallFrame[],
  sites: SiteTable,
): readonly CallStackFrame[] {
  const stack: { readonly functionName: string; readonly site: SiteId | undefined }[] = []
  const top = frames.at(-1)
  const isTopInPlain = top?.functionName === plain.at(-1)?.functionName
  const beyondTop = isTopInPlain ? plain.slice(0, -1) : plain
  beyondTop.forEach((frame, index) => {
    stack.push({ functionName: frame.functionName, site: plain[index + 1]?.site ?? top?.site })
  })
  for (const frame of [...frames].reverse()) stack.push({ functionName: frame.functionName, site: frame.site })
  return stack
    .filter((frame) => frame.functionName !== '')
    .map(({ functionName, site }) => ({
      functionName,
      calledAt: site === undefined ? undefined : sites.placeOf(site),
    }))
}
