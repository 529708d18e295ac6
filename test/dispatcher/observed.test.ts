import { describe, expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { bash, before } from '../support/payloads.ts';

/** The first thing a careful team writes. Nothing may be stopped, and everything must be on record. */
describe('a policy that is only watched', () => {
  it.each([
    ['by the mode of the file', 'policy: 1\nmode: observe\nextends: [pack:recommended]\n'],
    ['by the entry', 'policy: 1\nextends: [{ pack: recommended, mode: observe }]\n'],
  ])('%s', async (_, policy) => {
    const here = lab(policy);
    expect(await here.answer(bash('rm -rf /'))).toBeNull();
    expect(await here.answer(bash('git reset --hard'))).toBeNull();
    expect(await here.answer(bash('make\n)'))).toBeNull();
    expect(await here.answer(before('Write', { file_path: '.hookctl/policy.yaml', content: 'x' }))).toBeNull();
    expect(await here.answer(before('Bash', {}))).toBeNull();
    const modes = here
      .audit()
      .map(({ verdict, hits }) => [verdict, ...new Set(hits.map(({ mode, effective }) => `${mode} ${effective}`))]);
    expect(modes).toEqual(Array.from({ length: 5 }, () => ['none', 'observe observe']));
  });

  it('self-protection is enforced beside it where a policy says so', async () => {
    const here = lab('policy: 1\nextends: [{ pack: recommended, mode: observe }, pack:self-protection]\n');
    const decision = async (payload: object) =>
      (await here.answer(payload))?.hookSpecificOutput?.permissionDecision ?? null;
    expect(await decision(bash('rm -rf /tmp/x ~/.bashrc'))).toBeNull();
    expect(await decision(before('Write', { file_path: '.hookctl/policy.yaml', content: 'x' }))).toBe('deny');
    // Something is enforced, so what cannot be read is asked about.
    expect(await decision(bash('make\n)'))).toBe('ask');
  });

  it('a repository that nobody has trusted cannot put the guard into that state', async () => {
    const here = lab('policy: 1\nmode: observe\nextends: [pack:recommended]\n', { HOOKCTL_TRUST: '' });
    const answer = await here.answer(bash('rm -rf /'));
    expect(answer?.hookSpecificOutput?.permissionDecision).toBe('deny');
    expect((await here.answer(bash('make\n)')))?.hookSpecificOutput?.permissionDecision).toBe('ask');
  });
});
