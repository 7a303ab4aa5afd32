/**
 * What a server gets to see of our environment.
 *
 * A server is somebody else's program, so it gets a closed list (spec 02 §3): what any program needs to start, what
 * package runners need to fetch, and what the Sense program gave on purpose. Keys and tokens of other services stay here.
 */

import { ToolServerFailure } from '../../runtime/ports/tool-servers.ts'
import type { Secret } from '../node/secret-forms.ts'
import { isSecretValue } from '../node/secret-value.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const PASSED_ON = new Set([
  ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'TMPDIR', 'TZ'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
])

/** npm's settings as variables, in whatever case; those that can hold a token or a password are not among them. */
const NPM_PASSED_ON = new Set(
  ['cache', 'ca', 'cafile', 'globalconfig', 'maxsockets', 'noproxy', 'offline', 'prefer_offline', 'prefix'].concat([
    'fetch_retries',
    'fetch_timeout',
    'strict_ssl',
    'update_notifier',
    'userconfig',
  ]),
)

/** Addresses, in whatever case; a user and a password inside are taken out. */
const ADDRESSES = new Set([
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'NPM_CONFIG_REGISTRY',
  'NPM_CONFIG_PROXY',
  'NPM_CONFIG_HTTPS_PROXY',
])

export interface ChildEnvironment {
  readonly variables: Readonly<Record<string, string>>
  readonly secrets: readonly Secret[]
}

/** The child's environment: the list above taken from `ours`, then `additions` as written in the program. */
export function childEnvironmentOf(ours: Environment, additions: readonly string[]): ChildEnvironment {
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(ours)) {
    const passed = value === undefined ? undefined : passedOn(name, value)
    if (passed !== undefined) variables[name] = passed
  }
  const added = additions.map((addition) => additionOf(ours, addition))
  for (const { name, value } of added) variables[name] = value
  return { variables, secrets: added.filter(({ name, value }) => isSecretValue(name, value)) }
}

function passedOn(name: string, value: string): string | undefined {
  // Some shells keep functions in variables; no other program has a use for them.
  if (value.startsWith('()')) return undefined
  if (ADDRESSES.has(name.toUpperCase())) return withoutPassword(value)
  if (PASSED_ON.has(name) || name.startsWith('LC_')) return value
  const npmSetting = /^npm_config_(.+)$/.exec(name.toLowerCase())?.[1]
  return npmSetting !== undefined && NPM_PASSED_ON.has(npmSetting) ? value : undefined
}

/**
 * `http://user:password@host` without what stands before the `@`. Works on text, because proxies need not be whole URLs.
 * An `@` in the path is left alone, unless a user stands before the path: then the password has a slash in it.
 */
function withoutPassword(address: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(address)?.[0] ?? ''
  const rest = address.slice(scheme.length)
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  const isTorn = !authority.includes('@') && /^[^[:]*:\d*[^\d]/.test(authority)
  const at = isTorn ? rest.lastIndexOf('@') : authority.lastIndexOf('@')
  return scheme + rest.slice(at + 1)
}

/** `NAME=value` as it stands, or `NAME` with our value. */
function additionOf(ours: Environment, addition: string): Secret {
  const equals = addition.indexOf('=')
  if (equals > 0) return { name: addition.slice(0, equals), value: addition.slice(equals + 1) }
  const value = equals === 0 ? undefined : ours[addition]
  if (value !== undefined) return { name: addition, value }
  throw new ToolServerFailure({ kind: 'environment-missing', subject: equals === 0 ? '' : addition })
}
