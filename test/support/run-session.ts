/** Runs texts in one session, in this process, and gives back what they printed. */

import { nodeClock } from '../../src/adapters/node/clock.ts'
import { plainInterrupter } from '../../src/adapters/node/interrupter.ts'
import { createNodeFiles } from '../../src/adapters/node/files.ts'
import { createNodeRandom } from '../../src/adapters/node/random.ts'
import { environmentVariables } from '../../src/adapters/node/environment.ts'
import { createSecrets } from '../../src/adapters/node/secrets.ts'
import { javaScriptModules } from '../../src/adapters/javascript/modules.ts'
import { createLaterPython } from '../../src/engine/later-python.ts'
import { nodeSources } from '../../src/adapters/node/source-files.ts'
import { createModelProviders } from '../../src/adapters/providers/model-providers.ts'
import { createStores } from '../../src/adapters/sqlite/stores.ts'
import { Session } from '../../src/engine/session.ts'
import type { TextOutcome } from '../../src/engine/session.ts'

export class SessionRun {
  output = ''
  readonly session: Session

  constructor() {
    const environment = { get: (): undefined => undefined }
    this.session = new Session({
      ports: {
        console: {
          write: (text) => (this.output += text),
          writeReport: () => undefined,
          flush: () => undefined,
          readLine: () => Promise.resolve(null),
        },
        clock: nodeClock,
        environment,
        files: createNodeFiles(),
        interrupter: plainInterrupter,
        providers: createModelProviders(environment),
        random: createNodeRandom(),
        secrets: createSecrets(),
        javaScript: javaScriptModules,
        python: createLaterPython({
          environment: environmentVariables(),
          input: 'ignore',
          output: { onOutput: (text) => (this.output += text), onErrorOutput: () => undefined },
        }),
        toolServers: {
          connect: () => Promise.reject(new Error('no servers here')),
          closeAll: () => Promise.resolve(),
        },
        sources: nodeSources,
        stores: createStores(),
      },
      onWarning: () => undefined,
      version: 'test',
    })
  }

  run(text: string): Promise<TextOutcome> {
    return this.session.run(text, '<test>')
  }
}
