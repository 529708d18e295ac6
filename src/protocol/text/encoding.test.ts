import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { utf8Length } from './encoding.ts';

it('counts as the encoder does', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
  expect(utf8Length('a\ud800b')).toBe(5);
});
