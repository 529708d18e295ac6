#!/usr/bin/env python3
# on: UserPromptSubmit
import datetime
import json
import re
import sys

data = json.load(sys.stdin)
prompt = data.get("prompt", "")
if re.search(r"(?i)\b(password|secret)\s*:", prompt):
    print(json.dumps({"decision": "block", "reason": "The prompt holds a secret. Take it out and send it again."}))
    sys.exit(0)
print(f"Current time: {datetime.datetime.now()}")
sys.exit(0)
