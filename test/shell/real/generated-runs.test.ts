import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratch } from '../../support/scratch.ts';
import { commandOf, randomFrom } from './command-forms.ts';
import { judgeRun, makeModels } from './judge-run.ts';
import { missingProgram, SAME } from './run-really.ts';

/**
 * Harmless commands made from forms, with options mixed by a seed, really run in a scratch directory as nobody. What has changed on disk must be what
 * the analysis says. A command that fails may have done a part of it, so it is only asked for what was left unsaid. `HOOKCTL_REAL_RUNS` is how many
 * commands each form gives, `HOOKCTL_REAL_SEED` makes others.
 */
const ROUNDS = Number(process.env['HOOKCTL_REAL_RUNS'] ?? 1);
const SEED = process.env['HOOKCTL_REAL_SEED'] ?? '1';
const FORMS = readFileSync(new URL('forms.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const parent = mkdtempSync(join(tmpdir(), 'hookctl-models-'));
chmodSync(parent, 0o755);
const models = makeModels(parent);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

for (const line of FORMS) {
  const form = line.replace(/^~/, '');
  const commands = Array.from({ length: ROUNDS }, (_none, round) =>
    commandOf(form, randomFrom(`${SEED} ${round} ${form}`)),
  );
  for (const command of new Set(commands)) {
    const missing = missingProgram(command);
    test.skipIf(missing !== undefined)(`${missing === undefined ? '' : `needs ${missing}: `}${command}`, () => {
      expect(judgeRun(command, { cwd: scratch(), models, strict: line === form })).toEqual(SAME);
    });
  }
}
