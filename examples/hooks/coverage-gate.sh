#!/bin/bash
# PostToolUse and PostToolUseFailure on Bash: coverage below 90 % goes back to the model. The tool has run already; this is feedback, not a block.
. "$(dirname "$0")/lib/payload.sh"
payload_read
payload_get .tool_input.command | tr ';&|\n' '\n\n\n\n' | sed -E 's/^[[:space:](]+//; s/^([A-Z_]+=[^ ]* )*//; s/^(uv run|poetry run|python3? -m) //' |
  grep -Eq '^pytest($|[[:space:]])' || exit 0

# A failing command has no tool_response; its output is in `error`.
coverage=$( { payload_get .tool_response.stdout; echo; payload_get .error; } |
  sed -nE 's/^TOTAL[[:space:]].*[[:space:]]([0-9]+(\.[0-9]+)?)%.*$/\1/p' | tail -n 1)
if [ -n "$coverage" ] && awk -v c="$coverage" 'BEGIN { exit !(c < 90) }'; then
  echo "COVERAGE GATE FAILED: $coverage% < 90% minimum." >&2
  echo "Write tests to cover the uncovered lines before proceeding." >&2
  exit 2
fi
exit 0
