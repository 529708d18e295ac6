import { matches } from '../../runtime/matcher.ts';
import { canRefuse } from '../guard.ts';
import { spanOf } from '../read/settings-document.ts';
import { handlersOf } from '../read/world.ts';
import { defineTrap } from '../trap.ts';

export const guardCoversPart = defineTrap({
  id: 'guard-covers-part',
  title: 'A file guard that covers one of several ways',
  severity: 'info',
  looksAt: 'handler',
  happens:
    'Edit, Write and NotebookEdit all change files, and so does Bash; `@file` in a prompt and `cat` read files without the Read tool. A guard on one of them can be bypassed with another.',
  remedy:
    'Use "Edit|Write|NotebookEdit" (and look at Bash commands too); for secrets, use `permissions.deny` rules as well.',
  heuristic:
    'Only for PreToolUse hooks that can refuse, whose matcher names Edit, Write or Read alone, when no other hook covers the rest.',
  evidence: { cases: ['i09-file-at-mention'], reference: true },
  *check({ document, row, path, handler, group, programs }, world) {
    if (
      row.exit2.effect !== 'refuses' ||
      row.subject !== 'tool_name' ||
      handler.if !== undefined ||
      !programs.some(canRefuse)
    )
      return;
    const covered = ['Edit', 'Write', 'Read', 'Bash'].filter((tool) => matches(row, group.matcher, tool).matches);
    if (covered.length !== 1 || covered[0] === 'Bash') return;
    const tool = covered[0] ?? '';
    const wanted = tool === 'Edit' ? ['Write'] : tool === 'Write' ? ['Edit'] : ['Bash'];
    const others = handlersOf(world).filter(
      (one) => one.group !== group && one.event === row.name && one.handler.type === 'command',
    );
    if (others.some((one) => wanted.some((name) => matches(row, one.group.matcher, name).matches))) return;
    const way = tool === 'Read' ? 'cat in Bash and @file in a prompt' : `${wanted[0]}, NotebookEdit and Bash`;
    yield {
      at: spanOf(document, [...path.slice(0, -2), 'matcher']),
      message: `a guard on ${tool} alone can be bypassed with ${way}`,
    };
  },
});
