import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agentAmongAncestors } from '../../src/system/node/ancestry.ts';
import { bash, type Lab, lab } from '../dispatcher/support/dispatcher.ts';
import { HOOKCTL, hookctl, run } from '../support/hookctl.ts';

const POLICY = `policy: 1
rules:
  no-deploy: { before: run, when: { runs: deploy }, deny: "No deploys." }
  no-drop: { before: run, when: { runs: drop }, deny: "Never.", locked: true }
`;

async function codeOf(here: Lab, command: string): Promise<string> {
  const answer = await here.answer(bash(command));
  return /allow-once ([0-9A-Z]{6})/.exec(answer?.hookSpecificOutput?.permissionDecisionReason ?? '')?.[1] ?? '';
}
const verdict = async (here: Lab, command: string, more: object = {}) =>
  (await here.answer(bash(command, more)))?.hookSpecificOutput?.permissionDecision ?? 'pass';

/** On a terminal of its own, as a person would; `typed` is what they answer. */
const onTerminal = (here: Lab, code: string, typed: string, env: Record<string, string> = {}, prefix = '') =>
  run('/usr/bin/script', ['-qec', `${prefix}"${process.execPath}" "${HOOKCTL}" allow-once ${code}`, '/dev/null'], {
    stdin: `${typed}\n`,
    env: { ...here.env, ...env },
    cwd: here.project,
  });

// Under an agent the command refuses, which is the point; then only the refusals can be tested.
const person = existsSync('/usr/bin/script') && agentAmongAncestors(process.env) === null;

describe('allow-once', () => {
  it.runIf(person)('a person grants one call, once, in that session', async () => {
    const here = lab(POLICY);
    const code = await codeOf(here, 'deploy a');
    expect(code).toMatch(/^[0-9A-Z]{6}$/);
    const { stdout, exitCode } = await onTerminal(here, code.toLowerCase(), code);
    expect({ exitCode, shows: stdout.includes('run deploy a') && stdout.includes('no-deploy') }).toEqual({
      exitCode: 0,
      shows: true,
    });
    expect(await verdict(here, 'deploy b')).toBe('deny');
    expect(await verdict(here, 'deploy a', { session_id: 'other' })).toBe('deny');
    expect(await verdict(here, 'deploy a')).toBe('pass');
    expect(await verdict(here, 'deploy a')).toBe('deny');
    expect(here.audit().find(({ hits }) => hits.some(({ excused }) => excused))?.actions).toEqual(['run deploy a']);
  });

  it.runIf(person)('of many equal calls at one moment exactly one passes', async () => {
    const here = lab(POLICY);
    const code = await codeOf(here, 'deploy a');
    await onTerminal(here, code, code);
    const verdicts = await Promise.all(Array.from({ length: 12 }, () => verdict(here, 'deploy a')));
    expect(verdicts.filter((one) => one === 'pass')).toHaveLength(1);
  });

  it.runIf(person)('is not granted without the right answer', async () => {
    const here = lab(POLICY);
    const code = await codeOf(here, 'deploy a');
    expect((await onTerminal(here, code, 'yes')).exitCode).toBe(1);
    expect(await verdict(here, 'deploy a')).toBe('deny');
  });

  it('is refused without a terminal', async () => {
    const here = lab(POLICY);
    const ran = await hookctl(['allow-once', await codeOf(here, 'deploy a')], { env: here.env, stdin: 'yes\n' });
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toMatch(/refused: .*(?:terminal|agent)/);
  });

  it.runIf(person).each([
    ['with its mark in the environment', ''],
    ['after it has dropped the mark', 'env -u CLAUDECODE '],
  ])('is refused to an agent, %s', async (_, prefix) => {
    const here = lab(POLICY);
    const code = await codeOf(here, 'deploy a');
    const { stdout, exitCode } = await onTerminal(here, code, code, { CLAUDECODE: '1' }, prefix);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('refused: this was started by an agent (CLAUDECODE');
    expect(await verdict(here, 'deploy a')).toBe('deny');
  });

  it.runIf(person)('knows no other codes', async () => {
    const { stdout, exitCode } = await onTerminal(lab(POLICY), 'ZZZZZZ', 'ZZZZZZ');
    expect({ exitCode, says: stdout.includes('no refusal with the code ZZZZZZ') }).toEqual({ exitCode: 1, says: true });
  });

  it('a locked rule offers no code', async () => {
    expect(await codeOf(lab(POLICY), 'drop all')).toBe('');
  });

  it('the pack refuses the command to the agent', async () => {
    expect(await verdict(lab(), 'hookctl allow-once ABC123')).toBe('deny');
  });
});
