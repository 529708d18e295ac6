#!/bin/bash
# Exit 1 and one line on stderr, which the user sees as a notice and the model does not see at all.
# With an event on stdin (SessionStart, UserPromptSubmit) it says the same in a way that reaches both.
dir=${CLAUDE_PROJECT_DIR:-.}
[ -f "$dir/old-config.conf" ] || exit 0
message="Warning: old-config.conf is deprecated"
if [ ! -t 0 ] && event=$(cat) && name=$(printf '%s' "$event" | sed -n 's/.*"hook_event_name"[[:space:]]*:[[:space:]]*"\([A-Za-z]*\)".*/\1/p' | head -n 1) && [ -n "$name" ]; then
  printf '{"systemMessage":"%s","hookSpecificOutput":{"hookEventName":"%s","additionalContext":"%s"}}\n' "$message" "$name" "$message"
  exit 0
fi
echo "$message" >&2
exit 1
