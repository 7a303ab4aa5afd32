/** The arguments of `connect_mcp`, checked and turned into a request to the port (spec 02 §3). */

import { wrongBuiltinArgument, wrongLabelValue } from '../../compiler/diagnostics/catalogue/tools.ts'
import type { ToolServerRequest } from '../ports/tool-servers.ts'
import type { LabelledCall } from '../tools/labelled-arguments.ts'
import {
  countLabel,
  flagLabel,
  secondsLabel,
  stringLabel,
  stringsLabel,
  wrongValue,
} from '../tools/labelled-arguments.ts'
import type { SiteId } from '../values/sense-error.ts'
import { SenseError } from '../values/sense-error.ts'
import { describeValue } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isArray } from '../values/value.ts'

/** The limits of spec 02 §3. */
const startTimeoutMsByDefault = 30_000
const callIdleTimeoutMsByDefault = 120_000
const callTotalTimeoutMsMin = 900_000
const resultLengthMaxByDefault = 100_000

export interface ConnectArguments {
  readonly request: Omit<ToolServerRequest, 'onWarning'>
  /** Where a server over HTTP is, fit to be shown; undefined for a command. */
  readonly address: string | undefined
  readonly capability: string | undefined
  /** The tools that the program wants; undefined: all. */
  readonly toolNames: readonly string[] | undefined
  /** Whether a server that ended is started again for the next call. */
  readonly isRestarted: boolean
  /** Code points of a result's text that are kept. */
  readonly resultLengthMax: number
}

/** The checks in the order of the arguments, then of the labels. */
export function connectArguments(args: readonly Value[], call: LabelledCall): ConnectArguments {
  const [name = null, command = null, commandArgs = null, capability = null] = args
  const checkedName = requiredText('its name', name, call)
  const checkedCommand = requiredText('its command', command, call)
  const checkedArgs = checkedStrings(commandArgs, call.site)
  const checkedCapability = optionalString('its capability', capability, call)
  const address = checkedAddress(checkedCommand, call.site)
  if (address !== undefined && checkedArgs.length > 0) {
    throw wrongArgument('its arguments', 'an empty Array for a server over HTTP', 'one with elements', call.site)
  }
  refuseMisplaced(call, address === undefined ? ['headers'] : ['env', 'cwd', 'restart'], address)
  const environment = checkedEnvironment(call)
  const folder = checkedFolder(call)
  const headers = checkedHeaders(call)
  const { resultLengthMax, ...limits } = connectLimits(call)
  return {
    request: {
      name: checkedName,
      command: checkedCommand,
      args: checkedArgs,
      environment,
      headers,
      folder,
      ...limits,
    },
    address,
    capability: checkedCapability,
    toolNames: stringsLabel(call, 'tools'),
    isRestarted: flagLabel(call, 'restart') ?? false,
    resultLengthMax,
  }
}

/** What the labels say of time and length, in the words of the port. */
export function connectLimits(call: LabelledCall): Pick<
  ToolServerRequest,
  'startTimeoutMs' | 'listTimeoutMs' | 'callIdleTimeoutMs' | 'callTotalTimeoutMs'
> & {
  readonly resultLengthMax: number
} {
  const startTimeoutMs = secondsLabel(call, 'start_timeout') ?? startTimeoutMsByDefault
  const callIdleTimeoutMs = secondsLabel(call, 'call_timeout') ?? callIdleTimeoutMsByDefault
  return {
    startTimeoutMs,
    listTimeoutMs: startTimeoutMs,
    callIdleTimeoutMs,
    // A call that may be silent for an hour may also last one.
    callTotalTimeoutMs: Math.max(callIdleTimeoutMs, callTotalTimeoutMsMin),
    resultLengthMax: countLabel(call, 'max_result') ?? resultLengthMaxByDefault,
  }
}

/** Where a server over HTTP is, without what may be a secret in it; undefined for a command. */
export function webAddressOf(command: string): string | undefined {
  if (!/^https?:\/\//i.test(command) || !URL.canParse(command)) return undefined
  const { origin, pathname } = new URL(command)
  return `${origin}${pathname}`
}

function checkedAddress(command: string, site: SiteId): string | undefined {
  if (!/^https?:\/\//i.test(command)) return undefined
  const expected = 'a command or an address such as "https://example.com/mcp"'
  if (!URL.canParse(command)) throw wrongArgument('its command', expected, 'an address that is none', site)
  if (!hasUserOrPassword(command)) return webAddressOf(command)
  const actual = 'an address with a user or a password in it, which belong into `headers:`'
  throw wrongArgument('its command', expected, actual, site)
}

/** Whether an address, which must be one, holds what nobody else may see. */
export function hasUserOrPassword(address: string): boolean {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

function refuseMisplaced(call: LabelledCall, names: readonly string[], address: string | undefined): void {
  const misplaced = names.find((name) => call.labels.has(name))
  if (misplaced === undefined) return
  const place = address === undefined ? 'a command' : 'an address'
  const expected = `no value, because the server is ${place}`
  const actual = describeValue(call.labels.get(misplaced) ?? null)
  throw new SenseError(wrongLabelValue('connect_mcp', misplaced, expected, actual), call.site)
}

/** Headers that the protocol or HTTP itself sets. */
const reservedHeaders =
  /^(?:accept|connection|content-.*|expect|host|keep-alive|last-event-id|mcp-.*|te|trailer|transfer-encoding|upgrade)$/i
const headerForm = /^([\w!#$%&'*+.^`|~-]+):/

/** The name in `Name: value`; undefined where it is not that. */
export function nameOfHeader(header: string): string | undefined {
  return headerForm.exec(header)?.[1]
}

/** Whether HTTP or the protocol sets it, and nobody else. */
export function isReservedHeader(name: string): boolean {
  return reservedHeaders.test(name)
}

/** Each element is `Name: value`. The message never holds a value: it is a secret. */
function checkedHeaders(call: LabelledCall): readonly string[] {
  const headers = stringsLabel(call, 'headers') ?? []
  for (const [index, header] of headers.entries()) {
    const name = nameOfHeader(header)
    if (name !== undefined && !isReservedHeader(name)) continue
    const expected = 'Strings of the form `Name: value`'
    const actual = name === undefined ? `another at index ${index}` : `\`${name}\`, which the protocol sets itself`
    throw new SenseError(wrongLabelValue('connect_mcp', 'headers', expected, actual), call.site)
  }
  return headers
}

export function requiredText(parameter: string, value: Value, { functionName, site }: LabelledCall): string {
  const refused = (actual: string) =>
    new SenseError(wrongBuiltinArgument(functionName, parameter, 'a String', actual), site)
  if (typeof value !== 'string') throw refused(describeValue(value))
  if (value === '') throw refused('an empty one')
  if (hasNul(value)) throw refused('one with a NUL character')
  return value
}

function checkedStrings(value: Value, site: SiteId): readonly string[] {
  const expected = 'an Array of Strings'
  if (!isArray(value)) throw wrongArgument('its arguments', expected, describeValue(value), site)
  return value.map((element, index) => {
    if (typeof element !== 'string') {
      const actual = `${describeValue(element)} at index ${index}`
      throw wrongArgument('its arguments', expected, actual, site)
    }
    if (hasNul(element)) throw wrongArgument('its arguments', expected, 'one with a NUL character', site)
    return element
  })
}

export function optionalString(
  parameter: string,
  value: Value,
  { functionName, site }: LabelledCall,
): string | undefined {
  if (value === null || typeof value === 'string') return value ?? undefined
  const actual = describeValue(value)
  throw new SenseError(wrongBuiltinArgument(functionName, parameter, 'a String or nil', actual), site)
}

/** Each element is `NAME` or `NAME=value`. The message never holds an element: its value is a secret. */
function checkedEnvironment(call: LabelledCall): readonly string[] {
  const additions = stringsLabel(call, 'env') ?? []
  for (const [index, addition] of additions.entries()) {
    if (addition !== '' && !addition.startsWith('=') && !hasNul(addition)) continue
    const expected = 'Strings of the form `NAME` or `NAME=value`'
    throw new SenseError(wrongLabelValue('connect_mcp', 'env', expected, `another at index ${index}`), call.site)
  }
  return [...additions]
}

function checkedFolder(call: LabelledCall): string | undefined {
  const folder = stringLabel(call, 'cwd')
  if (folder === undefined || (folder !== '' && !hasNul(folder))) return folder
  throw wrongValue(call, 'cwd', 'the path of a folder', folder)
}

/** The system ends such texts at that character, so they would not arrive whole. */
function hasNul(text: string): boolean {
  return text.includes('\0')
}

function wrongArgument(parameter: string, expected: string, actual: string, site: SiteId): SenseError {
  return new SenseError(wrongBuiltinArgument('connect_mcp', parameter, expected, actual), site)
}
