import { describe, expect, it } from 'vitest';
import type { World } from '../../system/ports.ts';
import { readScript } from './project-scripts.ts';

const world = { size: () => 9, text: () => 'rm -rf ~\n' } as unknown as World;
const byNobody = () => false;

describe('a script on disk', () => {
  it('is read', () => {
    expect(readScript(world, '/home/dev/app/x.sh', byNobody)).toEqual({ text: 'rm -rf ~\n' });
  });

  it.each(['/dev/stdin', '/dev/stdout', '/dev/stderr', '/dev/fd/1', '/proc/self/fd/1'])(
    'is never a stream of the hook itself: %s',
    (path) => {
      expect(readScript(world, path, byNobody)).toBe('absent');
    },
  );
});
