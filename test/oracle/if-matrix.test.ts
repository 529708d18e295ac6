import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FireReport } from '../../src/runtime/index.ts';
import { hookctl, ROOT } from '../support/hookctl.ts';

interface Matrix {
  commands: string[];
  fires_for: Record<string, string[]>;
}

it('the if matrix is played by the built hookctl fire as the real client played it', { timeout: 180_000 }, async () => {
  const matrix = JSON.parse(readFileSync(join(ROOT, 'test/oracle/data/if-matrix.json'), 'utf8')) as Matrix;
  const rules = Object.keys(matrix.fires_for);
  const hooks = rules.map((rule, index) => ({ type: 'command', command: `true ${index}`, if: rule }));
  const settings = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] } });
  const dir = mkdtempSync(join(tmpdir(), 'hookctl-if-'));
  const played: Record<string, string[]> = Object.fromEntries(rules.map((rule) => [rule, []]));
  for (const command of matrix.commands) {
    const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: dir };
    const args = ['fire', '--payload', '-', '--project', dir, '--home', dir, '--settings', settings, '--json'];
    const { stdout } = await hookctl(args, { stdin: JSON.stringify(payload) });
    const { handlers } = JSON.parse(stdout) as FireReport;
    handlers.forEach((handler, index) => {
      if (handler.ran) played[rules[index] ?? '']?.push(command);
    });
  }
  rmSync(dir, { recursive: true });
  const pairs = rules.length * matrix.commands.length;
  const agree = rules.reduce(
    (sum, rule) =>
      sum + matrix.commands.filter((c) => played[rule]?.includes(c) === matrix.fires_for[rule]?.includes(c)).length,
    0,
  );
  console.log(`if-matrix.json: ${agree} of ${pairs} pairs agree`);
  expect(played).toEqual(matrix.fires_for);
});
