import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

test('computes once, also what is undefined, and forgets what was kept first', () => {
  const computed: string[] = [];
  const cache = createCache<string, string | undefined>({ max: 2 });
  const ask = (key: string) => cache.get(key, () => (computed.push(key), key === 'none' ? undefined : key));
  expect(['a', 'none', 'a', 'none'].map(ask)).toEqual(['a', undefined, 'a', undefined]);
  ask('new');
  ask('none');
  ask('a');
  expect(computed).toEqual(['a', 'none', 'new', 'a']);
});
