import { parseRule } from '../../runtime/if-rule/parse-rule.ts';
import { matches } from '../../runtime/matcher.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';
import { isSeveralRules } from './if-never-fires.ts';

const FILE_TOOLS = ['Edit', 'Write', 'NotebookEdit'];

export const ifCoversOneTool = defineTrap({
  id: 'if-covers-one-tool',
  title: 'An "if" on Edit that does not hold for Write',
  severity: 'warning',
  looksAt: 'handler',
  happens:
    'In `if`, the tool must be the one that is called: `Edit(*.ts)` never fires for Write, nor the reverse. (In permission rules Edit covers all tools that change files.)',
  remedy: 'Give each tool its own handler with its own `if`, or look at the path in the hook.',
  evidence: { cases: ['c11-…'], protocol: '`if`' },
  *check({ document, row, path, handler, group }) {
    if (!row.acceptsIf || !handler.if) return;
    // More than one rule never fires at all, which is another trap.
    if (isSeveralRules(handler.if)) return;
    const { tool } = parseRule(handler.if);
    if (!FILE_TOOLS.includes(tool) || group.matcher === undefined || ['', '*'].includes(group.matcher)) return;
    const others = FILE_TOOLS.filter((one) => one !== tool && matches(row, group.matcher, one).matches);
    const answered = group.handlers.flatMap((one) =>
      one.handler.if === undefined ? [] : [parseRule(one.handler.if).tool],
    );
    const left = others.filter((one) => !answered.includes(one));
    if (left.length === 0 || !matches(row, group.matcher, tool).matches) return;
    yield {
      at: spanOf(document, [...path, 'if']),
      message: `the matcher lets ${left.join(' and ')} through, but "if" fires for ${tool} only`,
    };
  },
});
