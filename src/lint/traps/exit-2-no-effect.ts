import { exitsWith } from '../guard.ts';
import { defineTrap } from '../trap.ts';

export const exit2NoEffect = defineTrap({
  id: 'exit-2-no-effect',
  title: 'Exit 2 on an event that ignores it',
  severity: 'error',
  looksAt: 'program',
  happens: 'On this event exit 2 changes nothing, and nobody reads stderr.',
  remedy:
    'On PermissionRequest answer {"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"…"}}}; to refuse a call, use PreToolUse.',
  heuristic: 'Only when all events that run the program ignore it.',
  evidence: { cases: ['a47-permissionrequest-exit2', 'o2-pr-exit2-…'], protocol: 'The exceptions' },
  *check(program) {
    if (program.rows.length === 0 || !program.rows.every(({ exit2 }) => exit2.effect === 'nothing')) return;
    const [first] = exitsWith(program, 2);
    if (first === undefined) return;
    const names = program.rows.map(({ name }) => name).join(' and ');
    const isPermission = program.rows.some((row) => row.decidesPermission);
    yield {
      at: program.span(first.start, first.end),
      message: `exit 2 has no effect on ${names}`,
      ...(isPermission ? {} : { severity: 'warning' as const }),
    };
  },
});
