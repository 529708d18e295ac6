#!/usr/bin/env node
// on: PreToolUse Bash
// Decides with objects of its own; only the last line speaks to the client.
import { readFileSync } from 'node:fs';

const RULES = [(command) => (command.includes('push --force') ? { decision: 'deny', reason: 'no force pushes' } : null)];

function judge(command) {
  for (const rule of RULES) {
    const result = rule(command);
    if (result !== null) return result;
  }
  return { decision: 'allow' };
}

const { tool_input } = JSON.parse(readFileSync(0, 'utf8'));
const { decision, reason } = judge(tool_input.command ?? '');
if (decision === 'deny') {
  const answer = { permissionDecision: decision, permissionDecisionReason: reason };
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer } }));
}
