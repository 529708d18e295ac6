import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookctl, ROOT } from '../support/hookctl.ts';

const FIXTURES = join(ROOT, 'test/fixtures/importers');
const SOURCES = ['hookify', 'claude-permissions', 'gemini', 'cc-safety-net'];

interface Answer {
  ok: boolean;
  rules: { source: string; fidelity: string; ids: string[] }[];
  policy: string;
}

/** `npx vitest run test/importers -u` writes the golden files anew; read the difference. */
describe.each(SOURCES)('%s', (source) => {
  const ask = async (...args: string[]) => {
    const ran = await hookctl(['import', ...args, '--json'], { cwd: join(FIXTURES, source) });
    return { ...ran, answer: JSON.parse(ran.stdout) as Answer };
  };

  it('policy and report', async () => {
    const { answer, exitCode, stderr } = await ask('.');
    expect({ exitCode, stderr, ok: answer.ok }).toEqual({ exitCode: 1, stderr: '', ok: false });
    expect(new Set(answer.rules.map((rule) => rule.source))).toEqual(new Set([source]));
    await expect(answer.policy).toMatchFileSnapshot(join(FIXTURES, `${source}.policy.yaml`));
    await expect(`${JSON.stringify(answer.rules, null, 2)}\n`).toMatchFileSnapshot(
      join(FIXTURES, `${source}.report.json`),
    );
  });

  it('the same when the source is named', async () => {
    expect((await ask('.', '--from', source)).answer).toEqual((await ask('.')).answer);
  });

  it('the policy passes check and test', async () => {
    const policy = join(FIXTURES, `${source}.policy.yaml`);
    const [check, test] = await Promise.all([hookctl(['check', policy]), hookctl(['test', policy])]);
    expect([check.exitCode, test.exitCode, test.stdout]).toEqual([0, 0, expect.stringMatching(/^\d+ tests passed/)]);
  });
});
