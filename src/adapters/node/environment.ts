/** The environment variables of this process. */

import type { EnvironmentPort } from '../../runtime/ports/environment.ts'

export const nodeEnvironment: EnvironmentPort = {
  get: (name) => process.env[name],
}

/** All of them, for adapters that choose what to hand on to a child process. */
export function environmentVariables(): Readonly<Record<string, string | undefined>> {
  return process.env
}
