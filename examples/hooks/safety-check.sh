#!/bin/bash
# PreToolUse: an operation that is not permitted is refused, in the words of the seed.
here=$(cd "$(dirname "$0")" && pwd)
if ! "$here/bash-guard.sh" 2>/dev/null; then
  echo "Error: Operation not permitted" >&2
  exit 2
fi
exit 0
