import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { closedCommand, NO_ANSWER } from '../../src/adapters/register/closed-command.ts';

const room = mkdtempSync(join(tmpdir(), 'hookctl-closed-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** As an agent starts a hook: by a shell, the payload on standard input; it waits until the pipes are closed. */
function start(command: string, shell = '/bin/sh'): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(shell, ['-c', command], { cwd: room });
    const ended: Ended = { exitCode: null, stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (ended.stdout += String(data)));
    child.stderr.on('data', (data) => (ended.stderr += String(data)));
    child.stdin.on('error', () => undefined);
    child.stdin.end('{"tool_name":"Bash"}\n');
    child.on('close', (exitCode) => resolve({ ...ended, exitCode }));
  });
}

function program(name: string, body: string): string {
  const file = join(room, name);
  writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return file;
}

const refused = (stdout = ''): unknown => ({
  exitCode: 2,
  stdout,
  stderr: expect.stringContaining(NO_ANSWER) as string,
});

it.each<[string, string, unknown]>([
  ['an answer', 'cat; echo "$@"', { exitCode: 0, stdout: '{"tool_name":"Bash"}\n--agent it\'s\n', stderr: '' }],
  ['silence', 'cat >/dev/null', { exitCode: 0, stdout: '', stderr: '' }],
  ['a warning', 'echo careful >&2', { exitCode: 0, stdout: '', stderr: 'careful\n' }],
  ['a refusal', 'echo "{}"; echo no >&2; exit 2', { exitCode: 2, stdout: '{}\n', stderr: 'no\n' }],
  ['exit 1', 'echo broken >&2; exit 1', refused()],
  ['another exit code', 'exit 3', refused()],
  ['a signal', 'kill -KILL $$', refused()],
  ['a hang', 'exec sleep 60', refused()],
  ['a hang after half an answer', 'printf "{"; exec sleep 60', refused('{')],
  ['a hang that ignores polite signals', "trap '' TERM INT HUP; while :; do :; done", refused()],
])('%s', async (what, body, expected) => {
  const command = closedCommand([program(what.replaceAll(' ', '-'), body), '--agent', "it's"], 1);
  expect(await start(command)).toEqual(expected);
});

it('a program that is gone, or is none', async () => {
  const text = join(room, 'text');
  writeFileSync(text, 'no program');
  expect(await start(closedCommand([join(room, 'gone')]))).toEqual(refused());
  expect(await start(closedCommand([text]))).toEqual(refused());
});

it('also in bash, and below a path with blanks and quotes', async () => {
  const file = program(`a "b' $c`, 'cat >/dev/null; exit 1');
  expect(await start(closedCommand([file]), '/bin/bash')).toEqual(refused());
});

it('leaves no process behind: the watchdog ends long before its deadline', async () => {
  const command = closedCommand([program('quick', 'cat')], 60);
  // Several at once, since the watchdog may be told to end at any moment of its start.
  const groups = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const child = spawn('/bin/sh', ['-c', command], { detached: true, stdio: 'ignore' });
      await new Promise((resolve) => child.on('close', resolve));
      return child.pid ?? 0;
    }),
  );
  // A busy machine takes seconds to clear away what has ended.
  await vi.waitFor(() => expect(groups.filter(isGroupLeft)).toEqual([]), { timeout: 30_000, interval: 20 });
});

function isGroupLeft(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}
