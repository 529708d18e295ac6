#!/bin/bash
# on: UserPromptSubmit
# One script for several events: the event's name comes from the payload.
event=$(cat)
name=$(jq -r .hook_event_name <<<"$event")
printf '{"systemMessage":"%s","hookSpecificOutput":{"hookEventName":"%s","additionalContext":"%s"}}\n' "old" "$name" "old"
exit 0
