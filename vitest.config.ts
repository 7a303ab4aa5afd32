/**
 * Two projects, so that `npm run check` can leave out what is slow: `fast` runs inside one process, `processes` holds the
 * tests that start child programs. A test file in any other folder counts as fast, so none can be forgotten.
 */

import { defineConfig } from 'vitest/config'

const startsProcesses = [
  'test/mcp/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/serve/**/*.test.ts',
  'test/integration/**/*.test.ts',
  'test/sqlite/**/*.test.ts',
  'test/interop/**/*.test.ts',
  // It calls Python too.
  'test/engine/agents-callee-kinds.test.ts',
]

export default defineConfig({
  test: {
    pool: 'forks',
    // The stack that the `sense` command runs with, so that recursion goes as deep here as there.
    execArgv: ['--stack-size=3900'],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: startsProcesses, testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: startsProcesses,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Many of these say how soon something happens, and a machine may stand still for a second. A test that needed
          // a second try is shown with `(retry x1)`.
          retry: 2,
        },
      },
    ],
  },
})
