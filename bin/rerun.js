/**
 * Runs a command in a child process as if it were this process.
 *
 * Whoever started us sees one program: the child has our streams, gets the signals that are sent to us, and its exit status
 * or signal becomes ours. Two things make that harder than a spawn:
 *
 * - We may be killed outright, and then nobody would end the child.
 * - Ctrl-C reaches every process in the terminal's foreground group, the child included, while `kill -INT` reaches us alone.
 *   Passing on the first would deliver it twice, and to Sense a second Ctrl-C means "stop at once".
 *
 * A sentinel settles both. It is a small shell in our process group that reads a pipe of which we hold the other end. If the
 * pipe closes without a word, we are gone, and it ends the child. It counts the interrupts that it receives itself, and
 * since the kernel signals a whole group at once, it can tell us whether an interrupt was meant for everybody.
 *
 *     us ──spawn──> child
 *      └──pipe────> sentinel      asked → how many interrupts came to the group;  done → leave;  closed → end the child
 *
 * Windows has neither process groups of this kind nor this shell; there the child is started without a sentinel.
 */

import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** $1 is the child. A failed `read` is the end of the pipe only if no interrupt cut it short. */
const sentinelScript = `
count=0 cut=0
trap 'count=$((count + 1)) cut=1' INT
trap '' TERM HUP QUIT
while :; do
  if read -r word; then
    case $word in
      asked) echo "$count"; if [ "$count" -gt 0 ]; then count=$((count - 1)); fi ;;
      done) exit 0 ;;
    esac
  elif [ "$cut" = 1 ]; then
    cut=0
  else
    break
  fi
done
kill -TERM "$1"
for turn in 1 2 3 4 5 6 7 8 9 10; do
  sleep 0.2
  kill -0 "$1" || exit 0
done
kill -KILL "$1"
`

/** Starts `command` with `args` and never returns to the caller's business: when the child ends, this process ends likewise. */
export function rerun(command, args) {
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => passInterrupt())

  const child = spawn(command, args, { stdio: 'inherit' })
  const sentinel = child.pid === undefined ? undefined : startSentinel(child.pid, () => child.kill('SIGINT'))

  function passInterrupt() {
    if (sentinel === undefined) child.kill('SIGINT')
    else sentinel.ask()
  }
  child.on('error', (error) => {
    process.stderr.write(`sense: cannot start ${command}: ${error.message}; run \`npm ci\` again\n`)
    process.exit(1)
  })
  child.on('exit', (status, signal) => {
    if (sentinel !== undefined) sentinel.dismiss()
    endLike(status, signal)
  })
}

/** A sentinel for the process `pid`; `onLoneInterrupt` is called when an interrupt turns out to have reached only us. */
function startSentinel(pid, onLoneInterrupt) {
  if (process.platform === 'win32') return undefined
  const shell = spawn('/bin/sh', ['-c', sentinelScript, 'sense-sentinel', String(pid)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let isLost = false
  const lose = () => (isLost = true)
  shell.on('error', lose)
  // Without file descriptors for its pipes the shell was never started.
  if (!shell.stdin || !shell.stdout) return undefined
  shell.on('exit', lose)
  shell.stdin.on('error', lose)
  shell.stdout.on('data', (answers) => {
    for (const answer of String(answers).trim().split('\n')) if (answer === '0') onLoneInterrupt()
  })
  for (const handle of [shell, shell.stdin, shell.stdout]) handle.unref()
  return {
    ask: () => (isLost ? onLoneInterrupt() : shell.stdin.write('asked\n')),
    dismiss: () => isLost || shell.stdin.write('done\n'),
  }
}

/** Ends this process with the status, or by the signal, that ended the child. */
function endLike(status, signal) {
  if (signal === null) process.exit(status)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // Some signals are ignored or take a moment; a shell would report this status for them.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 500)
}
