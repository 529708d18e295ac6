import { readSubject } from '../language/subjects.ts';
import { eventAsTool } from './event-as-tool.ts';

/** What is wrong with the tool of a test's call: a tool that does not exist makes a test that proves nothing. */
export function testToolProblem(name: string): string | null {
  const event = eventAsTool(name);
  if (event !== null && /^P(?:re|ost)ToolUse/.test(name))
    return `"${name}" is an event, not a tool; a test names the call itself, as in { Edit: src/a.ts }`;
  const found = readSubject(name);
  return 'problem' in found ? found.problem.replace('unknown subject', 'unknown tool') : null;
}
