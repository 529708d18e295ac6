import { codeText } from '../read/code-text.ts';
import { servesOnly } from '../read/world.ts';
import { defineTrap } from '../trap.ts';

export const exitCodeNotInPayload = defineTrap({
  id: 'exit-code-not-in-payload',
  title: 'Looking for failures on PostToolUse',
  severity: 'warning',
  looksAt: 'program',
  happens:
    'PostToolUse does not fire when the tool failed, and its payload has no exit code: this test never sees a failure.',
  remedy:
    'Register the hook on PostToolUseFailure too; there the text is in `error`, whose first line is "Exit code N".',
  evidence: { events: 'What the payload holds', reference: true },
  *check(program) {
    if (!servesOnly(program, (event) => event === 'PostToolUse')) return;
    const pattern =
      /tool_response(?:\??\.|["']\]\[["']|\??\.get\(\s*["']|["'],?\s*\{?\}?\)\.get\(\s*["'])(exit_?code|returncode|return_code|is_error|isError|exitCode)\b/;
    const found = pattern.exec(codeText(program).code);
    if (found !== null)
      yield {
        at: program.span(found.index, found.index + found[0].length),
        message: `the payload of PostToolUse has no ${found[1]}`,
      };
  },
});
