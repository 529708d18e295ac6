#!/usr/bin/env python3
# on: PreToolUse Bash
"""Refuses commands that have a better tool; prints {"decision": "deny"} never."""
import json
import re
import sys

RULES = [
    (r"^grep\b(?!.*\|)", "Use rg instead of grep"),
    (r"^find\s+\S+\s+-name\b", "Use rg --files instead of find -name"),
]


def issues(command: str) -> list[str]:
    return [message for pattern, message in RULES if re.search(pattern, command)]


def main() -> None:
    try:
        data = json.load(sys.stdin)
    except json.JSONDecodeError as error:
        print(f"Error: invalid JSON input: {error}", file=sys.stderr)
        sys.exit(1)
    if data.get("tool_name") != "Bash":
        sys.exit(0)
    found = issues(data.get("tool_input", {}).get("command", ""))
    if found:
        for message in found:
            print(f"• {message}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
