#!/bin/bash
# on: PostToolUse Edit|Write
input=$(cat)
session=$(jq -r '.session_id' <<<"$input")
file="${TMPDIR:-/tmp}/edits-$session"
echo x >> "$file"
if [ "$(wc -l < "$file")" -ge 20 ]; then
  jq -n '{hookSpecificOutput: {hookEventName: "PostToolUse", additionalContext: "More than 20 edits in this session: time for a test run."}}'
fi
