import type { Handler } from '../../protocol/handler.ts';
import { spanOf } from '../read/settings-document.ts';
import { displaces, overlappingPairs } from '../read/world.ts';
import { defineTrap } from '../trap.ts';

export const duplicateDisarms = defineTrap({
  id: 'duplicate-disarms',
  title: 'A later copy of a hook that weakens it',
  severity: 'error',
  looksAt: 'world',
  happens:
    'The client runs the same command (with the same `args` and `if`) once, with the options of the last copy: local before project before user. The earlier copy does not run.',
  remedy: 'Remove the weaker copy, or give it the same options. A repository must not repeat the guards of its users.',
  evidence: { cases: ['b05-…', 'g01-same-…', 'm3-same-…'], protocol: 'Copies' },
  *check(world) {
    for (const [earlier, later] of overlappingPairs(world)) {
      if (!displaces(earlier, later)) continue;
      const lost = whatIsLost(earlier.handler, later.handler, earlier.row.timeouts[earlier.handler.type]);
      if (lost.length === 0) continue;
      const place =
        earlier.document.file === later.document.file
          ? 'an earlier copy'
          : `the copy in ${earlier.document.source.origin.source} settings`;
      yield { at: spanOf(later.document, later.path), message: `this copy replaces ${place}: ${lost.join(', ')}` };
    }
  },
});

function whatIsLost(earlier: Handler, later: Handler, usual: number): string[] {
  const [before, after] = [earlier as Options, later as Options];
  const seconds = (one: Options): number => one.timeout ?? usual;
  return [
    before.async !== true && after.async === true ? 'it runs in the background and cannot refuse' : null,
    before.onFailure === 'block' && after.onFailure !== 'block' ? '"onFailure": "block" is lost' : null,
    seconds(after) < seconds(before) && seconds(after) <= 2 ? `it is cut off after ${seconds(after)} s` : null,
  ].filter((text) => text !== null);
}

interface Options {
  async?: boolean;
  onFailure?: string;
  timeout?: number;
}
