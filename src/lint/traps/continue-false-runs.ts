import { answersIn, specificOf } from '../answers.ts';
import { UNKNOWN } from '../read/object-literal.ts';
import { defineTrap } from '../trap.ts';

export const continueFalseRuns = defineTrap({
  id: 'continue-false-runs',
  title: '"continue": false does not stop the tool call',
  severity: 'error',
  looksAt: 'program',
  happens:
    'The call runs first; only then does the turn end, with an empty result and exit code 0. (The documentation says otherwise.)',
  remedy: 'Add "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", …} or exit with 2.',
  evidence: { cases: ['a15-continue-false', 'a42-…'], protocol: 'Permissions, on PreToolUse' },
  *check(program) {
    for (const { value, rows, start, end } of answersIn(program)) {
      if (value['continue'] !== false || rows.length === 0) continue;
      if (
        !rows.some(
          (row) => row.decidesPermission && row.decisionBlock && row.honoursContinue && !row.stopPreventsAction,
        )
      )
        continue;
      const specific = value['hookSpecificOutput'] === UNKNOWN ? null : specificOf(value);
      const decision = specific?.['permissionDecision'];
      if (specific === null || (decision !== undefined && decision !== 'allow')) continue;
      if (value['decision'] === 'block' || value['decision'] === UNKNOWN) continue;
      if (/exit\s*\(?\s*2\b/.test(program.text.slice(end, end + 200))) continue;
      yield {
        at: program.span(start, end),
        message: 'the tool call runs all the same; "continue": false only ends the turn after it',
      };
    }
  },
});
