import { expect, it } from 'vitest';
import type { TrailDecision } from '../../audit/query/decision.ts';
import { followTrail } from './follow-trail.ts';

it('each decision once, whatever a replaced file gives again; a late one too', async () => {
  const at = (id: string, before: number) => ({ id, at: Date.now() - before }) as TrailDecision;
  const rounds = [
    [at('a', 0)],
    // Read again from the beginning.
    [at('long ago', 3_600_000), at('shown before', 5_000), at('a', 0), at('late', 20_000)],
    [at('b', 0)],
  ];
  const stop = new AbortController();
  const shown: string[] = [];
  const tail = () => {
    if (rounds.length === 0) stop.abort();
    return rounds.shift() ?? [];
  };
  await followTrail(tail, new Set(['shown before']), ({ id }) => void shown.push(id), stop.signal);
  expect(shown).toEqual(['a', 'late', 'b']);
});
