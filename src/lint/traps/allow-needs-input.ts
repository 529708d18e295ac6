import { matches } from '../../runtime/matcher.ts';
import { answersIn, constant, specificOf } from '../answers.ts';
import { defineTrap } from '../trap.ts';

const ASKING = ['ExitPlanMode', 'AskUserQuestion'];

export const allowNeedsInput = defineTrap({
  id: 'allow-needs-input',
  title: 'A bare "allow" for a tool that asks the user',
  severity: 'warning',
  looksAt: 'program',
  happens:
    'For ExitPlanMode and AskUserQuestion an "allow" without `updatedInput` is ignored; the user is asked all the same.',
  remedy: 'Return `updatedInput` (the tool_input of the payload, with the answers) beside it.',
  heuristic: 'Only when the matcher names nothing but these tools.',
  evidence: { reference: true },
  *check(program) {
    const isFor = ({ row, group }: (typeof program.uses)[number]): boolean =>
      ASKING.some((tool) => matches(row, group.matcher, tool).matches) && !matches(row, group.matcher, 'Bash').matches;
    if (program.uses.length === 0 || !program.uses.every(isFor)) return;
    for (const { value, start, end } of answersIn(program)) {
      const specific = specificOf(value);
      const decision = constant(specific?.['decision']);
      const inner =
        typeof decision === 'object' && decision !== null && !Array.isArray(decision) ? decision : undefined;
      const allows = specific?.['permissionDecision'] === 'allow' || inner?.['behavior'] === 'allow';
      if (allows && !('updatedInput' in (inner ?? specific ?? {})))
        yield { at: program.span(start, end), message: 'this "allow" is ignored without "updatedInput"' };
    }
  },
});
