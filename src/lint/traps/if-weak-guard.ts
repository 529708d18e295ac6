import { parseRule } from '../../runtime/if-rule/parse-rule.ts';
import { canRefuse } from '../guard.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const ifWeakGuard = defineTrap({
  id: 'if-weak-guard',
  title: 'A guard narrowed by "if"',
  severity: 'info',
  looksAt: 'handler',
  happens:
    '`if` looks at the first words of each command. `env git push`, `/usr/bin/git push`, `sudo git push` or `timeout 5 git push` get past `Bash(git push *)`, though a permission rule with the same text would catch them.',
  remedy: 'For a rule that must hold, let the hook see every Bash call and decide there.',
  heuristic: 'Only for PreToolUse handlers that can refuse a call; as a way to save time, `if` is fine.',
  evidence: { protocol: '`if`' },
  *check({ document, row, path, handler, programs }) {
    if (row.exit2.effect !== 'refuses' || !row.acceptsIf || handler.if === undefined) return;
    const { tool, content } = parseRule(handler.if);
    const refuses = programs.some(canRefuse) || ('onFailure' in handler && handler.onFailure === 'block');
    if (tool !== 'Bash' || content === undefined || !refuses) return;
    yield {
      at: spanOf(document, [...path, 'if']),
      message: `"${handler.if}" is not a boundary: env, sudo or a full path go past it`,
    };
  },
});
