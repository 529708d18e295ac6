import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPolicy, fromArtefact, type LoadedPolicy } from '../../src/policy/index.ts';
import { judgeCommand } from '../packs/judge-command.ts';
import { reachedByBash } from './bash-runs.ts';
import { markerPrograms } from './marker-programs.ts';

// Whatever bash reaches is judged or asked about. The programs are the same each time; HOOKCTL_SEED=random looks for new ones.
const COUNT = 5200;
const MINUTES = 60_000;
const seed =
  process.env['HOOKCTL_SEED'] === 'random' ? Date.now() % 2 ** 31 : Number(process.env['HOOKCTL_SEED'] ?? 20261116);
const hasBash = spawnSync('bash', ['-c', 'type timeout && [ "${BASH_VERSINFO[0]}" -ge 5 ]']).status === 0;

const POLICY = policyOf(
  'policy: 1\nrules:\n  marker:\n    before: run\n    when: { runs: zzmark }\n    deny: The marker.\n',
);

function policyOf(text: string): LoadedPolicy {
  const { artefact } = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text }] });
  if (artefact === null) throw new Error('the policy of this test is wrong');
  return fromArtefact(artefact);
}

describe.skipIf(!hasBash)(`programs of seed ${seed} (needs bash 5 and timeout)`, () => {
  const programs = markerPrograms(COUNT, seed);
  const verdicts = new Map<number, string>();
  const judged = (verdict: string) => [...verdicts].filter(([, one]) => one === verdict).map(([number]) => number);
  beforeAll(async () => {
    for (const number of await reachedByBash(programs))
      verdicts.set(number, judgeCommand(POLICY, programs[number] as string).verdict);
  }, 10 * MINUTES);

  test('bash reaches the marker in most of them, broken ones included', () => {
    expect(verdicts.size).toBeGreaterThan(COUNT / 2);
    // Every fourth program is whole; more than that must have been reached before or after something broken.
    expect([...verdicts.keys()].filter((number) => number % 40 >= 10).length).toBeGreaterThan(COUNT / 3);
  });

  test('none of those passes in silence', () => {
    expect(judged('none').map((number) => programs[number])).toEqual([]);
  });

  test('most are seen; some are only asked about, so without that rule they would pass', () => {
    expect(judged('deny').length / verdicts.size).toBeGreaterThan(0.95);
    expect(judged('ask').length).toBeGreaterThan(10);
  });
});
