#!/bin/bash
# on: PostToolUse Edit|Write
INPUT=$(cat)
FILE_PATH=$(echo "$INPUT" | jq -r '.tool_input.file_path // empty')
case "$FILE_PATH" in
  *.ts|*.tsx|*.js) ;;
  *) exit 0 ;;
esac
cd "$CLAUDE_PROJECT_DIR" || exit 0
OUTPUT=$(npx eslint "$FILE_PATH" 2>&1)
if [ $? -ne 0 ]; then
  cat <<EOF
{"decision":"block","reason":"eslint found problems, run npx eslint to see them"}
EOF
fi
exit 0
