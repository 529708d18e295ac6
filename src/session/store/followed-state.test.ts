import { nodeSystem } from '../../system/node/system.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Fact } from '../state.ts';
import { fileState } from './file-state.ts';
import { followedState } from './followed-state.ts';

const offered = (code: string): Fact => ({ kind: 'once-offered', code, rule: 'r', about: 'a', at: 1 });

it('sees at once what others write and what we write', () => {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-followed-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const [others, ours] = [fileState(nodeSystem, place), followedState(place)];
  const codes = () => [...ours.fold('s').once.keys()];
  others.append('s', [offered('A')]);
  expect(codes()).toEqual(['A']);
  others.append('s', [offered('B')]);
  expect(codes()).toEqual(['A', 'B']);
  ours.append('s', [offered('C')]);
  expect(codes()).toEqual(['A', 'B', 'C']);
});
