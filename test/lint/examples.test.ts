import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { ROOT } from '../support/hookctl.ts';

const REQUEST = { project: undefined, home: '/nonexistent', settings: [], cwd: ROOT, env: process.env };

function idsIn(...files: string[]): string[] {
  const { findings } = lint({ ...REQUEST, files });
  return findings.filter(({ severity }) => severity !== 'info').map(({ id }) => id);
}

it('the example hooks are clean', () => {
  const dir = join('examples', 'hooks');
  const scripts = readdirSync(join(ROOT, dir)).filter((name) => name.endsWith('.sh'));
  expect(idsIn(...scripts.map((name) => join(dir, name)), join(dir, 'lib', 'payload.sh'))).toEqual([]);
});

it.each([
  ['guard-exit-1.json', ['exit-1-does-not-block']],
  ['guard-exit-2.json', []],
  ['guard-with-typo.json', ['timeout-in-quotes']],
])('examples/settings/%s shows what its page says', (file, ids) => {
  expect(idsIn(join('examples', 'settings', file))).toEqual(ids);
});
