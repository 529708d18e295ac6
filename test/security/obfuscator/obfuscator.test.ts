import { expect, test } from 'vitest';
import { isCaught, judgeCommand, policyOf } from '../../packs/judge-command.ts';
import { DANGEROUS } from '../dangerous-commands.ts';
import { randomFrom, TECHNIQUES } from './techniques.ts';

const policy = policyOf('recommended');
const SEED = Number(process.env['HOOKCTL_SEED']) || 20_261_117;
const TEXTS = DANGEROUS.map((words) => words.map((word) => (word === '~' ? '/home/user' : word)).join(' '));

/** These carry any text, so that another technique may be inside; the others want plain words. */
const CARRIERS = Object.keys(TECHNIQUES).filter(
  (name) => !/junk|IFS|delimiter|braces|PATH|read|backslashes|printf -v|replaced|sed|hash|unknown/.test(name),
);

type Made = { how: string; command: string };

function silent(all: readonly Made[]): string[] {
  return all
    .filter(({ command }) => !isCaught(judgeCommand(policy, command)))
    .map(({ how, command }) => `${how}: ${command}`);
}

test('at least 97 % of ten dangerous commands are stopped in each disguise', () => {
  const random = randomFrom(SEED);
  const names = Object.entries(TECHNIQUES);
  const all = TEXTS.flatMap((text) =>
    names.flatMap(([how, write]) => [1, 2].map(() => ({ how, command: write(text, random) }))),
  );
  expect(names.length).toBeGreaterThanOrEqual(40);
  const missed = silent(all);
  expect(missed.length / all.length, missed.join('\n')).toBeLessThanOrEqual(0.03);
});

test('at least 97 % are stopped in two disguises, one inside of the other', () => {
  const random = randomFrom(SEED + 1);
  const inner = Object.keys(TECHNIQUES);
  const all = Array.from({ length: 300 }, (_, i) => {
    const [inside = '', outside = ''] = [inner, CARRIERS].map((list) => list[Math.floor(random() * list.length)]);
    const text = TECHNIQUES[inside]?.(TEXTS[i % TEXTS.length] ?? '', random) ?? '';
    return { how: `${outside} < ${inside}`, command: TECHNIQUES[outside]?.(text, random) ?? '' };
  });
  const missed = silent(all);
  expect(missed.length / all.length, missed.join('\n')).toBeLessThanOrEqual(0.03);
});
