# Sourced by the hooks beside it: reads the event from stdin once and answers questions about it.
#
#   payload_read              reads stdin; fails (exit 2, a refusal) when there is no JSON reader
#   payload_get .a.b          the text at that path; nothing when it is absent or null
#   payload_has .a.b          is it there at all (an offset of 0 is there)?
#   session_dir               a private directory of this session, made when it is asked for
#
# jq does the reading where it is installed, node otherwise; without either a guard must not guess.

payload_read() {
  PAYLOAD=$(cat)
  if command -v jq >/dev/null 2>&1; then JSON_READER=jq
  elif command -v node >/dev/null 2>&1; then JSON_READER=node
  else
    echo "Error: this hook needs jq or node to read its input" >&2
    exit 2
  fi
  # The tests of these hooks may send a bare command line instead of an event.
  if ! payload_is_object; then
    if [ "$JSON_READER" = jq ]; then
      PAYLOAD=$(printf '%s' "$PAYLOAD" | jq -Rs '{tool_input: {command: .}}')
    else
      PAYLOAD=$(printf '%s' "$PAYLOAD" | node -e 'const t=require("fs").readFileSync(0,"utf8");console.log(JSON.stringify({tool_input:{command:t}}))')
    fi
  fi
}

payload_is_object() {
  if [ "$JSON_READER" = jq ]; then
    printf '%s' "$PAYLOAD" | jq -e 'type == "object"' >/dev/null 2>&1
  else
    printf '%s' "$PAYLOAD" | node -e 'const v=JSON.parse(require("fs").readFileSync(0,"utf8"));process.exit(v&&typeof v==="object"&&!Array.isArray(v)?0:1)' 2>/dev/null
  fi
}

payload_get() {
  if [ "$JSON_READER" = jq ]; then
    printf '%s' "$PAYLOAD" | jq -r "$1 | if . == null then \"\" elif type == \"string\" then . else tojson end" 2>/dev/null
  else
    printf '%s' "$PAYLOAD" | node -e '
      let v = JSON.parse(require("fs").readFileSync(0, "utf8"));
      for (const key of process.argv[1].split(".").slice(1)) v = v === null || typeof v !== "object" ? undefined : v[key];
      if (v !== undefined && v !== null) process.stdout.write(typeof v === "string" ? v : JSON.stringify(v));
    ' "$1" 2>/dev/null
  fi
}

payload_has() { [ -n "$(payload_get "$1")" ]; }

# Named by the session's id, never by $$ (every hook is a process of its own) and never below /tmp, where anybody could have put a link.
session_dir() {
  session=$(payload_get .session_id | tr -c 'A-Za-z0-9_-' '_')
  dir="${HOOK_STATE_DIR:-${XDG_STATE_HOME:-$HOME/.local/state}/example-hooks}/${session:-no-session}"
  (umask 077 && mkdir -p "$dir") || return 1
  printf '%s' "$dir"
}
