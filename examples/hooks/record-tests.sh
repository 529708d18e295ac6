#!/bin/bash
# PostToolUse and PostToolUseFailure, matcher Bash|Edit|Write|MultiEdit|NotebookEdit: writes down, in order, what test-gate.sh asks about.
# One appended line per fact: two hooks at the same moment do not lose each other's, and no clock is needed to know what came last.
. "$(dirname "$0")/lib/payload.sh"
payload_read
dir=$(session_dir) || exit 0
event=$(payload_get .hook_event_name)
case $(payload_get .tool_name) in
  Edit|Write|MultiEdit|NotebookEdit)
    [ "$event" = PostToolUseFailure ] && exit 0
    path=$(payload_get .tool_input.file_path)$(payload_get .tool_input.notebook_path)
    case $path in
      *.md|*.txt|"") ;;
      *) printf 'edit %s\n' "$(printf '%s' "$path" | tr '\n' ' ')" >>"$dir/journal" ;;
    esac
    ;;
  Bash)
    # The first word of any of the commands in the line: `echo pytest` is no test run.
    if payload_get .tool_input.command | tr ';&|\n' '\n\n\n\n' | sed -E 's/^[[:space:](]+//; s/^([A-Z_]+=[^ ]* )*//; s/^(uv run|poetry run|npx|python3? -m) //' |
      grep -Eq '^(pytest|vitest|jest|(npm|pnpm|yarn|bun)( run)? test|go test|cargo test|make test)($|[[:space:]])'; then
      if [ "$event" = PostToolUseFailure ]; then echo failed >>"$dir/journal"; else echo passed >>"$dir/journal"; fi
    fi
    ;;
esac
exit 0
