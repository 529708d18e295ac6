#!/bin/bash
# on: PreToolUse Bash
set -euo pipefail
COMMAND=$(jq -r '.tool_input.command')

if echo "$COMMAND" | grep -q 'push --force'; then
  jq -n '{
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "Force pushes are blocked by a hook"
    }
  }'
else
  exit 0
fi
