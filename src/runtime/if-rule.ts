import { bashRuleMatches } from './if-rule/bash.ts';
import { fileRuleMatches } from './if-rule/file.ts';
import { parseRule } from './if-rule/parse-rule.ts';
import { wildcardMatches } from './if-rule/wildcard.ts';

export type IfRuleCall = { toolName: string; toolInput: unknown; cwd: string; projectDir: string; home: string };

/**
 * Whether a handler with this `if` runs for the call: what Claude Code 2.1.325 was observed to do (test/oracle/data/if-*.json).
 * It is weaker than a permission rule with the same text: only the tools below look at the text in the parentheses;
 * for every other tool, `WebFetch(domain:…)` and `mcp__server__*` included, such a rule never fires.
 */
export function ifRuleMatches(rule: string, call: IfRuleCall): boolean {
  if (rule === '') return true;
  const { tool, content } = parseRule(rule);
  if (!namesTool(canonical(tool), canonical(call.toolName))) return false;
  if (content === undefined) return true;
  switch (call.toolName) {
    case 'Bash':
    case 'Monitor':
      return bashRuleMatches(content, text(call.toolInput, 'command'), call.home);
    case 'Read':
    case 'Edit':
    case 'Write':
      return fileRuleMatches(content, text(call.toolInput, 'file_path'), call);
    case 'NotebookEdit':
      return fileRuleMatches(content, text(call.toolInput, 'notebook_path'), call);
    case 'Glob':
    case 'Grep':
      return wildcardMatches(content, text(call.toolInput, 'pattern'));
    default:
      return false;
  }
}

/** Monitor runs a shell command, so rules for Bash hold for it too. */
function namesTool(named: string, called: string): boolean {
  return named === called || (named === 'Bash' && called === 'Monitor');
}

function canonical(tool: string): string {
  return tool === 'Task' ? 'Agent' : tool;
}

function text(input: unknown, key: string): string {
  if (typeof input !== 'object' || input === null) return '';
  const value = (input as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : '';
}
