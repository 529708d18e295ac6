#!/bin/bash
# PreToolUse on Bash: refuses a few commands nobody wants to run. Exit 2 blocks, stderr is what the model reads.
#
# The patterns stand for whole words, so that `rm -rf /tmp/build` and a commit message are left alone, and `rm -fr /`, `rm -r -f /` and `>/etc/hosts` are not.
# A pattern still sees text, not meaning: `sh -c "$(echo cm0gLXJmIC8= | base64 -d)"` walks past. `hookctl` reads what a command does.
. "$(dirname "$0")/lib/payload.sh"
payload_read
command=$(payload_get .tool_input.command)
[ -n "$command" ] || exit 0

# What stands in single or double quotes is data, unless a shell is told to run it.
bare=$(printf '%s' "$command" | sed -E "s/'[^']*'//g; s/\"[^\"]*\"//g")
case $command in *'sh -c'*|*eval*) bare=$command ;; esac

end='([[:space:];&|)"'\'']|$)'
patterns=(
  "(^|[^[:alnum:]_-])rm([[:space:]]+-[[:alnum:]-]+)*[[:space:]]+-[[:alnum:]-]*[rR][[:alnum:]-]*([[:space:]]+-[[:alnum:]-]+)*[[:space:]]+(--[[:space:]]+)?(/|/\*|~|~/|~/\*|\\\$HOME/?)$end"
  "(^|[^[:alnum:]_-])rm([[:space:]]+-[[:alnum:]-]+)+[[:space:]]+[^[:space:];|&]*\.\./[^[:space:];|&]*\.\."
  ">[[:space:]]*/etc/"
)
for pattern in "${patterns[@]}"; do
  if printf '%s' "$bare" | grep -Eq -- "$pattern"; then
    echo "Error: Dangerous command pattern detected" >&2
    exit 2
  fi
done
# A function that pipes itself into itself, whatever it is called.
if printf '%s' "$command" | tr -d '[:space:]' | grep -Eq '([[:alnum:]_:.]+)\(\)\{\1\|\1&\};?\1'; then
  echo "Error: Dangerous command pattern detected" >&2
  exit 2
fi
exit 0
