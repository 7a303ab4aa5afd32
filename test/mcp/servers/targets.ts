/** Real servers, each with a call that needs no network and what must come of it. */

import { join } from 'node:path'

export interface Target {
  readonly name: string
  /** Where it comes from: a dependency of this project, or a package that `npm run test:servers` installs. */
  readonly origin: 'dependency' | 'npm' | 'python' | 'python with mcp<2'
  /** The npm package, or the name of the command that the Python package installs. */
  readonly program: string
  /** `FOLDER` stands for a folder that holds `a.txt`, a Git repository and nothing else; `PORT` for a local web server. */
  readonly args: readonly string[]
  readonly env?: readonly string[]
  readonly call: { readonly tool: string; readonly args: object }
  /** In what the program prints. */
  readonly expected: string | RegExp
  /** It cannot start as it is published: the report must hold this. */
  readonly startFailure?: RegExp
}

/** The exact npm packages that are installed beside the dependencies; Python ones are installed as users get them. */
export const npmPackages = ['@modelcontextprotocol/server-postgres@0.6.2', '@bytebase/dbhub@1.4.0']
export const pythonPackages = ['mcp-server-time', 'mcp-server-git', 'mcp-server-fetch', 'mcp-server-sqlite']

export const targets: readonly Target[] = [
  {
    name: 'everything',
    origin: 'dependency',
    program: '@modelcontextprotocol/server-everything/dist/index.js',
    args: ['stdio'],
    call: { tool: 'echo', args: { message: 'hi' } },
    expected: 'Echo: hi',
  },
  {
    name: 'filesystem',
    origin: 'dependency',
    program: '@modelcontextprotocol/server-filesystem/dist/index.js',
    args: ['FOLDER'],
    call: { tool: 'read_text_file', args: { path: 'FOLDER/a.txt' } },
    expected: 'héllo',
  },
  {
    name: 'memory',
    origin: 'dependency',
    program: '@modelcontextprotocol/server-memory/dist/index.js',
    args: [],
    env: ['MEMORY_FILE_PATH=FOLDER/memory.json'],
    call: { tool: 'create_entities', args: { entities: [{ name: 'Ada', entityType: 'person', observations: ['x'] }] } },
    expected: 'Ada',
  },
  {
    name: 'sequential-thinking',
    origin: 'dependency',
    program: '@modelcontextprotocol/server-sequential-thinking/dist/index.js',
    args: [],
    call: {
      tool: 'sequentialthinking',
      args: { thought: 'one', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true },
    },
    expected: 'totalThoughts',
  },
  {
    name: 'postgres',
    origin: 'npm',
    program: '@modelcontextprotocol/server-postgres/dist/index.js',
    args: ['postgresql://127.0.0.1:1/none'],
    call: { tool: 'query', args: { sql: 'select 1' } },
    // There is no database, and the model is told so.
    expected: /error: .*ECONNREFUSED/,
  },
  {
    name: 'dbhub',
    origin: 'npm',
    program: '@bytebase/dbhub/dist/index.js',
    args: ['--transport', 'stdio', '--demo'],
    call: { tool: 'execute_sql', args: { sql: 'select 40 + 2 as answer' } },
    expected: /answer.*42/s,
  },
  {
    name: 'time',
    origin: 'python',
    program: 'mcp-server-time',
    args: ['--local-timezone', 'UTC'],
    call: { tool: 'convert_time', args: { source_timezone: 'UTC', time: '12:00', target_timezone: 'Asia/Tokyo' } },
    expected: '21:00',
  },
  {
    name: 'git',
    origin: 'python',
    program: 'mcp-server-git',
    args: ['--repository', 'FOLDER'],
    call: { tool: 'git_status', args: { repo_path: 'FOLDER' } },
    expected: 'a.txt',
  },
  {
    name: 'fetch',
    origin: 'python',
    program: 'mcp-server-fetch',
    args: ['--ignore-robots-txt', '--allow-private-ips'],
    // What is not raw it simplifies with a package that it fetches from npm on its first call.
    call: { tool: 'fetch', args: { url: 'http://127.0.0.1:PORT/', raw: true } },
    expected: 'a page of our own',
  },
  {
    name: 'sqlite',
    origin: 'python with mcp<2',
    program: 'mcp-server-sqlite',
    args: ['--db-path', 'FOLDER/data.db'],
    call: { tool: 'read_query', args: { query: 'select 40 + 2 as answer' } },
    expected: '42',
  },
  {
    name: 'sqlite as published',
    origin: 'python',
    program: 'mcp-server-sqlite',
    args: ['--db-path', 'FOLDER/data.db'],
    call: { tool: 'read_query', args: {} },
    expected: '',
    startFailure: /mcp-start-failed[\s\S]*exited with status 1[\s\S]*Error/,
  },
]

/** The command line of a target, from the folder where each origin is installed. */
export function commandOf(target: Target, installed: Readonly<Record<Target['origin'], string>>): readonly string[] {
  const folder = installed[target.origin]
  if (target.origin === 'dependency' || target.origin === 'npm') return [process.execPath, join(folder, target.program)]
  return [join(folder, 'bin', target.program)]
}
