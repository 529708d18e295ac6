import { matches } from '../../runtime/matcher.ts';
import { answersIn, specificOf } from '../answers.ts';
import { defineTrap } from '../trap.ts';

export const toolOutputShape = defineTrap({
  id: 'tool-output-shape',
  title: '"updatedToolOutput" in the wrong shape',
  severity: 'warning',
  looksAt: 'program',
  happens:
    "For built-in tools it must have the full shape of the tool's output. A string, or an object with only `stdout`, is silently ignored, and the model sees the original.",
  remedy: 'Take `tool_response` from the input, change what you need, and return the whole object.',
  heuristic: 'Only a constant text, or an object without `stderr`, for hooks that run on Bash or Read.',
  evidence: { cases: ['d04-post-updatedoutput', 'i26-post-fixtures'], reference: true },
  *check(program) {
    const onBuiltIn = program.uses.some(({ row, group }) =>
      ['Bash', 'Read'].some((tool) => matches(row, group.matcher, tool).matches),
    );
    if (!onBuiltIn) return;
    for (const { value, start, end } of answersIn(program)) {
      const output = specificOf(value)?.['updatedToolOutput'];
      const isWrong =
        typeof output === 'string' ||
        (typeof output === 'object' &&
          output !== null &&
          !Array.isArray(output) &&
          'stdout' in output &&
          !('stderr' in output));
      if (isWrong) yield { at: program.span(start, end), message: '"updatedToolOutput" is ignored in this shape' };
    }
  },
});
