import { assert, constantFrom, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { hostOfAddress, spellingsOf } from './host-name.ts';

test.each([
  ['2852039166', '169.254.169.254'],
  ['0xa9fea9fe', '169.254.169.254'],
  ['0xA9.0xFE.0xA9.0xFE', '169.254.169.254'],
  ['0251.0376.0251.0376', '169.254.169.254'],
  ['169.254.43518', '169.254.169.254'],
  ['[::ffff:169.254.169.254]', '169.254.169.254'],
  ['[::ffff:a9fe:a9fe]', '169.254.169.254'],
])('%s is %s', (written, dotted) => {
  expect(spellingsOf(written).at(-1)).toBe(dotted);
});

test('names and impossible numbers stay as they are', () => {
  expect(spellingsOf('example.com')).toEqual(['example.com']);
  expect(spellingsOf('300.1.1.1')).toEqual(['300.1.1.1']);
  expect(spellingsOf('[fd00:ec2::254]')).toEqual(['[fd00:ec2::254]', 'fd00:ec2::254']);
});

test('four numbers are the same in every base', () => {
  const byte = integer({ min: 0, max: 255 });
  const base = constantFrom(
    (n: number) => `${n}`,
    (n: number) => `0x${n.toString(16)}`,
    (n: number) => `0${n.toString(8)}`,
  );
  const part = tuple(byte, base);
  assert(
    property(tuple(part, part, part, part), (parts) => {
      const written = parts.map(([n, write]) => write(n)).join('.');
      expect(spellingsOf(written).at(-1)).toBe(parts.map(([n]) => n).join('.'));
    }),
  );
});

test('the host of an address', () => {
  expect(['http://a@b.example:80/c', 'b.example/c', 'http://[::1]:80/', ''].map(hostOfAddress)).toEqual([
    'b.example',
    'b.example',
    '[::1]',
    null,
  ]);
});
