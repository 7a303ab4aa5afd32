/** The functions of `files`: each checks its arguments and gives what it then does. */

import { halfSurrogate } from '../../compiler/diagnostics/catalogue/own-files.ts'
import { FilesFailure } from '../ports/files.ts'
import { codePointCount } from '../values/code-points.ts'
import { compareText } from '../values/order.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import { filesProblem } from './files-problem.ts'
import { stringArgument, wrongArgument, type ModuleCall } from './module-call.ts'

type Effect = () => Value

export function read(call: ModuleCall): Effect {
  const path = pathArgument(call)
  return effectOf(call, path, () => call.context.run.files.read(path))
}

export function write(call: ModuleCall): Effect {
  const path = pathArgument(call)
  const text = textArgument(call, 1)
  return effectOf(call, path, () => {
    call.context.run.files.write(path, text)
    return null
  })
}

export function append(call: ModuleCall): Effect {
  const path = pathArgument(call)
  const text = textArgument(call, 1)
  return effectOf(call, path, () => {
    call.context.run.files.append(path, text)
    return null
  })
}

export function exists(call: ModuleCall): Effect {
  const path = pathArgument(call)
  return effectOf(call, path, () => call.context.run.files.exists(path))
}

/** Sorted by code point, so that the order is the same on every machine. */
export function list(call: ModuleCall): Effect {
  const path = pathArgument(call)
  return effectOf(call, path, () => call.context.run.files.list(path).toSorted(compareText))
}

export function remove(call: ModuleCall): Effect {
  const path = pathArgument(call)
  return effectOf(call, path, () => {
    call.context.run.files.remove(path)
    return null
  })
}

export function makeFolder(call: ModuleCall): Effect {
  const path = pathArgument(call)
  return effectOf(call, path, () => {
    call.context.run.files.makeFolder(path)
    return null
  })
}

/** The first argument. What no file system takes is refused here: it would be cut off or changed on the way there. */
function pathArgument(call: ModuleCall): string {
  const path = stringArgument(call, 0)
  if (path === '') throw wrongArgument(call, 0, 'a path', 'the empty String')
  if (path.includes('\0')) throw wrongArgument(call, 0, 'a path', 'a String with the character 0 in it')
  if (!path.isWellFormed()) throw wrongArgument(call, 0, 'a path', 'a String with half of a surrogate pair in it')
  return path
}

/** UTF-8 has no way to write half of a surrogate pair. */
function textArgument(call: ModuleCall, index: number): string {
  const text = stringArgument(call, index)
  const offset = /\p{Cs}/u.exec(text)?.index
  if (offset === undefined) return text
  throw new SenseError(halfSurrogate(call.functionName, codePointCount(text.slice(0, offset))), call.context.site)
}

function effectOf(call: ModuleCall, path: string, action: Effect): Effect {
  return () => {
    try {
      return action()
    } catch (error) {
      if (!(error instanceof FilesFailure)) throw error
      throw new SenseError(filesProblem(call.functionName, path, error.fault), call.context.site)
    }
  }
}
