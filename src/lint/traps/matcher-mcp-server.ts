import { isServerName, plainNames } from '../read/matcher-names.ts';
import { replaceSetting } from '../fix/json-edit.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const matcherMcpServer = defineTrap({
  id: 'matcher-mcp-server',
  title: 'A matcher that names an MCP server, not its tools',
  severity: 'error',
  looksAt: 'group',
  happens:
    'A plain matcher is compared with the whole name of a tool. No tool is called `mcp__server`, so the hook never runs.',
  remedy: 'Write mcp__server__.* for all tools of the server.',
  fixes: 'Adds `__.*`; in a list, the whole list becomes one anchored expression so that the other names stay exact.',
  evidence: { cases: ['o5-table-…'], protocol: 'Matchers' },
  *check({ document, row, path, matcher }) {
    const names = row.subject === 'tool_name' ? (plainNames(row, matcher) ?? []) : [];
    const servers = names.filter(isServerName);
    if (servers.length === 0) return;
    const widened = names.map((name) => (isServerName(name) ? `${name.replace(/__$/, '')}__.*` : name));
    const meant = names.length === 1 ? (widened[0] ?? '') : `^(?:${widened.join('|')})$`;
    const place = [...path, 'matcher'];
    yield {
      at: spanOf(document, place),
      message: `"${servers.join('", "')}" matches no tool; write "${meant}"`,
      fix: { title: `write "${meant}"`, file: document.file, edits: replaceSetting(document, place, meant) },
    };
  },
});
