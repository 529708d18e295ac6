#!/usr/bin/env bash
# on: PostToolUse Bash
# Runs under several agents, which name the session differently.
set -euo pipefail
session="${CLAUDE_SESSION_ID:-${CLAUDE_CODE_SESSION_ID:-none}}"
input=$(cat)
command=$(jq -r '.tool_input.command // empty' <<<"$input")
matches=$(grep -c 'test' <<<"$command" || true)
if [ ! -r "$HOME/.agents" ]; then
  echo "Permission denied: $HOME/.agents cannot be read" >&2
  exit 1
fi
printf '%s %s %s\n' "$session" "$matches" "$command" >> "$HOME/.agents/log"
