/**
 * Every option of the command line, once: what `--help` says of it and what the completion of a shell offers.
 */

export interface OptionShape {
  /** Without the two dashes. */
  readonly name: string
  readonly short?: string
  /**
   * What `--help` calls the value; undefined where the option takes none. `[=tools]` stands for a value that may be left
   * out and is written behind `=`.
   */
  readonly value?: string
  /** Words that the value can be, for completion. */
  readonly words?: readonly string[]
  /** What it does. */
  readonly about: string
}

const shapes = [
  { name: 'check', about: 'change nothing: name the files that are not laid out so, with status 1' },
  {
    name: 'dry-run',
    value: '[=tools]',
    about:
      'run no body of an action: print the audit log at the end instead; models are asked and tools are called as ever. With `=tools` no tool is called either: a program gets nil, a model `not run (dry run)`',
  },
  {
    name: 'error-format',
    value: 'FORMAT',
    words: ['terminal', 'line', 'json'],
    about:
      'how problems are shown: terminal (the default), line (one line each) or json (one object per line); also SENSE_ERROR_FORMAT',
  },
  { name: 'expose-mcp', about: 'serve the tools of the MCP servers too that the program connects' },
  { name: 'filter', value: 'TEXT', about: 'run only the tests whose names contain TEXT' },
  { name: 'fix', about: 'make the changes that are certain to be right' },
  {
    name: 'frozen',
    about: 'stop where an MCP server is not in `sense.lock`, which `sense mcp lock` writes, or where there is none',
  },
  {
    name: 'header',
    value: 'HEADER',
    about:
      'a header for a server over HTTP, such as `Authorization: Bearer ${KEY}` with a variable of the environment; may be given several times',
  },
  { name: 'help', short: 'h', about: 'print this text' },
  {
    name: 'http',
    value: 'PORT',
    about:
      'serve over HTTP at this port, for this machine only, or at HOST:PORT, such as `0.0.0.0:8000`, for others; 0 is any free port',
  },
  { name: 'json', about: 'print one JSON object per line on standard output, for other programs' },
  { name: 'junit', value: 'FILE', about: 'write the results to FILE as JUnit XML too' },
  {
    name: 'mcp-log',
    value: 'FILE',
    about: 'add what is said to MCP servers, and what they say, to FILE: one JSON object a line, secrets replaced',
  },
  {
    name: 'model',
    value: 'PROVIDER[:ID]',
    about: 'the model for programs that delegate none, such as `anthropic` or `ollama:qwen3`; also SENSE_MODEL',
  },
  {
    name: 'timeout',
    value: 'SECONDS',
    about: 'end what still runs after so long, in a busy loop too, with an error',
  },
  {
    name: 'trace',
    about:
      'one line on standard error for each question to a model, call of a tool and start of a server: time, bytes, tokens, how it ended',
  },
  { name: 'version', about: 'print the version' },
  { name: 'write', short: 'w', about: 'write the files that change, and print their names' },
] as const satisfies readonly OptionShape[]

export type OptionName = (typeof shapes)[number]['name']

export const optionShapes: readonly (OptionShape & { readonly name: OptionName })[] = shapes

/** The options that change how a program runs, of every command that runs one. */
export const runOptions: readonly OptionName[] = ['dry-run', 'frozen', 'timeout', 'model', 'trace', 'mcp-log']

export function optionShape(name: string): (OptionShape & { readonly name: OptionName }) | undefined {
  return optionShapes.find((shape) => shape.name === name)
}

/** Whether the next word is the value. */
export function takesWord({ value }: OptionShape): boolean {
  return value?.startsWith('[') === false
}

/** How an option is written, with its value: `-w, --write`, `--timeout SECONDS`, `--dry-run[=tools]`. */
export function optionUsage({ name, short, value }: OptionShape): string {
  const long =
    value?.startsWith('[') === true ? `--${name}${value}` : `--${name}${value === undefined ? '' : ` ${value}`}`
  return short === undefined ? long : `-${short}, ${long}`
}
