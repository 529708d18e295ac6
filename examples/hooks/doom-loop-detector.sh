#!/bin/bash
# PostToolUse on Edit|Write|MultiEdit|NotebookEdit: says so at the fifth edit of a file in a session, and calls a halt at the eighth.
. "$(dirname "$0")/lib/payload.sh"
payload_read
path=$(payload_get .tool_input.file_path)$(payload_get .tool_input.notebook_path)
[ -n "$path" ] || exit 0
dir=$(session_dir) || exit 0

# The whole path is the key, and one appended line is one edit: nothing collides, and nothing is lost between reading and writing.
printf '%s\n' "$(printf '%s' "$path" | tr '\n' ' ')" >>"$dir/edits"
count=$(grep -Fxc -- "$path" "$dir/edits")

if [ "$count" -ge 8 ]; then
  echo "LOOP DETECTED: '$path' has been edited $count times in this session." >&2
  echo "You may be stuck. Stop and ask the user how to proceed." >&2
  exit 2
elif [ "$count" -ge 5 ]; then
  # Exit 1 would show this to the user only; the model is the one that should think about it.
  text="ADVISORY: '$path' has been edited $count times. Consider whether you are making progress."
  if [ "$JSON_READER" = jq ]; then
    jq -cn --arg text "$text" '{systemMessage: $text, hookSpecificOutput: {hookEventName: "PostToolUse", additionalContext: $text}}'
  else
    node -e 'const text=process.argv[1];console.log(JSON.stringify({systemMessage:text,hookSpecificOutput:{hookEventName:"PostToolUse",additionalContext:text}}))' "$text"
  fi
fi
exit 0
