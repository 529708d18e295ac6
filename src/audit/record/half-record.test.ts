import { expect, it } from 'vitest';
import { isHalfRecord } from './half-record.ts';

it.each([
  ['{', true],
  ['{"id":"1m7f', true],
  ['{{', true],
  ['{"i{"id":"1m7f{"id":"', true],
  ['{"id":{"id', true],
  ['{"idx', false],
  ['{x', false],
  ['hello', false],
  ['"id":"', false],
])('%s: %s', (text, is) => {
  expect(isHalfRecord(text)).toBe(is);
});
