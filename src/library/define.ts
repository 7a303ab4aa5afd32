/** What a host program adds to the programs that it runs: tools, builtins and models of its own. */

import type { HostName } from '../engine/host-names.ts'
import { BuiltinValue } from '../runtime/execution/builtin.ts'
import type { BodyCode } from '../runtime/execution/function-value.ts'
import type { Run } from '../runtime/execution/run.ts'
import type { Scope } from '../runtime/execution/scope.ts'
import { Frame } from '../runtime/execution/suspension.ts'
import { Model } from '../runtime/models/model.ts'
import type { ModelReply, ModelRequest } from '../runtime/ports/model-providers.ts'
import { ModelFailure } from '../runtime/ports/model-providers.ts'
import { DeclaredTool } from '../runtime/tools/declared-tool.ts'
import { noSite } from '../runtime/values/sense-error.ts'
import type { Rule } from './check-fields.ts'
import { aFunction, aString, capabilityName, checkFields } from './check-fields.ts'
import type { HostFunction, HostFunctionSpec, ToolFacts } from './host-function.ts'
import { hostFunctionOf, ownerOf, runLater, runNow, thrownText } from './host-function.ts'
import type { HostParameters, HostType, NoParameters } from './host-type.ts'
import { checkName } from './host-type.ts'

/** A tool of the host. Calls of it pass the policy and are audited, whether the program or a model makes them. */
export interface HostTool {
  readonly kind: 'tool'
  readonly name: string
  readonly hostName: HostName
}

/** A function of the host that programs call like `len`: without policy and audit. */
export interface HostBuiltin {
  readonly kind: 'builtin'
  readonly name: string
  readonly hostName: HostName
}

/** A model of the host. */
export interface HostModel {
  readonly kind: 'model'
  readonly name: string
  readonly hostName: HostName
  /** The model as a value of the language. */
  readonly value: Model
}

/** Defines a tool. Throws a TypeError if a name or a type cannot be used in Sense. */
export function defineTool<
  const Parameters extends HostParameters = NoParameters,
  const Result extends HostType = 'Any',
>(spec: HostFunctionSpec<Parameters, Result> & ToolFacts): HostTool {
  const host = hostFunctionOf('tool', spec)
  const { name, description, capability } = spec
  const suspends = host.body.runAsync !== undefined
  const definition = { signature: host.signature, isAsync: false, description, capability }
  const valueIn = (run: Run, scope: Scope): DeclaredTool => new DeclaredTool(definition, scope, bodyOf(host, run))
  return { kind: 'tool', name, hostName: { name, suspends, valueIn } }
}

/** Its errors have no site of their own: the call is their place. */
function bodyOf(host: HostFunction, run: Run): BodyCode<[Scope]> {
  if (host.body.runAsync === undefined) {
    return { suspends: false, start: (_scope, ...args) => runNow(host, args, noSite, run.signal) }
  }
  return { suspends: true, start: (_scope, ...args) => runLater(host, args, noSite, run.signal) }
}

/** Defines a builtin. Throws a TypeError if a name or a type cannot be used in Sense. */
export function defineBuiltin<
  const Parameters extends HostParameters = NoParameters,
  const Result extends HostType = 'Any',
>(spec: HostFunctionSpec<Parameters, Result>): HostBuiltin {
  const host = hostFunctionOf('builtin', spec)
  const { name } = spec
  const suspends = host.body.runAsync !== undefined
  const count = host.signature.parameters.length
  const value = new BuiltinValue({
    name,
    argumentsMin: count,
    argumentsMax: count,
    implementation: ({ run: { signal }, site }, args) =>
      suspends ? new Frame(runLater(host, args, site, signal), '', site) : runNow(host, args, site, signal),
  })
  return { kind: 'builtin', name, hostName: { name, suspends, valueIn: () => value } }
}

/** What a model of the host gives back: a text, calls of tools, or both. */
export type HostModelReply = Pick<ModelReply, 'text'> & Partial<ModelReply>

export interface HostModelSpec {
  /** The name by which programs reach it, and which the audit log shows. */
  readonly name: string
  /** What the policy must allow before it is asked. Without one, it may always be asked. */
  readonly capability?: string
  /**
   * Answers one request. `request.messages` is the conversation so far, `request.tools` what may be called. A rejection is
   * an error of the program that names the model.
   */
  generate(request: ModelRequest, signal: AbortSignal): Promise<HostModelReply>
}

const modelRules: Readonly<Record<keyof HostModelSpec, Rule>> = {
  name: aString,
  capability: capabilityName,
  generate: aFunction,
}

/** Defines a model, such as one that a service of the host answers. Throws a TypeError if the name is none of Sense. */
export function defineModel(spec: HostModelSpec): HostModel {
  const owner = ownerOf('model', spec)
  checkFields(owner, spec, modelRules)
  const { name, capability } = spec
  checkName(name, owner)
  if (typeof spec.generate !== 'function') throw new TypeError(`${owner} needs a \`generate\`, an async function`)
  const provider = {
    canCallTools: true,
    generate: (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => replyOf(spec, request, signal),
  }
  const value = new Model(name, { provider, isMock: false, capability, confidence: null, told: new Set() })
  return { kind: 'model', name, value, hostName: { name, suspends: false, valueIn: () => value } }
}

async function replyOf(spec: HostModelSpec, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
  try {
    return { calls: [], usage: undefined, opaque: undefined, ...(await spec.generate(request, signal)) }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ModelFailure ? error : new ModelFailure('request', `failed: ${thrownText(error)}`)
  }
}
