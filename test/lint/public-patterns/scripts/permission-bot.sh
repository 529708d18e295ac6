#!/bin/bash
# on: PermissionRequest Bash
INPUT=$(cat)
CMD=$(jq -r '.tool_input.command // ""' <<<"$INPUT")
case "$CMD" in
  "npm test"*|"npm run lint"*)
    echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'
    ;;
esac
exit 0
