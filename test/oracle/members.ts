/** What stands after a dot. Of a Record it is exactly an index (spec 01 §3); every other value has members of its own. */

import { readIndex } from '../../src/runtime/values/indexing.ts'
import { SenseRecord } from '../../src/runtime/values/record.ts'
import { describeValue } from '../../src/runtime/values/types.ts'
import type { Value } from '../../src/runtime/values/value.ts'
import { actionMember } from './actions.ts'
import { yieldTurn } from './agents.ts'
import { builtin } from './builtin.ts'
import { Failure } from './failure.ts'
import { askModel } from './models.ts'
import {
  ActionDeclarationObject,
  ActionObject,
  AgentObject,
  AnswerObject,
  FunctionObject,
  FutureObject,
  MemoryObject,
  ModelObject,
  ModuleObject,
  ProblemObject,
  SkillObject,
  ToolObject,
} from './objects.ts'
import type { Place, Steps, World } from './world.ts'

export function* readMember(world: World, place: Place, object: Value, member: string): Steps {
  if (object instanceof SenseRecord) return readIndex(object, member, place.line)
  // Spec 02 §6: polling what is still under way lets the others go on once before it is answered.
  const isPolling =
    (object instanceof FutureObject && member === 'done' && !object.isDone) ||
    (object instanceof AgentObject && member === 'status' && object.isAsync && object.status === 'running')
  if (isPolling) yield* yieldTurn()
  const value = memberOf(world, place, object, member)
  if (value !== undefined) return value
  throw new Failure('SenseRuntimeError', place.line, `${describeValue(object)} has no member ${member}`)
}

function memberOf(world: World, place: Place, object: Value, member: string): Value | undefined {
  if (object instanceof ModuleObject) return object.scope.names.get(member)
  if (object instanceof AgentObject) return agentMember(object, member)
  if (object instanceof ActionObject) return actionMember(world, place, object, member)
  if (object instanceof ModelObject) return modelMember(object, member)
  if (object instanceof MemoryObject) return memoryMember(object, member)
  return tableOf(object)[member]
}

/** Members that are plain values. */
function tableOf(object: Value): Readonly<Record<string, Value | undefined>> {
  const none: Record<string, Value> = Object.create(null) as Record<string, Value>
  if (object instanceof FunctionObject) return { ...none, name: object.signature.name, doc: object.signature.doc }
  if (object instanceof ToolObject) {
    const { name, doc } = object.signature
    return { ...none, name, doc, description: object.description }
  }
  if (object instanceof ActionDeclarationObject) {
    const { name, doc } = object.signature
    return { ...none, name, doc, kind: object.kind }
  }
  if (object instanceof AnswerObject) {
    return { ...none, value: object.value, confidence: object.confidence, source: object.source, usage: null }
  }
  if (object instanceof SkillObject) {
    return { ...none, name: object.name, description: object.description, tools: [...object.tools] }
  }
  if (object instanceof ProblemObject) {
    return { ...none, class: object.errorClass, line: object.line, message: object.error.message }
  }
  return object instanceof FutureObject ? { ...none, done: object.isDone } : none
}

/** The agent's own members, else a variable of its scope chain, builtins included (spec 02 §6). */
function agentMember(agent: AgentObject, member: string): Value | undefined {
  switch (member) {
    case 'name':
      return agent.name
    case 'status':
      return agent.status
    case 'pause_reason':
      return agent.pauseReason
    case 'doc':
      return agent.doc
    default:
      return agent.scope.find(member)
  }
}

function modelMember(model: ModelObject, member: string): Value | undefined {
  if (member === 'name') return model.name
  if (member !== 'ask') return undefined
  return builtin(`${model.name}.ask`, 1, 1, ({ line }, [prompt = null]) => askModel(model, prompt, line))
}

/** Spec 02 §7. */
function memoryMember({ name, kind, entries }: MemoryObject, member: string): Value | undefined {
  const keyOf = (key: Value, line: number): string => {
    if (typeof key === 'string') return key
    throw new Failure('SenseRuntimeError', line, 'a key is a String')
  }
  switch (member) {
    case 'name':
      return name
    case 'kind':
      return kind
    case 'remember':
      return builtin(`${name}.remember`, 2, 2, ({ line }, [key = null, value = null]) => {
        entries.set(keyOf(key, line), value)
        return null
      })
    case 'recall':
      return builtin(`${name}.recall`, 1, 1, ({ line }, [key = null]) => entries.get(keyOf(key, line)) ?? null)
    case 'forget':
      return builtin(`${name}.forget`, 1, 1, ({ line }, [key = null]) => {
        entries.delete(keyOf(key, line))
        return null
      })
    case 'keys':
      return builtin(`${name}.keys`, 0, 0, () => [...entries.keys()])
    default:
      return undefined
  }
}
