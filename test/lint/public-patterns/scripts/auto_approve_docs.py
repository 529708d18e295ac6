#!/usr/bin/env python3
# on: PreToolUse Read
import json
import sys

try:
    payload = json.load(sys.stdin)
except json.JSONDecodeError:
    sys.exit(1)

path = payload.get("tool_input", {}).get("file_path", "")
if path.endswith((".md", ".mdx", ".txt")):
    output = {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "allow",
            "permissionDecisionReason": "documentation may be read",
        },
        "suppressOutput": True,
    }
    print(json.dumps(output))
sys.exit(0)
