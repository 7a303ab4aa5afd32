#!/bin/sh
# An MCP server with a family, for the tests of endings:
#
#   sh tree-server.sh KIND JOURNAL MARK
#
# KIND says whom it starts and what it does not listen to. A server that saves writes "saved" to JOURNAL. MARK stands in
# the arguments of everything it starts, so that tests find it.

kind=$1 journal=$2 mark=$3

# Lives for a minute; the loop makes it a shell with a child of its own, as many a wrapper is.
stay() {
  for turn in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 5; done
}

member='for turn in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 5; done'

fork_tree() {
  if [ "$1" -gt 0 ]; then
    fork_tree $(($1 - 1)) &
    fork_tree $(($1 - 1)) &
  fi
  stay
}

case $kind in
  deaf-to-term) trap '' TERM ;;
  grandchild-deaf) sh -c "trap '' TERM HUP INT; $member" "$mark" >/dev/null 2>&1 & ;;
  grandchild-on-pipe) sh -c "$member" "$mark" & ;;
  fork-tree) fork_tree 3 >/dev/null 2>&1 & ;;
  own-session) setsid sh -c "$member" "$mark" >/dev/null 2>&1 & ;;
  hidden) env -i PATH="$PATH" setsid sh -c "$member" "$mark" >/dev/null 2>&1 & ;;
esac

answer() {
  printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$1"
}

while read -r line; do
  id=${line#*\"id\":}
  id=${id%%[,\}]*}
  case $line in
    *'"initialize"'*)
      answer '"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"tree","version":"1"}}'
      ;;
    *'"tools/list"'*) answer '"result":{"tools":[{"name":"wait","inputSchema":{"type":"object"}}]}' ;;
    *'"server/discover"'*) answer '"error":{"code":-32601,"message":"Method not found"}' ;;
  esac
done

case $kind in
  polite)
    sleep 0.3
    echo saved >>"$journal"
    ;;
  deaf-to-end | deaf-to-term | hidden) stay ;;
esac
