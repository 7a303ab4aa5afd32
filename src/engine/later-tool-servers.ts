/**
 * Tool servers that are loaded when the first one is connected.
 *
 * Most programs use none, and starting quickly matters to all of them.
 */

import { environmentVariables } from '../adapters/node/environment.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import type { ToolServersPort } from '../runtime/ports/tool-servers.ts'

type Variables = ReturnType<typeof environmentVariables>

/** `environment`: what a server is given its variables from. */
export function createLaterToolServers(environment = environmentVariables()): ToolServersPort {
  let loading: Promise<ToolServersPort> | undefined
  return {
    async connect(request, signal) {
      loading ??= load(environment)
      const servers = await loading
      return await servers.connect(request, signal)
    },
    async closeAll() {
      const servers = await loading
      await servers?.closeAll()
    },
  }
}

async function load(environment: Variables): Promise<ToolServersPort> {
  const { createToolServers } = await import('../adapters/mcp/tool-servers.ts')
  return createToolServers({
    environment,
    client: { name: 'sense-lang', version: packageVersion() },
  })
}
