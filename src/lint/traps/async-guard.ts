import { canRefuse } from '../guard.ts';
import { spanOf } from '../settings-document.ts';
import { defineTrap } from '../trap.ts';

export const asyncGuard = defineTrap({
  id: 'async-guard',
  title: 'A hook that refuses, but runs in the background',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The client does not wait for an async hook; its exit code and its decision have no effect.',
  remedy: 'Take "async" out.',
  rows: { sections: ['8'], surprises: [13] },
  *check({ document, row, path, handler, programs }) {
    if (handler.type !== 'command' || handler.async !== true || handler.asyncRewake === true) return;
    if (row.exit2.effect === 'nothing' || row.exit2.effect === 'notice' || !programs.some(canRefuse)) return;
    yield {
      at: spanOf(document, [...path, 'async']),
      message: 'this hook wants to refuse, but an async hook has no say',
    };
  },
});
