import { matches } from '../../runtime/matcher.ts';
import { canRefuse } from '../guard.ts';
import { spanOf } from '../read/settings-document.ts';
import { handlersOf } from '../read/world.ts';
import { defineTrap } from '../trap.ts';

export const powershellWalksPast = defineTrap({
  id: 'powershell-walks-past',
  title: 'A Bash guard where PowerShell is in use',
  severity: 'warning',
  looksAt: 'handler',
  happens: 'On Windows the agent also has a PowerShell tool, which a matcher "Bash" does not see.',
  remedy: 'Use the matcher "Bash|PowerShell".',
  heuristic:
    'Only where the same settings run PowerShell themselves ("shell": "powershell", pwsh, .ps1): then the project is used on Windows.',
  evidence: { protocol: 'Matchers', reference: true },
  *check({ document, row, path, group, programs, handler }, world) {
    if (row.exit2.effect !== 'refuses' || row.subject !== 'tool_name') return;
    if (!matches(row, group.matcher, 'Bash').matches || matches(row, group.matcher, 'PowerShell').matches) return;
    const usesPowershell = handlersOf(world).some(
      (one) =>
        one.handler.type === 'command' &&
        (one.handler.shell === 'powershell' || /\b(?:pwsh|powershell(?:\.exe)?)\b|\.ps1\b/i.test(one.handler.command)),
    );
    const refuses = programs.some(canRefuse) || ('onFailure' in handler && handler.onFailure === 'block');
    const covered = handlersOf(world).some(
      (one) => one.event === row.name && matches(row, one.group.matcher, 'PowerShell').matches,
    );
    if (usesPowershell && refuses && !covered)
      yield {
        at: spanOf(document, [...path.slice(0, -2), 'matcher']),
        message: 'this guard does not see the PowerShell tool',
      };
  },
});
