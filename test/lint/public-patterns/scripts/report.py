#!/usr/bin/env python3
# on: Stop
"""Asks for a summary once, then lets go (stop_hook_active)."""
import json
import os
import sys

data = json.load(sys.stdin)
session = os.environ.get("CLAUDE_SESSION_ID") or data["session_id"]
if data.get("stop_hook_active"):
    sys.exit(0)
verdict = {"decision": "deny" if os.path.exists(f"/tmp/{session}") else "allow"}
if verdict["decision"] == "deny":
    print(json.dumps({"decision": "block", "reason": "Write a summary first."}))
