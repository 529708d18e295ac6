#!/usr/bin/env node
// on: PreToolUse Write|Edit
// Answers { decision: "deny" } would be rejected, so it uses permissionDecision.
import { readFileSync } from 'node:fs';

const payload = JSON.parse(readFileSync(0, 'utf8'));
const path = payload.tool_input?.file_path ?? '';

function deny(reason) {
  process.stdout.write(
    JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
    }),
  );
  process.exit(0);
}

if (path.includes('/generated/')) deny(`${path} is generated; change its source`);
