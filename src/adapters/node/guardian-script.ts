/**
 * What the guardian runs: plain POSIX shell that works under dash, bash, busybox and zsh's sh mode, with no other programs
 * than `sleep`, and `grep` and `sed` (where there is `/proc`) or `ps` (elsewhere).
 *
 * It reads `+ GROUP`, `- GROUP` and `bye`, a line each. When its input closes without a `bye`, the host is gone:
 *
 *      0 s    servers see the end of their input and may save; who descends from whom is noted
 *      0.7 s  TERM to what is left
 *      0.9 s  KILL, again and again, until nothing is left
 *
 * so that a second after the host nothing is left. What belongs to the run is a watched group, whatever carries the mark in
 * its environment (only `/proc` tells), and descendants that left their group. A process is signalled either with its group
 * or by itself, never both ways: for many a program a second TERM means to stop saving.
 *
 * `facts` reads one `/proc/PID/stat`: what stands behind the name in parentheses, of which the 1st is the state, the 3rd the
 * group and the 20th the start. A group whose leader started at another time than noted is somebody else's by now. Where
 * there is no `/proc` the start is empty and not compared. A zombie is no longer there: only its parent can remove it,
 * which is not us, and it still counts as a member of its group. `look` collects what is left: groups in `left_groups`, single
 * processes in `left_strays`. It looks twice before it finds nothing, because a process that forks and ends meanwhile can
 * hide its successor, and a server that was just being started shows its mark a moment later.
 */
export const GUARDIAN_SCRIPT = `
trap '' INT TERM HUP QUIT PIPE
mark=$1
groups=' '
family=
told=' '
if [ -r /proc/self/stat ]; then has_proc=1; else has_proc=; fi

facts() {
  line=
  while read -r part; do line="$line $part"; done 2>/dev/null < "/proc/$1/stat" || return 1
  case $line in *') '*) ;; *) return 1 ;; esac
  set -- \${line##*) }
  state=$1 parent=$2 group=$3
  shift 19
  start=$1
}

start_clock() {
  ticks=0 begun=
  { read -r now rest < /proc/uptime; } 2>/dev/null || return 0
  case $now in 0.*) ;; *.??) begun=\${now%.*}\${now#*.} ;; esac
}

pause() {
  if sleep 0.05 2>/dev/null; then ticks=$((ticks + 5)); else sleep 1; ticks=$((ticks + 100)); fi
  [ -n "$begun" ] || return 0
  read -r now rest < /proc/uptime
  ticks=$((\${now%.*}\${now#*.} - begun))
}

watch() {
  start=
  facts "$1"
  groups="$groups$1:$start "
}

forget() {
  kept=' '
  for entry in $groups; do [ "\${entry%%:*}" = "$1" ] || kept="$kept$entry "; done
  groups=$kept
}

pairs() {
  if [ -n "$has_proc" ]; then
    sed -n 's/^\\([0-9]*\\) (.*) [A-Za-z] \\([0-9]*\\) .*/\\1:\\2/p' /proc/[0-9]*/stat 2>/dev/null
  else
    ps -A -o pid= -o ppid= 2>/dev/null | while read -r pid parent; do echo "$pid:$parent"; done
  fi
}

note_family() {
  all=$(pairs)
  family=' '
  for entry in $groups; do family="$family\${entry%%:*} "; done
  grows=1
  while [ -n "$grows" ]; do
    grows=
    for pair in $all; do
      case $family in *" \${pair%%:*} "*) continue ;; esac
      case $family in *" \${pair#*:} "*) family="$family\${pair%%:*} " grows=1 ;; esac
    done
  done
}

is_stray() {
  if [ -z "$has_proc" ]; then kill -0 "$1" 2>/dev/null; return; fi
  facts "$1" || return 1
  case $state in Z | X) return 1 ;; esac
  case $groups in *" $group:"*) return 1 ;; esac
}

has_members() {
  [ -z "$has_proc" ] || grep -qsE "[)] [^ZX] [0-9]+ $1 " /proc/[0-9]*/stat
}

look() {
  left_groups= left_strays=
  for entry in $groups; do
    kill -0 "-\${entry%%:*}" 2>/dev/null || continue
    start=
    facts "\${entry%%:*}"
    [ -n "$start" ] && [ "$start" != "\${entry#*:}" ] && continue
    has_members "\${entry%%:*}" && left_groups="$left_groups \${entry%%:*}"
  done
  marked=
  [ -n "$has_proc" ] && marked=$(grep -lsF -e "$mark" /proc/[0-9]*/environ 2>/dev/null)
  for pid in $marked; do
    pid=\${pid#/proc/}
    pid=\${pid%/environ}
    is_stray "$pid" && left_strays="$left_strays $pid"
  done
  for pid in $family; do
    case $groups$left_strays' ' in *" $pid:"* | *" $pid "*) continue ;; esac
    is_stray "$pid" && left_strays="$left_strays $pid"
  done
}

is_done() {
  [ -z "$left_groups$left_strays" ]
}

wait_until() {
  while [ "$ticks" -lt "$1" ]; do
    pause
    look
    if is_done && [ "$ticks" -ge 15 ]; then
      look
      is_done && exit 0
    fi
    [ -z "$2" ] || signal "$2"
  done
}

signal() {
  for target in $left_groups; do tell "$1" "-$target"; done
  for target in $left_strays; do tell "$1" "$target"; done
}

tell() {
  [ "$1" = TERM ] && case $told in *" $2 "*) return ;; esac
  told="$told$2 "
  kill "-$1" "$2" 2>/dev/null
}

while read -r sign number; do
  case $sign in
    +) watch "$number" ;;
    -) forget "$number" ;;
    bye) exit 0 ;;
  esac
done

start_clock
note_family
wait_until 70 ''
signal TERM
wait_until 90 TERM
signal KILL
wait_until 200 KILL
`
