import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { NATIVE, nativeMissing } from './hosts.ts';
import { bash } from '../support/payloads.ts';

const POLICY = 'policy: 1\nrules:\n  no-prod: { before: run, when: { runs: deploy prod }, deny: "no" }\n';

describe.skipIf(nativeMissing)('without a compiler beside it (skipped: dist/native is absent)', () => {
  const alone = (home: string): string => {
    const place = join(home, 'alone', 'native');
    mkdirSync(place, { recursive: true });
    copyFileSync(NATIVE, join(place, 'dispatcher'));
    chmodSync(join(place, 'dispatcher'), 0o755);
    return join(place, 'dispatcher');
  };

  it('a policy never compiled is answered by the failure policy', async () => {
    const here = lab(POLICY);
    const answer = await here.answer(bash('deploy prod'), { dispatcher: alone(here.home) });
    expect(answer?.hookSpecificOutput?.permissionDecision).toBe('ask');
    expect(answer?.systemMessage).toContain(
      'hookctl failed on this event (the policy has changed, and its compiler is missing',
    );
  });

  it('the version compiled last stays in force, and that is told', async () => {
    const here = lab(POLICY);
    await here.answer(bash('ls'), { dispatcher: NATIVE });
    here.write('.hookctl/policy.yaml', POLICY.replace('deploy prod', 'deploy test'));
    const answer = await here.answer(bash('deploy prod'), { dispatcher: alone(here.home) });
    expect(answer?.hookSpecificOutput?.permissionDecision).toBe('deny');
    expect(answer?.systemMessage).toContain('the policy has changed, and its compiler is missing');
  });
});

describe.skipIf(nativeMissing)('the compiler that it starts (skipped: dist/native is absent)', () => {
  it('runs no code that a variable of the project names', async () => {
    const here = lab(POLICY);
    const mark = join(here.home, 'ran');
    const code = here.write('evil.cjs', `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`);
    const answer = await here.answer(bash('deploy prod'), {
      dispatcher: NATIVE,
      env: { NODE_OPTIONS: `--require=${code}` },
    });
    expect([answer?.hookSpecificOutput?.permissionDecision, existsSync(mark)]).toEqual(['deny', false]);
  });
});
