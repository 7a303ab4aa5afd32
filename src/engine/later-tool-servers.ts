/**
 * Tool servers that are loaded when the first one is connected.
 *
 * Most programs use none, and starting quickly matters to all of them.
 */

import type { ToolServersOptions } from '../adapters/mcp/tool-servers.ts'
import { environmentVariables } from '../adapters/node/environment.ts'
import { openBrowser } from '../adapters/node/open-browser.ts'
import { packageVersion } from '../adapters/node/package-version.ts'
import type { ToolServersPort } from '../runtime/ports/tool-servers.ts'

type Variables = ReturnType<typeof environmentVariables>

export interface LaterToolServersOptions extends Pick<ToolServersOptions, 'secrets' | 'tap' | 'showConsentPage'> {
  /** Whether a server may ask the person at hand to open a web page here. */
  readonly opensPages?: boolean
}

/** `environment`: what a server is given its variables from. */
export function createLaterToolServers(
  options: LaterToolServersOptions,
  environment = environmentVariables(),
): ToolServersPort {
  let loading: Promise<ToolServersPort> | undefined
  return {
    async connect(request, signal) {
      loading ??= load(options, environment)
      const servers = await loading
      return await servers.connect(request, signal)
    },
    async closeAll() {
      const servers = await loading
      await servers?.closeAll()
    },
  }
}

async function load(
  { opensPages = false, ...options }: LaterToolServersOptions,
  environment: Variables,
): Promise<ToolServersPort> {
  const { createToolServers } = await import('../adapters/mcp/tool-servers.ts')
  return createToolServers({
    ...options,
    ...(opensPages ? { openPage: openBrowser } : {}),
    environment,
    client: { name: 'sense-lang', version: packageVersion() },
  })
}
