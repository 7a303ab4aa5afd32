/** What `--help` prints. */

import type { HelpTopic } from './arguments.ts'

const sense = `sense: runs programs written in Sense, a small language for AI automations

usage
  sense run FILE [-- ARGS...]   run the program in FILE
  sense --version               print the version
  sense --help                  print this text
  sense run --help              more about running

first steps
  echo 'print("hello")' > hello.sns
  sense run hello.sns
`

const run = `sense run: runs a program

usage
  sense run [options] FILE [-- ARGS...]

  FILE   a file of Sense text, usually named *.sns; \`-\` reads the program from standard input
  ARGS   words for the program itself

options
  --dry-run               run no body of an action: print the audit log at the end instead;
                          models are asked and tools are called as ever
  --dry-run=tools         call no tools either: a program gets nil, a model \`not run (dry run)\`
  --error-format FORMAT   how problems are shown: terminal (the default), line (one line each)
                          or json (one object per line); also SENSE_ERROR_FORMAT
  -h, --help              print this text

environment
  SENSE_ERROR_FORMAT   as --error-format
  NO_COLOR             no colours, whatever the terminal can do
  FORCE_COLOR          colours also where reports do not go to a terminal

exit status
  0    the program ended normally
  1    an error was reported on standard error
  2    the command line is wrong, or FILE cannot be read
  130  stopped with Ctrl-C
  141  the reader of standard output went away
`

export const helpTexts: Readonly<Record<HelpTopic, string>> = { sense, run }
