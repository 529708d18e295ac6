import { spanOf } from '../read/settings-document.ts';
import { displaces, overlappingPairs } from '../read/world.ts';
import { rewritesInput } from '../guard.ts';
import { defineTrap } from '../trap.ts';

export const rewritersRace = defineTrap({
  id: 'rewriters-race',
  title: 'Two hooks that rewrite the same input',
  severity: 'warning',
  looksAt: 'world',
  happens:
    'All hooks of an event run at the same time and see the original input. Of two `updatedInput`, the one that finishes last holds, and the other is lost.',
  remedy: 'Let one hook do both rewrites.',
  heuristic: 'Only when the text of both programs sets `updatedInput`.',
  evidence: { cases: ['b06-two-updates'], protocol: 'Several answers' },
  *check(world) {
    for (const [earlier, later] of overlappingPairs(world)) {
      if (!('updatedInput' in later.row.output) || displaces(earlier, later)) continue;
      if (!earlier.programs.some(rewritesInput) || !later.programs.some(rewritesInput)) continue;
      if (earlier.handler.if !== undefined && later.handler.if !== undefined && earlier.handler.if !== later.handler.if)
        continue;
      const other =
        earlier.document.file === later.document.file ? 'an earlier one' : `one in ${earlier.document.file}`;
      yield {
        at: spanOf(later.document, later.path),
        message: `this hook and ${other} both rewrite the input of the same call`,
      };
    }
  },
});
