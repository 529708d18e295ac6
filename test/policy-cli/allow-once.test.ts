import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { agentAmongAncestors } from '../../src/cli/person/ancestry.ts';
import { type Lab, lab, processLab } from '../support/dispatcher.ts';
import { HOOKCTL, hookctl, run } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';

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

// Where the tests are run by an agent, they leave it first (test/support), which only Linux lets them do.
const person =
  existsSync('/usr/bin/script') && (process.platform === 'linux' || agentAmongAncestors(process.env) === null);

const notBelowAgent = agentAmongAncestors(process.env) === null;

/** A person who reads page after page and then confirms. */
function answering(here: Lab, code: string): Promise<{ shown: string; exitCode: number | null }> {
  const line = `"${process.execPath}" "${HOOKCTL}" allow-once ${code}`;
  const child = spawn('/usr/bin/script', ['-qec', line, '/dev/null'], { env: here.env, cwd: here.project });
  let shown = '';
  let answered = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const questions = shown.match(/shows the next\) |to confirm: /g) ?? [];
    for (; answered < questions.length; answered++)
      child.stdin.write(questions[answered] === 'to confirm: ' ? `${code}\n` : '\n');
  });
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ shown, exitCode })));
}

/** The program itself: a launcher of that name may be a script of a shell. */
const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path)) ?? null;

/** Starts a command on a terminal it has made, types the code, and keeps what was printed. */
const FORGE = `import os, pty, sys
heard, code, command = sys.argv[1], sys.argv[2], sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(command[0], command)
os.write(terminal, (code + "\\n").encode())
text = b""
try:
    while True:
        part = os.read(terminal, 4096)
        if not part:
            break
        text += part
except OSError:
    pass
os.waitpid(pid, 0)
with open(heard + ".part", "wb") as file:
    file.write(text)
os.rename(heard + ".part", heard)
`;

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

  it.runIf(person && notBelowAgent)(
    'shows the whole call, page by page, with everything hidden spelled out',
    async () => {
      const here = lab(POLICY);
      const command = `deploy a && ${'echo harmless && '.repeat(200)}echo \u001b[8m\u202ehidden\r; deploy the-end`;
      const code = await codeOf(here, command);
      const { shown, exitCode } = await answering(here, code);
      expect(exitCode).toBe(0);
      expect(shown).toMatch(/page 1 of \d+; Enter shows the next/);
      expect(shown).toMatch(/End of the call\. SHA-256:\s+[0-9a-f]{64}/);
      expect(shown).not.toContain('\u001b[8m');
      const call = shown.split(/\r?\n/).flatMap((line) => /│ (.*)/.exec(line)?.[1] ?? []);
      expect(call.join('')).toBe(command.replace('\u001b', '\\x1b').replace('\u202e', '\\u202e').replace('\r', '\\r'));
      // The refusal is lifted. That something in it cannot be seen is asked about all the same.
      expect(await verdict(here, command)).toBe('ask');
    },
  );

  it.runIf(person)('covers every rule of the call: no milder one asks again; a locked one does', async () => {
    const here = lab(`policy: 1
extends: pack:git
rules:
  ask-staging: { before: run, when: { runs: deploy staging }, ask: "Staging?", locked: true }
  no-deploy: { before: run, when: { runs: deploy }, deny: "No deploys." }
`);
    for (const [command, after] of [
      ['git push -f origin main', 'pass'],
      ['deploy staging', 'ask'],
    ] as const) {
      const code = await codeOf(here, command);
      expect((await onTerminal(here, code, code)).exitCode).toBe(0);
      expect([command, await verdict(here, command), await verdict(here, command)]).toEqual([command, after, 'deny']);
    }
    const excused = here.audit().flatMap(({ hits }) => hits.filter((hit) => hit.excused).map(({ rule }) => rule));
    expect(excused).toEqual(['git-force-push', 'git-force-push-shared', 'no-deploy']);
  });

  it.runIf(person)('of many equal calls at one moment exactly one passes', async () => {
    const here = processLab(POLICY);
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

  it.runIf(person && python !== null)(
    'is refused to a program that has detached itself and plays a terminal',
    async () => {
      const here = lab(POLICY);
      const code = await codeOf(here, 'deploy a');
      const heard = join(here.home, 'heard');
      const forge = here.write(join(here.home, 'forge.py'), FORGE);
      const line = ['-i', ...Object.entries(here.env).map(([name, value]) => `${name}=${value}`)];
      const detached = [
        'setsid',
        '-f',
        python ?? '',
        forge,
        heard,
        code,
        process.execPath,
        HOOKCTL,
        'allow-once',
        code,
      ];
      await run('env', [...line, ...detached], { env: { ...here.env, CLAUDECODE: '1' }, cwd: here.project });
      await vi.waitUntil(() => existsSync(heard), { timeout: 20_000 });
      expect(readFileSync(heard, 'utf8')).toMatch(
        /refused: its terminal is played by a program \(python3[.\d]*,\s+process\s+\d+\)/,
      );
      expect(await verdict(here, 'deploy a')).toBe('deny');
    },
  );

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
