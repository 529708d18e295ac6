import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCaught, judgeCommand, policyOf } from '../packs/judge-command.ts';

const policy = policyOf('recommended');
const lines = readFileSync(new URL('bash-meaning.txt', import.meta.url), 'utf8').split('\n');
const rows = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => commandOf(line.slice(2)));

function commandOf(written: string): string {
  return written
    .replaceAll('⏎', '\n')
    .replaceAll(/\[([0-9a-f]{2,4})\]/g, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

test('there are enough rows, and each dangerous one has its harmless twin', () => {
  expect(rows('- ').length).toBeGreaterThanOrEqual(150);
  expect(rows('+ ').length).toBe(rows('- ').length);
});

test('recommended stops every dangerous command', () => {
  expect(rows('- ').filter((command) => !isCaught(judgeCommand(policy, command)))).toEqual([]);
});

test('recommended lets every harmless twin pass', () => {
  expect(rows('+ ').filter((command) => isCaught(judgeCommand(policy, command)))).toEqual([]);
});
