#!/usr/bin/env bash
# on: PostToolUse Edit|Write
set -uo pipefail

file="$(jq -r '.tool_input.file_path // empty')"
case "$file" in
*.sh)
  [ -f "$file" ] && shfmt -i 2 -w "$file"
  ;;
esac
exit 0
