import { describe, expect, it } from 'vitest';
import { createStopLoop } from './stop-loop.ts';

/** How many blocks in a row are honoured before one is overridden; at most `tries` are tried. */
function honoured(cap: string | undefined, tries = 30): number {
  const loop = createStopLoop(cap === undefined ? {} : { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap });
  for (let count = 0; count < tries; count += 1) if (loop.block().overridden) return count;
  return tries;
}

describe('how many blocks in a row count', () => {
  it.each<[string | undefined, number]>([
    [undefined, 8],
    ['2', 2],
    ['20', 20],
    ['0', 30],
    ['', 8],
    ['-1', 8],
    ['two', 8],
    ['1.5', 8],
  ])('cap %j: %d', (cap, count) => {
    expect(honoured(cap)).toBe(count);
  });

  it('a tool call in between starts the count anew, but the turn is still one that was blocked', () => {
    const loop = createStopLoop({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1' });
    expect(loop.active).toBe(false);
    expect(loop.block()).toEqual({ overridden: false, count: 1 });
    loop.toolCalled();
    expect(loop.active).toBe(true);
    expect(loop.block()).toEqual({ overridden: false, count: 1 });
    expect(loop.block()).toEqual({ overridden: true, count: 2 });
    loop.end();
    expect(loop.active).toBe(false);
  });
});
