import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Fact } from '../state.ts';
import { fileState } from './file-state.ts';
import { followedState } from './followed-state.ts';

const offered = (code: string): Fact => ({ kind: 'once-offered', code, rule: 'r', about: 'a', at: 1 });

it('what others write in a turn is seen in the next one, what we write at once', () => {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-followed-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  let turn = 1;
  const [others, counting, always] = [fileState(place), followedState(place, () => turn), followedState(place)];
  const seen = () => [counting, always].map((state) => [...state.fold('s').once.keys()]);
  others.append('s', [offered('A')]);
  expect(seen()).toEqual([['A'], ['A']]);
  others.append('s', [offered('B')]);
  expect(seen()).toEqual([['A'], ['A', 'B']]);
  turn = 2;
  expect(seen()).toEqual([
    ['A', 'B'],
    ['A', 'B'],
  ]);
  counting.append('s', [offered('C')]);
  expect(seen()).toEqual([
    ['A', 'B', 'C'],
    ['A', 'B', 'C'],
  ]);
});
