import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FiredHook, fireHook, playFiredHook, SCRIPTS } from './fire-hook.ts';

const script = (name: string): string => join(SCRIPTS, name);
const MIB = 1024 * 1024;
const MOST_MB = 300;
const GRACE = { timeout: 180_000 };

/** A handler as it is reported when all goes well; `args` only in exec form. */
const reported = (command: string, fields: object = {}) => ({
  type: 'command',
  command,
  source: 'project',
  file: '/.claude/settings.json',
  matcher: null,
  if: null,
  ran: true,
  skipped: null,
  outcome: 'success',
  exitCode: 0,
  signal: null,
  status: null,
  stdout: '',
  stderr: '',
  timedOut: false,
  notice: null,
  noVerdict: false,
  ...fields,
});

const LATE = { outcome: 'cancelled', exitCode: null, timedOut: true, notice: 'timed out', noVerdict: true };
const blocked = (fields: object) => ({ outcome: 'blocking-error', exitCode: 2, ...fields });
const failed = (fields: object) => ({ outcome: 'non-blocking-error', noVerdict: true, ...fields });

/** Whole handler, decision, and what is left of it. */
function seen({ handler, report, survivors, stderr }: FiredHook) {
  return { handler, proceeds: report.proceeds, reason: report.reason, survivors, stderr };
}
const expected = (handler: object, proceeds: boolean, reason: string | null = null) => ({
  handler,
  proceeds,
  reason,
  survivors: [],
  stderr: '',
});

beforeAll(() => {
  // Git keeps the bit, a download of the sources may not.
  chmodSync(script('not-executable.sh'), 0o644);
  for (const name of ['blocks.sh', 'binary-junk', 'no-shebang.sh', 'crlf.sh']) chmodSync(script(name), 0o755);
});

describe.runIf(process.platform === 'linux')('hooks that do not end', () => {
  it.each<[string, object]>([
    ['ignores-sigterm.sh', { stdout: 'started\n' }],
    ['forks-daemon-and-hangs.sh', { signal: 'SIGTERM' }],
    ['leaves-zombies.sh', { signal: 'SIGTERM' }],
    ['changes-its-group.sh', { signal: 'SIGTERM', stdout: 'in another session\n' }],
    ['handles-sigterm.sh', { exitCode: 2, stderr: 'bye\n' }],
  ])('%s is ended at its timeout, and all it started', async (name, facts) => {
    const command = script(name);
    const fired = await fireHook({ command, args: [], timeout: 1 });
    expect(seen(fired)).toEqual(expected(reported(command, { args: [], ...LATE, ...facts }), true));
  });

  it('prints-async-then-hangs.sh: goes on in the background, and ends with the agent', async () => {
    const command = script('prints-async-then-hangs.sh');
    const fired = await fireHook({ command, args: [] }, { args: ['--settle', '0.1'] });
    const handler = reported(command, {
      args: [],
      outcome: 'async',
      exitCode: null,
      stdout: '{"async":true}\n',
      notice: 'ended: the agent does not wait for it',
    });
    expect(seen(fired)).toEqual(expected(handler, true));
  });

  it('a hook that must not fail open blocks when it is late', async () => {
    const command = script('ignores-sigterm.sh');
    const { report, survivors } = await fireHook({ command, timeout: 1, onFailure: 'block' });
    expect({ proceeds: report.proceeds, reason: report.reason, survivors }).toEqual({
      proceeds: false,
      reason: 'timed out; blocking because onFailure is "block"',
      survivors: [],
    });
  });
});

describe.runIf(process.platform === 'linux')('hooks that leave something behind', () => {
  it('forks-daemon.sh: the daemon is found in its own session', async () => {
    const command = script('forks-daemon.sh');
    expect(seen(await fireHook({ command }))).toEqual(expected(reported(command), true));
  });

  it('clears-its-environment.sh: the child is found in its process group', async () => {
    const command = script('clears-its-environment.sh');
    expect(seen(await fireHook({ command }))).toEqual(expected(reported(command), true));
  });

  it('holds-stdout.sh: a child with the streams open does not hold the answer', async () => {
    const command = script('holds-stdout.sh');
    expect(seen(await fireHook({ command }))).toEqual(
      expected(reported(command, blocked({ stderr: 'no\n' })), false, 'no'),
    );
  });

  it('closes-stdout-and-continues.sh: the end of its output is not its end', async () => {
    const command = script('closes-stdout-and-continues.sh');
    const fired = await fireHook({ command });
    expect(seen(fired)).toEqual(expected(reported(command, blocked({})), false, 'No stderr output'));
    expect(fired.left).toEqual(['finished']);
  });
});

describe.runIf(process.platform === 'linux')('hooks that write too much or read too little', () => {
  const sizes = (fired: FiredHook) => {
    const { handler, ...rest } = seen(fired);
    return { ...rest, handler: { ...handler, stdout: handler.stdout.length, stderr: handler.stderr.length } };
  };
  const CUT = 'output was cut at 8 MiB';

  it.each(['floods-stdout.sh', 'floods-stdout-late-lines.sh'])(
    '%s: 8 MiB are kept, in bounded memory',
    GRACE,
    async (name) => {
      const command = script(name);
      const fired = await fireHook({ command });
      const handler = reported(command, { stdout: 8 * MIB, stderr: 0, notice: CUT });
      expect(sizes(fired)).toEqual({ handler, proceeds: true, reason: null, survivors: [], stderr: '' });
      expect(fired.peakMb).toBeGreaterThan(0);
      expect(fired.peakMb).toBeLessThan(MOST_MB);
    },
  );

  it('writes-byte-by-byte.sh: small pieces cost no more than large ones', GRACE, async () => {
    const command = script('writes-byte-by-byte.sh');
    const fired = await fireHook({ command });
    const handler = reported(command, { stdout: 4_000_000, stderr: 0 });
    expect(sizes(fired)).toEqual({ handler, proceeds: true, reason: null, survivors: [], stderr: '' });
    expect(fired.peakMb).toBeLessThan(MOST_MB);
  });

  it('floods-stderr.sh: still blocks, in bounded memory', GRACE, async () => {
    const command = script('floods-stderr.sh');
    const fired = await fireHook({ command });
    const handler = reported(command, blocked({ stdout: 0, stderr: 8 * MIB, notice: CUT }));
    expect({ ...sizes(fired), reason: fired.report.reason?.slice(0, 13) }).toEqual({
      handler,
      proceeds: false,
      reason: 'floods-stderr',
      survivors: [],
      stderr: '',
    });
    expect(fired.peakMb).toBeLessThan(MOST_MB);
  });

  it('closes-stdin.sh: 20 MB of payload that nobody reads are no error', async () => {
    const command = script('closes-stdin.sh');
    const fired = await fireHook({ command }, { fields: { tool_input: { command: 'x'.repeat(20 * MIB) } } });
    expect(seen(fired)).toEqual(expected(reported(command, { stdout: 'ignored-input\n' }), true));
  });
});

describe.runIf(process.platform === 'linux')('hooks whose answer is lost', () => {
  const HALF = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"';
  it('half-json.sh: half a deny is plain text, and the call goes ahead', async () => {
    const command = script('half-json.sh');
    expect(seen(await playFiredHook({ command }))).toEqual(expected(reported(command, { stdout: HALF }), true));
    // Documented: not even onFailure closes this one.
    expect((await playFiredHook({ command, onFailure: 'block' })).report.proceeds).toBe(true);
  });

  it('prints-banner.sh: a banner before the deny makes it plain text', async () => {
    const command = script('prints-banner.sh');
    const stdout = `Welcome to this machine!\n${HALF}}}\n`;
    expect(seen(await playFiredHook({ command }))).toEqual(expected(reported(command, { stdout }), true));
  });

  it('dies-by-signal.sh: no verdict, and the call goes ahead', async () => {
    const command = script('dies-by-signal.sh');
    const facts = failed({
      exitCode: null,
      signal: 'SIGSEGV',
      notice: 'killed by SIGSEGV does not block: No stderr output',
    });
    expect(seen(await playFiredHook({ command, args: [] }))).toEqual(
      expected(reported(command, { args: [], ...facts }), true),
    );
  });

  it('denies-and-dies.sh: what it printed before counts', async () => {
    const command = script('denies-and-dies.sh');
    const stdout = '{"decision":"block","reason":"last words"}';
    const facts = { args: [], exitCode: null, signal: 'SIGKILL', stdout };
    expect(seen(await playFiredHook({ command, args: [] }))).toEqual(
      expected(reported(command, facts), false, 'last words'),
    );
  });
});

describe.runIf(process.platform === 'linux')('hooks that cannot be started fail open', () => {
  it.each<[string, number, RegExp]>([
    ['missing.sh', 127, /missing\.sh: not found|missing\.sh: No such file/],
    ['not-executable.sh', 126, /Permission denied/],
    ['.', 126, /Permission denied|Is a directory/i],
    ['missing-interpreter.sh', 127, /not found|bad interpreter/],
    ['crlf.sh', 127, /not found|bad interpreter|required file/],
  ])('%s in the shell: exit %d', async (name, exitCode, message) => {
    const command = script(name);
    const fired = await playFiredHook({ command });
    const { stderr } = fired.handler;
    expect(stderr).toMatch(message);
    const notice = `exit code ${exitCode} does not block: ${stderr.trim()}`;
    expect(seen(fired)).toEqual(expected(reported(command, failed({ exitCode, stderr, notice })), true));
  });

  it.each<[string, string]>([
    ['missing.sh', "ENOENT: no such file '@'"],
    ['not-executable.sh', "EACCES: '@' is not executable"],
    ['.', "EACCES: '@' is a directory"],
    ['no-shebang.sh', "ENOEXEC: '@' is neither a program nor a script with #!"],
    ['binary-junk', "ENOEXEC: '@' is neither a program nor a script with #!"],
    ['missing-interpreter.sh', 'spawn @ ENOENT'],
    ['crlf.sh', 'spawn @ ENOENT'],
  ])('%s without a shell: %s', async (name, problem) => {
    const command = script(name);
    const message = problem.replace('@', command);
    const facts = { args: [], exitCode: null, stderr: message, notice: `could not be started: ${message}` };
    expect(seen(await playFiredHook({ command, args: [] }))).toEqual(expected(reported(command, failed(facts)), true));
    const closed = await playFiredHook({ command, args: [], onFailure: 'block' });
    expect(closed.report).toMatchObject({
      proceeds: false,
      reason: `failed; blocking because onFailure is "block"\n${message}`,
    });
  });

  it('no-shebang.sh in the shell is run by it', async () => {
    const command = script('no-shebang.sh');
    expect(seen(await playFiredHook({ command }))).toEqual(
      expected(reported(command, blocked({ stderr: 'no\n' })), false, 'no'),
    );
  });

  it('binary-junk in the shell is an error of the shell', async () => {
    const { handler, report, survivors } = await playFiredHook({ command: script('binary-junk') });
    expect([126, 127]).toContain(handler.exitCode);
    expect({ outcome: handler.outcome, noVerdict: handler.noVerdict, proceeds: report.proceeds, survivors }).toEqual({
      outcome: 'non-blocking-error',
      noVerdict: true,
      proceeds: true,
      survivors: [],
    });
  });

  it('a working directory that is gone is replaced by the project', async () => {
    const { handler } = await playFiredHook({ command: 'pwd' }, { fields: { cwd: '/nonexistent/dir' } });
    expect(handler.stdout).toMatch(/\/project\n$/);
  });
});
