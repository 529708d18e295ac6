import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FireReport } from '../../src/runtime/index.ts';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';

interface Matrix {
  commands: string[];
  fires_for: Record<string, string[]>;
}

/** `src/runtime/if-rule/observed.test.ts` holds every pair; a few commands show that `hookctl fire` asks the same code. */
const EVERY = 12;

it('the if matrix is played by the built hookctl fire as the real client played it', async () => {
  const matrix = JSON.parse(readFileSync(join(ROOT, 'test/oracle/data/if-matrix.json'), 'utf8')) as Matrix;
  const rules = Object.keys(matrix.fires_for);
  const commands = matrix.commands.filter((_, index) => index % EVERY === 0);
  const hooks = rules.map((rule, index) => ({ type: 'command', command: `true ${index}`, if: rule }));
  const settings = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] } });
  const dir = scratch();
  for (const command of commands) {
    const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: dir };
    const args = ['fire', '--payload', '-', '--project', dir, '--home', dir, '--settings', settings, '--json'];
    const { stdout } = await hookctl(args, { stdin: JSON.stringify(payload) });
    const { handlers } = JSON.parse(stdout) as FireReport;
    const fired = rules.filter((_, index) => handlers[index]?.ran === true);
    expect([command, fired]).toEqual([command, rules.filter((rule) => matrix.fires_for[rule]?.includes(command))]);
  }
});
