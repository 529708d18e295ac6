import { describe, expect, it } from 'vitest';
import { type Answer, lab } from '../support/dispatcher.ts';
import { bash, before, edited, failedBash, ranBash, SESSION_START } from '../support/payloads.ts';

/** The conditions that ask files, clock and session, each through the built hook. `npm run test:native` asks the native one. */
const reasonOf = (answer: Answer | null) => {
  const { permissionDecision: decision, permissionDecisionReason: reason } = answer?.hookSpecificOutput ?? {};
  return decision === undefined ? null : `${decision}: ${reason?.split(' [')[0] ?? ''}`;
};

const POLICY = `policy: 1
checks: { tests: { runs: npm test } }
counters:
  calls: { of: any }
  failures: { of: check tests failed, reset: check tests }
rules:
  generated: { before: write, when: { file.content: /^# DO NOT EDIT/m }, deny: '{path} is generated' }
  large: { before: write, when: { change.lines: '> 3' }, ask: '{change.lines} lines' }
  many: { before: write, when: { change.files: '> 2' }, ask: '{change.files} files' }
  secret: { before: write, when: { content.secret: true }, deny: '{content.secret}' }
  api: { before: run, when: { runs: make, cwd: 'packages/api' }, ask: 'in the api' }
  small: { before: run, when: { runs: git push, model: '*haiku*' }, on-error: skip, ask: '{model} pushes' }
  failing: { before: run, when: { runs: npm test, count.failures: '>= 2' }, ask: '{count.failures} failures' }
  busy: { before: Read, when: { count.calls: '>= 3' }, ask: '{count.calls} calls' }
  frozen: { before: run, when: { runs: ./deploy, time: 2000-01-01..2099-12-31 Europe/Berlin }, deny: frozen }
  thawed: { before: run, when: { runs: ./deploy, time: 2000-01-01..2000-01-31 }, deny: thawed }
`;

describe('conditions through the hook', () => {
  it('what a file holds, and how many lines of it change', async () => {
    const { write, answer } = lab(POLICY);
    const made = write('made.py', '#!/bin/python\n# DO NOT EDIT\n1\n');
    const own = write('own.py', 'a\nb\nc\nd\ne\n');
    const edit = (path: string, content: string) => answer(before('Write', { file_path: path, content }));
    expect(reasonOf(await edit(made, 'x'))).toBe('deny: made.py is generated');
    expect(reasonOf(await answer(bash('sed -i s/1/2/ made.py')))).toBe('deny: made.py is generated');
    expect(reasonOf(await edit(own, 'a\nB\nc\nd\ne\n'))).toBeNull();
    expect(reasonOf(await edit(own, 'A\nB\nC\nD\ne\n'))).toBe('ask: 4 lines');
    expect(reasonOf(await answer(bash('rm own.py')))).toBe('ask: 5 lines');
  });

  it('how many files the session has changed', async () => {
    const { answer, project } = lab(POLICY);
    const edit = (name: string) =>
      answer(before('Edit', { file_path: `${project}/${name}`, old_string: 'a', new_string: 'b' }));
    await answer(edited(`${project}/a`));
    await answer(edited('/tmp/elsewhere'));
    expect(reasonOf(await edit('b'))).toBeNull();
    await answer(ranBash('touch b'));
    expect(reasonOf(await edit('a'))).toBeNull();
    expect(reasonOf(await edit('c'))).toBe('ask: 3 files');
  });

  it('secrets in what is written; neither answer nor record repeats them', async () => {
    const { answer, audit } = lab(POLICY);
    const secret = ['Xk29vQz8', '1LmN4bRt'].join('');
    const said = await answer(before('Write', { file_path: 'a.env', content: `API_KEY=${secret}\n` }));
    expect(reasonOf(said)).toBe('deny: `password or token`');
    expect(JSON.stringify(said)).not.toContain(secret);
    expect(JSON.stringify(audit())).not.toContain(secret);
    expect(reasonOf(await answer(before('Write', { file_path: 'a.ts', content: 'let token = read();' })))).toBeNull();
  });

  it('the directory of the command', async () => {
    const { answer, project } = lab(POLICY);
    expect(reasonOf(await answer(bash('make')))).toBeNull();
    expect(reasonOf(await answer(bash('cd packages/api && make')))).toBe('ask: in the api');
    expect(reasonOf(await answer(bash('make', { cwd: `${project}/packages/api` })))).toBe('ask: in the api');
  });

  it('the model that the session started with or was switched to', async () => {
    const { answer } = lab(POLICY);
    const push = async (more = {}) => reasonOf(await answer(bash('git push', more)));
    expect(await push()).toBeNull();
    await answer({ ...SESSION_START, model: 'claude-haiku-4-5' });
    expect(await push()).toBe('ask: claude-haiku-4-5 pushes');
    expect(await push({ agent_id: 'a1', agent_type: 'reviewer' })).toBeNull();
    await answer({ hook_event_name: 'PostModelSwitch', from_model: 'claude-haiku-4-5', to_model: 'claude-opus-4-1' });
    expect(await push()).toBeNull();
  });

  it('failed checks and all calls are counted', async () => {
    const { answer } = lab(POLICY);
    const test = async () => reasonOf(await answer(bash('npm test')));
    await answer(failedBash('npm test', 'Exit code 1\nno', { tool_use_id: 't1' }));
    expect(await test()).toBeNull();
    await answer(failedBash('npm test', 'Exit code 1\nno', { tool_use_id: 't2' }));
    expect(await test()).toBe('ask: 2 failures');
    expect(reasonOf(await answer(before('Read', { file_path: 'a' })))).toBeNull();
    await answer(ranBash('npm test', 'ok', { tool_use_id: 't3' }));
    expect(await test()).toBeNull();
    expect(reasonOf(await answer(before('Read', { file_path: 'a' })))).toBe('ask: 3 calls');
  });

  it('dates', async () => {
    expect(reasonOf(await lab(POLICY).answer(bash('./deploy')))).toBe('deny: frozen');
  });
});
