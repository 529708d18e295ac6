import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

test('computes once, also what is undefined, and forgets what was not asked for longest', () => {
  const computed: string[] = [];
  const cache = createCache<string, string | undefined>({ max: 2 });
  const ask = (key: string) => cache.get(key, () => (computed.push(key), key === 'none' ? undefined : key));
  expect(['a', 'none', 'a', 'none'].map(ask)).toEqual(['a', undefined, 'a', undefined]);
  ask('a');
  ask('new');
  ask('a');
  ask('none');
  expect(computed).toEqual(['a', 'none', 'new', 'none']);
});
