#!/bin/sh
# The hook of a project that a team shares: starts the native dispatcher where npm has installed it for this machine, else the one on Node.
# It does not resolve links itself: the kernel does, so that `..` leads to the packages beside ours in every layout of node_modules.
here=${0%/*}
# The system comes first: a project can set the PATH of its hooks.
case "$(PATH=/usr/bin:/bin:$PATH uname -sm 2>/dev/null)" in
'Linux x86_64') platform=linux-x64 ;;
'Linux aarch64') platform=linux-arm64 ;;
*) platform= ;;
esac
if [ -n "$platform" ]; then
  for native in "$here/native/dispatcher" "$here/../../@hookctl/$platform/bin/dispatcher" \
    "$here/../node_modules/@hookctl/$platform/bin/dispatcher"; do
    [ -x "$native" ] && exec "$native" "$@"
  done
fi
if command -v node >/dev/null 2>&1; then exec node "$here/dispatcher.cjs" "$@"; fi
echo 'hookctl: there is no node on the PATH of the agent, and no native hook for this machine: put node on the PATH' >&2
exit 1
