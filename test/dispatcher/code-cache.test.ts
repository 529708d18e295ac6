import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUNDLE_FILES } from '../../src/install/dispatcher/dispatchers.ts';
import { ROOT } from '../support/hookctl.ts';
import { lab } from '../support/dispatcher.ts';
import { bash } from '../support/payloads.ts';

const DAMAGES: [string, (whole: Buffer) => Buffer][] = [
  ['empty', () => Buffer.alloc(0)],
  ['something else', () => Buffer.from('nonsense')],
  ['cut off', (whole) => whole.subarray(0, whole.length >> 1)],
  // V8 itself does not notice these, and crashes on some of them.
  ...[0.1, 0.3, 0.45, 0.6, 0.95].map((at): [string, (whole: Buffer) => Buffer] => [
    `a changed byte at ${at}`,
    (whole) => {
      const spoilt = Buffer.from(whole);
      const place = Math.floor(whole.length * at);
      spoilt[place] = (spoilt[place] ?? 0) ^ 0xff;
      return spoilt;
    },
  ]),
];

it.each(DAMAGES)("V8's cache of the hook may be damaged: %s", async (_, damage) => {
  const here = lab('policy: 1\nrules:\n  no-prod: { before: run, when: { runs: deploy prod }, deny: "no" }\n');
  const dist = join(ROOT, 'dist');
  const place = join(here.home, 'dist');
  mkdirSync(place);
  const caches = readdirSync(dist).filter((name) => name.endsWith('.cache'));
  expect(caches).toHaveLength(1);
  for (const name of BUNDLE_FILES) copyFileSync(join(dist, name), join(place, name));
  for (const name of caches) writeFileSync(join(place, name), damage(readFileSync(join(dist, name))));
  const answer = await here.answer(bash('deploy prod'), { dispatcher: join(place, 'dispatcher.cjs') });
  expect(answer?.hookSpecificOutput?.permissionDecision).toBe('deny');
});
