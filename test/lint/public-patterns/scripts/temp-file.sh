#!/bin/bash
# on: PostToolUse Write
tmp="/tmp/hook-$$.json"
trap 'rm -f "$tmp"' EXIT
cat > "$tmp"
if jq -e '.tool_input.file_path | endswith(".md")' "$tmp" > /dev/null; then
  npx markdownlint-cli "$(jq -r .tool_input.file_path "$tmp")" >&2 || exit 2
fi
