/** Types at a real terminal, which Python makes. */

import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { endOf, repository } from './sense-process.ts'

export const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0

export interface TerminalOptions {
  readonly columns?: number
  readonly environment?: Readonly<Record<string, string>>
}

export interface TerminalEnding {
  /** All that the terminal was sent, with its codes. */
  readonly shown: string
  /** Of the command; undefined where something that was waited for never came. */
  readonly status: number | undefined
}

// Each step waits until its text has been shown behind that of the step before.
const script = `
import fcntl, json, os, pty, select, struct, sys, termios, time
steps, columns, command = json.loads(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
pid, fd = pty.fork()
if pid == 0:
    os.read(0, 1)
    os.execvp(command[0], command)
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 40, columns, 0, 0))
os.write(fd, b'\\n')
shown, start = b'', 0
def read():
    global shown
    try:
        piece = os.read(fd, 4096) if select.select([fd], [], [], 0.1)[0] else None
    except OSError:
        return False
    shown += piece or b''
    return piece != b''
def end(status):
    print(json.dumps({'shown': shown.decode(errors='replace'), 'status': status}))
    sys.exit()
for wanted, typed in steps:
    limit = time.time() + 20
    while shown.find(wanted.encode(), start) < 0:
        if not read() or time.time() > limit:
            os.kill(pid, 9)
            end(None)
    start = shown.find(wanted.encode(), start) + len(wanted.encode())
    if typed is not None:
        os.write(fd, typed.encode())
while read():
    pass
end(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`

/** Runs `sense` with `args` at a terminal. `steps` are pairs of what must be shown and what is typed then. */
export async function senseAtTerminal(
  args: readonly string[],
  steps: readonly (readonly [shown: string, typed: string | null])[],
  { columns = 80, environment = {} }: TerminalOptions = {},
): Promise<TerminalEnding> {
  const command = [process.execPath, '--stack-size=3900', join(repository, 'bin/sense.js'), ...args]
  const { PATH, HOME } = process.env
  const child = spawn('python3', ['-c', script, JSON.stringify(steps), String(columns), ...command], {
    env: { PATH, HOME, TERM: 'xterm', ...environment },
  })
  const { stdout } = await endOf(child)
  const { shown, status } = JSON.parse(stdout) as { readonly shown: string; readonly status: number | null }
  return { shown, status: status ?? undefined }
}

const controlSequence = /\u001b\[[0-9;?]*[A-Za-z]/g

/** What was shown, without colours and movements, in lines. */
export function plainLines(shown: string): readonly string[] {
  return shown.replace(controlSequence, '').split(/\r*\n/)
}
