#!/bin/sh
# Dies in the middle of a deny.
printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"'
