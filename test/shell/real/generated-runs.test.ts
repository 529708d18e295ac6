import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { commandOf, randomFrom } from './command-forms.ts';
import { judgeRun, makeWorkplaces } from './judge-run.ts';
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

const workplaces = makeWorkplaces('git');
afterAll(workplaces.remove);

for (const line of FORMS) {
  const form = line.replace(/^~/, '');
  const commands = Array.from({ length: ROUNDS }, (_none, round) =>
    commandOf(form, randomFrom(`${SEED} ${round} ${form}`)),
  );
  for (const command of new Set(commands)) {
    const missing = missingProgram(command);
    test.skipIf(missing !== undefined)(`${missing === undefined ? '' : `needs ${missing}: `}${command}`, () => {
      const { difference } = judgeRun(command, workplaces, line === form);
      // What is there already may be left alone.
      expect(line === form ? difference : { ...difference, falseDeletes: [] }).toEqual(SAME);
    });
  }
}
