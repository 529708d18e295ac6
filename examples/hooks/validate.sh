#!/bin/bash
# PreToolUse on Edit|Write: refuses what is invalid, warns about what is minor.
#
# Exit 1 would be seen by nobody but the user, as an error notice; a warning that the model should read is JSON on stdout with exit 0.
. "$(dirname "$0")/lib/payload.sh"
payload_read
path=$(payload_get .tool_input.file_path)
[ -n "$path" ] || exit 0
text=$(payload_get .tool_input.content)$(payload_get .tool_input.new_string)

case $path in
  *.json)
    if payload_has .tool_input.content; then
      if [ "$JSON_READER" = jq ]; then printf '%s' "$text" | jq empty >/dev/null 2>&1; else printf '%s' "$text" | node -e 'JSON.parse(require("fs").readFileSync(0,"utf8"))' 2>/dev/null; fi
      if [ $? -ne 0 ]; then
        echo "Validation failed: $path would not be valid JSON" >&2
        exit 2
      fi
    fi
    ;;
esac
case $text in
  *TODO*)
    printf '%s\n' '{"systemMessage":"Warning: minor issue detected","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"Warning: minor issue detected (a TODO is left in the text)"}}'
    ;;
esac
exit 0
