import { array, assert, constantFrom, property } from 'fast-check';
import * as node from 'node:path/posix';
import { expect, it } from 'vitest';
import * as ours from '../../src/system/native/path.ts';

const text = array(constantFrom('/', '.', '..', 'a', 'b.c', '//', ' '), { maxLength: 6 }).map((parts) =>
  parts.join(''),
);

it('node:path of the native host answers as Node does', () => {
  assert(
    property(text, text, (a, b) => {
      const answers = (
        path: Pick<typeof node, 'join' | 'dirname' | 'basename' | 'isAbsolute' | 'normalize' | 'resolve'>,
      ) => ({
        join: path.join(a, b),
        normalize: path.normalize(a),
        dirname: path.dirname(a),
        basename: path.basename(a),
        absolute: path.isAbsolute(a),
        resolve: path.resolve('/home/u', a, b),
      });
      expect([a, b, answers(ours as typeof node)]).toEqual([a, b, answers(node)]);
    }),
    { numRuns: 3_000 },
  );
});
