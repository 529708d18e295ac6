#!/usr/bin/env node
// on: PostToolUse *
const fs = require('fs');
const os = require('os');
const path = require('path');

let input = '';
process.stdin.on('data', (chunk) => (input += chunk));
process.stdin.on('end', () => {
  const { tool_name, tool_input, session_id } = JSON.parse(input);
  const line = JSON.stringify({ time: new Date().toISOString(), tool_name, command: tool_input.command });
  fs.appendFileSync(path.join(os.tmpdir(), `tools-${session_id}.jsonl`), line + '\n');
});
