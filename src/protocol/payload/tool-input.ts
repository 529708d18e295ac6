import { type Fields, isOptional, misfit } from '../field.ts';
import type { Payload } from './payload.ts';

/** What the built-in tools need; a hook's rewrite that lacks it fails the call. Unknown tools are not judged. */
const TOOL_INPUTS: Readonly<Record<string, Fields>> = {
  Bash: { command: 'string', timeout: 'number?', description: 'string?', run_in_background: 'boolean?' },
  Edit: { file_path: 'string', old_string: 'string', new_string: 'string', replace_all: 'boolean?' },
  Write: { file_path: 'string', content: 'string' },
  Read: { file_path: 'string', offset: 'number?', limit: 'number?', pages: 'string?' },
  Glob: { pattern: 'string', path: 'string?' },
  Grep: { pattern: 'string', path: 'string?' },
  Agent: { description: 'string', prompt: 'string' },
  WebFetch: { url: 'string', prompt: 'string' },
  Skill: { skill: 'string' },
};

/** Why the rewritten input cannot be run, or null when it can. */
export function rewriteProblem(payload: Payload, input: Record<string, unknown> | null): string | null {
  const tool = payload['tool_name'];
  const fields = typeof tool === 'string' && Object.hasOwn(TOOL_INPUTS, tool) ? TOOL_INPUTS[tool] : undefined;
  if (input === null || fields === undefined) return null;
  for (const [key, field] of Object.entries(fields)) {
    const given = input[key];
    if (given === undefined) {
      if (!isOptional(field)) return `the hook's new input for ${String(tool)} lacks "${key}"`;
      continue;
    }
    const problem = misfit(field, given);
    if (problem !== null) return `the hook's new input for ${String(tool)} does not fit: "${key}" ${problem}`;
  }
  return null;
}
