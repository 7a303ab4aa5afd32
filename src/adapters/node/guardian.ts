/**
 * Ends what a run started when the run itself can no longer do it.
 *
 * A host that is killed, or that sits in a busy loop when a signal arrives, runs no code of its own. So one small shell
 * waits beside it in a session of its own, where Ctrl-C does not reach it, and reads from a pipe that only the host
 * holds. When the pipe closes, for whatever reason, it ends what is left: after a moment for servers that save their
 * state when their input ends, TERM, a second later KILL. It costs 3 ms and 2 MB once per run.
 */

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

export interface Guardian {
  /** From now on the group ends with the host. */
  watch(group: number): void
  /** The group is gone: its number may soon belong to somebody else. */
  forget(group: number): void
  /** Lets the guardian go; resolves when it has ended. */
  stop(): Promise<void>
}

/** Starts the guardian of everything whose environment carries `mark`. It never keeps the host alive. */
export function startGuardian(mark: string): Guardian {
  const child = spawn('/bin/sh', ['-c', GUARDIAN_SCRIPT, 'sense-guardian', mark], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/local/bin' },
  })
  // Without a shell there is no guardian: the run still ends its servers itself in every way out that runs code.
  child.on('error', () => undefined)
  if (child.pid === undefined) return NO_GUARDIAN
  child.stdin.on('error', () => undefined)
  child.unref()
  unrefStream(child.stdin)
  const say = (line: string) => {
    if (child.stdin.writable) child.stdin.write(`${line}\n`)
  }
  return {
    watch: (group) => {
      say(`+ ${group}`)
    },
    forget: (group) => {
      say(`- ${group}`)
    },
    stop: () => stopGuardian(child),
  }
}

const NO_GUARDIAN: Guardian = { watch: () => undefined, forget: () => undefined, stop: () => Promise.resolve() }

function stopGuardian(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  child.ref()
  return new Promise((resolve) => {
    child.once('exit', () => {
      resolve()
    })
    child.stdin?.end()
  })
}

/** Pipes of children are sockets, whatever their type says. */
function unrefStream(stream: Writable): void {
  if (stream instanceof Socket) stream.unref()
}

/**
 * Plain POSIX shell: it must run under dash, bash, busybox and zsh's sh mode, without any program but `sleep` and `grep`.
 *
 * `started` reads when a process was started (field 22 of its stat, the 20th after the name): a group whose leader has
 * another start than noted is somebody else's by now. Where there is no `/proc` the start is empty and not compared.
 * `find_left` collects what is left into `left`: groups as negative numbers, marked strays as their process ids. It looks
 * twice before it finds nothing, because a process that forks and ends while it looks can hide its successor.
 */
const GUARDIAN_SCRIPT = `
trap '' INT TERM HUP QUIT PIPE
mark=$1
groups=

started() {
  start=
  { read -r line < "/proc/$1/stat"; } 2>/dev/null || return 0
  set -- \${line##*) }
  shift 19
  start=$1
}

find_left() {
  look_for_left
  [ -n "$left" ] || look_for_left
}

look_for_left() {
  left=
  for entry in $groups; do
    group=\${entry%%:*}
    kill -0 "-$group" 2>/dev/null || continue
    started "$group"
    if [ -z "$start" ] || [ "$start" = "\${entry#*:}" ]; then left="$left -$group"; fi
  done
  for file in $(grep -lsF -e "$mark" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}
    left="$left \${pid%/environ}"
  done
}

wait_until_gone() {
  rounds=$1
  find_left
  while [ -n "$left" ] && [ "$rounds" -gt 0 ]; do
    sleep 0.1 2>/dev/null || { sleep 1; rounds=1; }
    rounds=$((rounds - 1))
    find_left
  done
  [ -z "$left" ] && exit 0
}

signal_left() {
  for target in $left; do kill "-$1" "$target" 2>/dev/null; done
}

while read -r sign group; do
  case $sign in
    +)
      started "$group"
      groups="$groups $group:$start"
      ;;
    -)
      kept=
      for entry in $groups; do [ "\${entry%%:*}" = "$group" ] || kept="$kept $entry"; done
      groups=$kept
      ;;
  esac
done

wait_until_gone 7
signal_left TERM
wait_until_gone 10
signal_left KILL
wait_until_gone 1
signal_left KILL
`
