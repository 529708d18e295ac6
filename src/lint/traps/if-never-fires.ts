import { parseRule } from '../../runtime/if-rule/parse-rule.ts';
import { matches } from '../../runtime/matcher.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { type HandlerEntry, spanOf } from '../read/settings-document.ts';
import { mayBeNew, RETIRED_TOOLS, TOOLS } from '../read/tool-names.ts';
import { defineTrap } from '../trap.ts';

export const ifNeverFires = defineTrap({
  id: 'if-never-fires',
  title: 'An "if" that no call can meet',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The hook never runs, and nothing says so.',
  remedy: 'Write exactly one permission rule: `Tool` or `Tool(pattern)`, with the name of the tool that is called.',
  evidence: { cases: ['c12-if-js'], protocol: '`if`' },
  *check(entry) {
    const { document, row, path, handler } = entry;
    if (!row.acceptsIf || handler.if === undefined || handler.if === '') return;
    const why = whyNever(entry, handler.if);
    if (why !== null)
      yield {
        at: spanOf(document, [...path, 'if']),
        message: `"if": ${JSON.stringify(handler.if)} never fires: ${why}`,
      };
  },
});

/** The tools for which the client looks at the text in the parentheses. */
const WITH_CONTENT = new Set(['Bash', 'Monitor', 'Read', 'Edit', 'Write', 'NotebookEdit', 'Glob', 'Grep']);

function whyNever({ row, group }: HandlerEntry, rule: string): string | null {
  const { tool, content } = parseRule(rule);
  if (isSeveralRules(rule)) return 'it is more than one rule';
  if (!/^[\w-]+$/.test(tool))
    return rule === '*' ? 'leave "if" out to mean every call' : 'it is not one rule of the form Tool(pattern)';
  const isMcp = /^mcp__.+__/.test(tool);
  if (!isMcp && tool !== 'Task' && !TOOLS.includes(tool) && !RETIRED_TOOLS.includes(tool)) {
    if (mayBeNew(tool)) return null;
    const near = didYouMean(tool, TOOLS);
    return near.startsWith(' (did')
      ? `no tool is called "${tool}"${near}`
      : isMcpServer(tool)
        ? `"${tool}" is a server, not a tool`
        : `no tool is called "${tool}"`;
  }
  if (content !== undefined && !WITH_CONTENT.has(tool))
    return `the client ignores the text in the parentheses for ${tool}; such a rule matches no call`;
  if (content !== undefined && /^[#!]/.test(content) && tool !== 'Bash')
    return 'a pattern that starts with # or ! finds no file';
  const called = tool === 'Task' ? 'Agent' : tool;
  const meets = [called, ...(called === 'Bash' ? ['Monitor'] : [])].some(
    (name) => matches(row, group.matcher, name).matches,
  );
  return meets ? null : `the matcher "${group.matcher}" does not let calls of ${tool} through`;
}

export function isSeveralRules(rule: string): boolean {
  return /\)\s*(?:\|\|?|&&?|,|or|and)\s*\w+\(/.test(rule);
}

function isMcpServer(tool: string): boolean {
  return tool.startsWith('mcp__');
}
