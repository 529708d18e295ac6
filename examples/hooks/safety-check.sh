#!/bin/bash
# PreToolUse: refuses an operation that is not permitted.
here=$(cd "$(dirname "$0")" && pwd)
if ! "$here/bash-guard.sh" 2>/dev/null; then
  echo "Error: Operation not permitted" >&2
  exit 2
fi
exit 0
