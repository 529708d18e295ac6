import { exitsWith } from '../guard.ts';
import { defineTrap } from '../trap.ts';

export const blockAfterTheFact = defineTrap({
  id: 'block-after-the-fact',
  title: 'A refusal after the tool has run',
  severity: 'info',
  looksAt: 'program',
  happens: 'PostToolUse comes after the call: exit 2 is feedback to the model, and nothing is undone.',
  remedy: 'To prevent the call, use PreToolUse. As feedback it is fine; then say so in the message.',
  heuristic: 'Only when the last message before exit 2 says "blocked", "denied", "not allowed" or "forbidden".',
  evidence: { events: 'What a hook can do', reference: true },
  *check(program) {
    if (program.rows.length === 0 || !program.rows.every(({ exit2 }) => exit2.effect === 'feedback')) return;
    for (const { start, end } of exitsWith(program, 2)) {
      const line = program.text.slice(0, start).trimEnd().split(/\n|;/).at(-1) ?? '';
      const said = /\b(?:blocked|denied|not allowed|forbidden)\b/i.exec(line)?.[0];
      if (said !== undefined && /stderr|>&\s*2/.test(line))
        yield { at: program.span(start, end), message: `the message says "${said}", but the call has already run` };
    }
  },
});
