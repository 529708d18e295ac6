#!/usr/bin/env bash
# on: Stop
INPUT=$(cat)
if [ "$(echo "$INPUT" | jq -r '.stop_hook_active')" = "true" ]; then
  exit 0
fi
if ! OUT=$(npm test --silent 2>&1); then
  jq -n --arg out "$(printf '%s' "$OUT" | tail -20)" '{decision: "block", reason: ("The tests fail:\n" + $out)}'
fi
exit 0
