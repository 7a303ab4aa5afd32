/** Reading a member of any value. */

import * as problems from '../../compiler/diagnostics/catalogue/execution.ts'
import { readIndex } from '../values/indexing.ts'
import { SenseRecord } from '../values/record.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue, typeName } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import type { CallContext } from './callable.ts'
import { hasMembers } from './callable.ts'
import type { Suspension } from './suspension.ts'

/** `object.member`, which may have to let others go on first. Of a Record it is exactly `object["member"]` (spec 01 §3). */
export function readMember(context: CallContext, object: Value, member: string): Value | Suspension {
  if (object instanceof SenseRecord) return readIndex(object, member, context.site)
  if (!hasMembers(object)) throw noSuchMember(context, object, member, [])
  const value = object.readMember(member, context)
  if (value === undefined) throw noSuchMember(context, object, member, object.memberNames)
  return value
}

function noSuchMember(
  { site }: CallContext,
  object: Value,
  member: string,
  memberNames: readonly string[],
): SenseError {
  return new SenseError(problems.noSuchMember(typeName(object), describeValue(object), member, memberNames), site)
}
