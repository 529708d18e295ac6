import { canRefuse } from '../guard.ts';
import { spanOf } from '../read/settings-document.ts';
import { displaces, overlappingPairs } from '../read/world.ts';
import { defineTrap } from '../trap.ts';

export const asyncGuard = defineTrap({
  id: 'async-guard',
  title: 'A hook that refuses, but runs in the background',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The client does not wait for an async hook; its exit code and its decision have no effect.',
  remedy: 'Take "async" out.',
  evidence: { cases: ['a19-onfail-async', 'a43-async-slow'], protocol: '`command`' },
  *check(entry, world) {
    const { document, row, path, handler, programs } = entry;
    if (handler.type !== 'command' || handler.async !== true) return;
    if (row.exit2.effect === 'nothing' || row.exit2.effect === 'notice' || !programs.some(canRefuse)) return;
    // The last copy of the same hook is the one that runs.
    if ([...overlappingPairs(world)].some(([earlier, later]) => earlier === entry && displaces(earlier, later))) return;
    yield {
      at: spanOf(document, [...path, 'async']),
      message: 'this hook wants to refuse, but an async hook has no say',
    };
  },
});
