/**
 * Every command of `sense`, once: its usage, its options, and what `--help` says of it.
 *
 * `arguments.ts` reads command lines by this table, `help.ts` prints it, and `completion.ts` makes completions of it.
 */

import type { OptionName } from './options.ts'
import { runOptions } from './options.ts'

export interface CommandShape {
  readonly name: string
  /** What stands behind the name and the options. */
  readonly operands: string
  /** What the operands are, for completion. */
  readonly completes: 'files' | 'codes' | 'shells' | 'nothing'
  /** One line without a full stop, for the list of commands. */
  readonly summary: string
  /** What `--help` says between usage and options, in lines. */
  readonly about: readonly string[]
  readonly options: readonly OptionName[]
  /** An example for a command line that lacks its operands. */
  readonly example: string
  /** What the exit statuses mean where that is not obvious, in lines; undefined for the usual 0, 1, 2. */
  readonly statuses: readonly (readonly [status: number, meaning: string])[]
}

const shapes = [
  {
    name: 'run',
    operands: 'FILE [-- ARGS...]',
    completes: 'files',
    summary: 'run the program in FILE',
    about: [
      'FILE   a file of Sense text, usually named *.sns; `-` reads the program from standard input',
      'ARGS   words for the program itself',
    ],
    options: [...runOptions, 'error-format'],
    example: 'sense run hello.sns',
    statuses: [
      [0, 'the program ended normally'],
      [1, 'an error was reported on standard error'],
      [2, 'the command line is wrong, or FILE cannot be read'],
      [130, 'stopped with Ctrl-C'],
      [141, 'the reader of standard output went away'],
    ],
  },
  {
    name: 'serve',
    operands: 'FILE [-- ARGS...]',
    completes: 'files',
    summary: 'run FILE, then let MCP clients call its tools',
    about: [
      'FILE   a program; its tools with a description are served, under its policy',
      'ARGS   words for the program itself',
      '',
      'Over standard input and output; with --http over HTTP, where clients need a token: that in',
      'SENSE_SERVE_TOKEN, or else a new one, which is shown.',
    ],
    options: ['http', 'expose-mcp', 'dry-run', 'frozen', 'model', 'trace', 'mcp-log', 'error-format'],
    example: 'sense serve shop.sns',
    statuses: [
      [0, 'the client has gone'],
      [1, 'an error was reported on standard error'],
      [2, 'the command line is wrong, FILE cannot be read, or the port is taken'],
      [130, 'stopped with Ctrl-C'],
    ],
  },
  {
    name: 'doc',
    operands: '[NAME]',
    completes: 'nothing',
    summary: 'explain the modules that come with Sense',
    about: ['NAME   a module, such as `text`, or a member of one, such as `text.split`; without it they are listed'],
    options: ['error-format'],
    example: 'sense doc text',
    statuses: [
      [0, 'it was explained'],
      [2, 'the command line is wrong, or there is no such module or member'],
    ],
  },
  {
    name: 'fmt',
    operands: 'PATH...',
    completes: 'files',
    summary: 'lay programs out in the one canonical way',
    about: [
      'PATH   a file, or a folder for every *.sns file below it; `-` is standard input',
      '',
      'Without an option the result is printed. A file with a syntax error is reported and left alone.',
    ],
    options: ['write', 'check', 'error-format'],
    example: 'sense fmt shop.sns',
    statuses: [
      [0, 'all is done'],
      [1, 'a file has a syntax error; with --check: or is laid out differently'],
      [2, 'the command line is wrong, or a file cannot be read'],
    ],
  },
  {
    name: 'check',
    operands: 'FILE...',
    completes: 'files',
    summary: 'report syntax errors and likely mistakes, without running anything',
    about: ['FILE   a file, or a folder for every *.sns file below it; `-` is standard input'],
    options: ['fix', 'json', 'error-format'],
    example: 'sense check shop.sns',
    statuses: [
      [0, 'there are no errors; there may be warnings'],
      [1, 'there are errors'],
      [2, 'the command line is wrong, or a file cannot be read'],
    ],
  },
  {
    name: 'repl',
    operands: '',
    completes: 'nothing',
    summary: 'a prompt that runs what you type; so does `sense` alone',
    about: ['`:help` at the prompt says how it works. On a pipe the lines are read as they come.'],
    options: [...runOptions, 'error-format'],
    example: 'sense repl',
    statuses: [
      [0, 'left with exit, quit or the end of the input, whatever went wrong before'],
      [2, 'the command line is wrong'],
      [130, 'stopped with Ctrl-C while reading from a pipe'],
      [141, 'the reader of standard output went away'],
    ],
  },
  {
    name: 'test',
    operands: '[PATH...]',
    completes: 'files',
    summary: 'run the tests of programs',
    about: [
      'PATH   a file, or a folder for every test_*.sns and *_test.sns below it;',
      '       without one the current folder',
    ],
    options: [...runOptions, 'filter', 'json', 'junit', 'error-format'],
    example: 'sense test shop_test.sns',
    statuses: [
      [0, 'all tests passed'],
      [1, 'a test failed, a program ended in an error, or a file cannot be read'],
      [2, 'the command line is wrong'],
      [130, 'stopped with Ctrl-C'],
    ],
  },
  {
    name: 'explain',
    operands: 'CODE',
    completes: 'codes',
    summary: 'explain an error code, with examples',
    about: ['CODE   the name in brackets at the beginning of a report, such as unknown-name'],
    options: ['error-format'],
    example: 'sense explain unknown-name',
    statuses: [
      [0, 'the page was printed'],
      [2, 'there is no such code'],
    ],
  },
  {
    name: 'new',
    operands: 'FOLDER',
    completes: 'nothing',
    summary: 'make a small project that runs, with a test',
    about: ['FOLDER   is made; if it exists it must be empty'],
    options: ['error-format'],
    example: 'sense new my-project',
    statuses: [
      [0, 'it is made'],
      [1, 'a file cannot be written'],
      [2, 'the command line is wrong, or the folder cannot be made or is not empty'],
    ],
  },
  {
    name: 'memory-path',
    operands: '[FILE]',
    completes: 'files',
    summary: 'say where the persistent memories of a program would live',
    about: ['FILE   a program; without one it is said whether SENSE_MEMORY_DIR is set'],
    options: ['json', 'error-format'],
    example: 'sense memory-path shop.sns',
    statuses: [
      [0, 'the places were printed'],
      [1, 'the program has syntax errors'],
      [2, 'the command line is wrong, or FILE cannot be read'],
    ],
  },
  {
    name: 'doctor',
    operands: '',
    completes: 'nothing',
    summary: 'say what of Node, Python, packages and keys this machine has',
    about: ['Of variables it says only whether they are set, never their values.'],
    options: ['json', 'error-format'],
    example: 'sense doctor',
    statuses: [[0, 'always']],
  },
  {
    name: 'mcp',
    operands: 'list|tools|call|check|lock TARGET [TOOL JSON] [-- COMMAND...]',
    completes: 'files',
    summary: 'look at MCP servers without a program, call their tools, and lock them',
    about: [
      'list    the servers of a file, one a line, and whether they start',
      'tools   the tools that there are',
      'call    calls TOOL with its arguments, a JSON object; prints the result',
      'check   how each server starts, what it speaks, and what is wrong with it',
      'lock    runs a program up to the first thing that is more than to connect servers, and writes `sense.lock`',
      '        beside it; a run of a program beside a lock stops where a server is not what the lock says',
      '',
      'TARGET  an address, a file of servers such as `.mcp.json`, or one entry of it: `.mcp.json#files`.',
      '        For a command leave it out, and write the command behind `--`.',
      '        Of `lock` it is a program, and behind `--` stand words for that one.',
    ],
    options: ['json', 'header', 'timeout', 'mcp-log', 'error-format'],
    example: 'sense mcp check -- npx -y @modelcontextprotocol/server-filesystem .',
    statuses: [
      [0, 'every server is all right; of call: the tool did what it was asked'],
      [1, 'a server cannot be used; of call: the tool failed'],
      [2, 'the command line is wrong, or the file cannot be read'],
      [130, 'stopped with Ctrl-C'],
    ],
  },
  {
    name: 'completion',
    operands: 'bash|zsh|fish',
    completes: 'shells',
    summary: 'print a script that completes command lines',
    about: [
      'bash   eval "$(sense completion bash)"   in ~/.bashrc',
      'zsh    eval "$(sense completion zsh)"    in ~/.zshrc, behind compinit',
      'fish   sense completion fish | source    in ~/.config/fish/config.fish',
    ],
    options: [],
    example: 'sense completion bash',
    statuses: [
      [0, 'the script was printed'],
      [2, 'the command line is wrong'],
    ],
  },
] as const satisfies readonly CommandShape[]

export type CommandName = (typeof shapes)[number]['name']

export const commandShapes: readonly (CommandShape & { readonly name: CommandName })[] = shapes

/** Commands that a later version will have. */
export const laterCommands: readonly string[] = ['inspect']

export function commandShape(name: string | undefined): (CommandShape & { readonly name: CommandName }) | undefined {
  return commandShapes.find((shape) => shape.name === name)
}
