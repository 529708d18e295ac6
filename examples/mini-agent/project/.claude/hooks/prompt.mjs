// On this event plain text becomes context for the model, and a block keeps the prompt from it.
import { readFileSync } from 'node:fs';

const { prompt } = JSON.parse(readFileSync(0, 'utf8'));
if (/hunter2/.test(prompt)) {
  const hookSpecificOutput = { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true };
  console.log(JSON.stringify({ decision: 'block', reason: 'The prompt holds a password.', hookSpecificOutput }));
} else {
  console.log('Keep changes small.');
}
