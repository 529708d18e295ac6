// The file is written already: exit 2 cannot undo that, but the model is told at once.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { tool_input: input } = JSON.parse(readFileSync(0, 'utf8'));
if (spawnSync(process.execPath, ['--check', input.file_path]).status !== 0) {
  console.error(`${input.file_path} has a syntax error. Fix it now.`);
  process.exit(2);
}
