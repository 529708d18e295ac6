#!/bin/bash
# Stop: the turn does not end while sources were edited and no test run has passed since. Needs record-tests.sh.
# After three refusals in a row it lets go: a gate that can hold an agent for ever is a bug, whatever `stop_hook_active` says.
. "$(dirname "$0")/lib/payload.sh"
payload_read
dir=$(session_dir) || exit 0
[ -f "$dir/journal" ] || exit 0

since=$(awk '/^passed$/ { n = 0; delete seen; ran = 1; next } /^failed$/ { ran = 1; next } /^edit / { if (!($0 in seen)) { seen[$0] = 1; n++ } } END { print n + 0, ran + 0 }' "$dir/journal")
count=${since% *}
ran=${since#* }
if [ "$count" -eq 0 ]; then
  rm -f "$dir/refused"
  exit 0
fi
refused=$(wc -l 2>/dev/null <"$dir/refused" || echo 0)
[ "$refused" -ge 3 ] && exit 0
echo x >>"$dir/refused"
if [ "$ran" -eq 0 ]; then
  echo "BLOCKED: $count source files were edited but tests have not been run." >&2
  echo "Run the test suite before ending this session." >&2
else
  echo "BLOCKED: Source files were edited after the last test run." >&2
  echo "Re-run tests to verify your changes before closing." >&2
fi
exit 2
