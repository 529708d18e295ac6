import { nodeSystem } from '../../system/node/system.ts';
import { expect, it } from 'vitest';
import type { Fact } from '../state.ts';
import { fileState } from './file-state.ts';
import { followedState } from './followed-state.ts';
import { scratch } from '../../../test/support/scratch.ts';

const offered = (code: string): Fact => ({ kind: 'once-offered', code, rule: 'r', about: 'a', hash: 'h', at: 1 });

it('sees at once what others write and what we write', () => {
  const place = scratch();
  const [others, ours] = [fileState(nodeSystem, place), followedState(place)];
  const codes = () => [...ours.fold('s').codesOffered.keys()];
  others.append('s', [offered('A')]);
  expect(codes()).toEqual(['A']);
  others.append('s', [offered('B')]);
  expect(codes()).toEqual(['A', 'B']);
  ours.append('s', [offered('C')]);
  expect(codes()).toEqual(['A', 'B', 'C']);
});
