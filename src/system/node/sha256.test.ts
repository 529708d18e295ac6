import { createHash } from 'node:crypto';
import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from './sha256.ts';

const reference = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

it('is SHA-256, at every length around a block', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'ä'.repeat(length % 3) + 'x'.repeat(length);
    expect(sha256(text)).toBe(reference(text));
  }
  expect(sha256('x'.repeat(1_000_003))).toBe(reference('x'.repeat(1_000_003)));
});

it('is SHA-256 of any text', () => {
  assert(
    property(string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(reference(text));
    }),
  );
});
