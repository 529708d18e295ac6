#!/bin/bash
# The programs a project needs. Exits with 2 without git, 1 without node, 0 with both.
# On SessionStart nothing can be blocked: exit 2 only shows the line to the user, exit 1 does the same as an error notice.
if ! command -v git >/dev/null 2>&1; then
  echo "Error: git is required but not installed" >&2
  exit 2
fi
if ! command -v node >/dev/null 2>&1; then
  echo "Warning: node not found, some features unavailable" >&2
  exit 1
fi
exit 0
