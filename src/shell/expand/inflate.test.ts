import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gunzip } from './inflate.ts';

const TEXTS = ['', 'a', 'echo hello', 'x'.repeat(5000), 'rm -rf build; '.repeat(40), JSON.stringify(process.versions)];

test.each(TEXTS)('what gzip packed comes out again: %.20s', (text) => {
  for (const level of [0, 1, 6, 9])
    expect(Buffer.from(gunzip([...gzipSync(text, { level })]) ?? []).toString()).toBe(text);
});

test('a fixed code, and a file with a name', () => {
  const raw = deflateRawSync('git status', { strategy: 4 });
  const header = [0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3, 0x61, 0];
  expect(Buffer.from(gunzip([...header, ...raw]) ?? []).toString()).toBe('git status');
});

test('what is no gzip file, or is broken, is not read', () => {
  expect(gunzip([1, 2, 3])).toBeUndefined();
  expect(gunzip([...gzipSync('a text that is long enough')].slice(0, 14))).toBeUndefined();
});

test('a file that grows without end is given up', () => {
  expect(gunzip([...gzipSync('0'.repeat(5_000_000))])).toBeUndefined();
});
