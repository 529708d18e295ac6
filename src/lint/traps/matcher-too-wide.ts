import { boundedTest } from '../../system/node/bounded-regex.ts';
import { regexOf } from '../read/matcher-names.ts';
import { spanOf } from '../read/settings-document.ts';
import { TOOLS } from '../read/tool-names.ts';
import { defineTrap } from '../trap.ts';

export const matcherTooWide = defineTrap({
  id: 'matcher-too-wide',
  title: 'An unanchored expression that matches more tools than it looks',
  severity: 'warning',
  looksAt: 'group',
  happens:
    'Expressions are not anchored: `Edit.*` also matches NotebookEdit, `Write.*` also TodoWrite, and `B*` (zero or more B) every tool.',
  remedy: 'List the names (`Edit|Write`), or anchor the expression: `^Edit`.',
  heuristic: 'Only for alternatives that begin with letters and match a known tool that does not begin with them.',
  evidence: { cases: ['o5-table-…'], protocol: 'Matchers' },
  *check(group) {
    const regex = group.row.subject === 'tool_name' ? regexOf(group) : null;
    if (regex === null || !/^[A-Za-z.*|]+$/.test(regex)) return;
    for (const part of regex.split('|')) {
      const prefix = /^[A-Za-z]+/.exec(part)?.[0];
      if (prefix === undefined || prefix === part) continue;
      const strays = TOOLS.filter((tool) => !tool.startsWith(prefix) && boundedTest(part, tool).matches);
      const listed = regex.split('|');
      const unexpected = strays.filter((tool) => !listed.includes(tool));
      if (unexpected.length === 0) continue;
      const some =
        unexpected.length > 3
          ? `${unexpected.slice(0, 3).join(', ')} and ${unexpected.length - 3} more`
          : unexpected.join(', ');
      yield { at: spanOf(group.document, [...group.path, 'matcher']), message: `"${part}" also matches ${some}` };
    }
  },
});
