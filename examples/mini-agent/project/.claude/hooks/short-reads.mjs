// Rewrites the call: a log is read three lines at a time. The new input replaces the old one as a whole.
import { readFileSync } from 'node:fs';

const { tool_input: input } = JSON.parse(readFileSync(0, 'utf8'));
if (input.file_path.endsWith('.log') && input.limit === undefined) {
  const answer = { hookEventName: 'PreToolUse', updatedInput: { ...input, limit: 3 } };
  console.log(JSON.stringify({ hookSpecificOutput: answer }));
}
