#!/bin/bash
# PreToolUse on Read: a file of more than 2000 lines is read in parts.
. "$(dirname "$0")/lib/payload.sh"
payload_read
path=$(payload_get .tool_input.file_path)
[ -n "$path" ] || exit 0
payload_has .tool_input.offset && exit 0
payload_has .tool_input.limit && exit 0
[ -f "$path" ] || exit 0

# 2001 lines are enough to know: a file of a gigabyte is not read to its end.
lines=$(head -n 2001 -- "$path" | wc -l)
if [ "$lines" -gt 2000 ]; then
  size=$(wc -c <"$path")
  if [ "$size" -lt 50000000 ]; then lines=$(wc -l <"$path"); else lines="more than 2000"; fi
  echo "BLOCKED: '$path' has" $lines "lines (limit: 2000 per Read call)." >&2
  echo "Use offset and limit parameters to read this file in chunks." >&2
  exit 2
fi
exit 0
