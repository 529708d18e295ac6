#!/bin/bash
# on: PreToolUse Bash
# A hint for the user only, so exit 1 is right here.
if ! command -v shellcheck > /dev/null; then
  echo "shellcheck is not installed, commands are not checked" >&2
  exit 1
fi
jq -r .tool_input.command | shellcheck - > /dev/null 2>&1 || true
