// exit 2 blocks, and what stands on stderr is what the model reads.
import { readFileSync } from 'node:fs';

const { tool_input: input } = JSON.parse(readFileSync(0, 'utf8'));
if (/\brm\b.*\.git\b/.test(input.command)) {
  console.error('The history is not deleted here. Ask the user to do it.');
  process.exit(2);
}
