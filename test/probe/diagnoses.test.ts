import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { ProbeReport } from '../../src/probe/probe.ts';
import { whyNoNamespace } from '../../src/probe/sandbox/namespace.ts';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';

const FIXTURES = join(ROOT, 'test', 'fixtures', 'probe');

/** Programs of the system, not wrappers in somebody's home. */
const ENV = { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, HOME: '/nonexistent' };

interface Fixture {
  project?: string;
  home?: string;
  args?: string[];
}

async function probed(fixture: Fixture): Promise<ProbeReport & { exitCode: number | null }> {
  const root = scratch();
  const project = join(root, 'project');
  const home = join(root, 'home');
  mkdirSync(project);
  mkdirSync(home);
  if (fixture.project !== undefined) cpSync(join(FIXTURES, fixture.project), project, { recursive: true });
  if (fixture.home !== undefined) cpSync(join(FIXTURES, fixture.home), home, { recursive: true });
  const places = ['--project', project, '--home', home];
  const args = ['probe', '--json', ...(fixture.args ?? []), ...places, '--budget', '900', '--time-limit', '60'];
  const { stdout, stderr, exitCode } = await hookctl(args, { env: ENV, cwd: root });
  expect(stderr).toBe('');
  return { ...(JSON.parse(stdout) as ProbeReport), exitCode };
}

/** One line for each guard: what people read in the table, and the diagnoses. How long a run takes depends on the machine. */
function tableOf({ guards }: ProbeReport): string[] {
  return guards.map(({ name, event, matcher, verdict, refuses, reader, dependsOn, diagnoses }) => {
    const ids = diagnoses.map(({ id }) => id).filter((id) => id !== 'slow');
    const facts = [
      `no: ${refuses[0] ?? 'never'}`,
      `reader: ${reader ?? '-'}`,
      `depends on: ${dependsOn.join(', ') || '-'}`,
    ];
    return [name, `${event} ${matcher ?? ''}`.trim(), verdict, ids.join(', '), ...facts].join(' | ');
  });
}

/** The machine may be busy. */
const TIMEOUT = 20 * 60_000;
/** Without namespaces nothing can be planted, and other machines have other answers. */
const NEEDS_NAMESPACES = { skip: whyNoNamespace() !== null };

it('the scripts of the lesson that started this project', { timeout: TIMEOUT, ...NEEDS_NAMESPACES }, async () => {
  const report = await probed({ home: 'lesson-home' });
  expect(tableOf(report)).toEqual([
    'doom-loop-detector.sh | PostToolUse Edit|Write | ineffective | never-fires, wrong-place, exit-code-does-not-block, counts-all-sessions | no: never | reader: model | depends on: -',
    'read-limit-guard.sh | PreToolUse Read | ineffective | never-fires, wrong-place | no: never | reader: model | depends on: -',
    'test-gate.sh | Stop | ineffective | never-fires, state-by-process-id, can-loop | no: never | reader: model | depends on: -',
  ]);
  expect(report).toMatchObject({ exitCode: 1, isolation: { kind: 'namespaces' }, notProbed: [], dropped: [] });
});

it('the gate of the lesson that no settings register', { timeout: TIMEOUT, ...NEEDS_NAMESPACES }, async () => {
  const script = join(FIXTURES, 'lesson-home', '.claude', 'hooks', 'coverage-gate.sh');
  const report = await probed({ args: [script, '--event', 'PostToolUse', '--matcher', 'Bash'] });
  expect(tableOf(report)).toEqual([
    'coverage-gate.sh | PostToolUse Bash | ineffective | never-fires, wrong-place | no: never | reader: model | depends on: -',
  ]);
});

it('guards of our own, good and bad', { timeout: TIMEOUT, ...NEEDS_NAMESPACES }, async () => {
  const report = await probed({ project: 'own' });
  expect(tableOf(report)).toEqual([
    'pid-counter.py | PostToolUse Edit|Write | ineffective | never-fires, state-by-process-id | no: never | reader: model | depends on: -',
    'log-edits.sh | PostToolUse Edit|Write | no guard | no-guard | no: never | reader: - | depends on: -',
    'race.sh | PostToolUse Edit | works | not-safe-in-parallel | no: the same call, from the 4th time on | reader: model | depends on: -',
    'no-force-push.sh | PreToolUse Bash | works | works | no: Bash: git push --force | reader: model | depends on: tool_input.command',
    'no-moon.mjs | PreToolUse Bash | works | works | no: Bash: moonctl launch | reader: model | depends on: tool_input.command',
    'exit-1.sh | PreToolUse Bash | ineffective | never-fires, exit-code-does-not-block | no: never | reader: - | depends on: tool_input.command',
    'reason-on-stdout.py | PreToolUse Bash | works | reason-unread | no: Bash: terraform destroy | reader: model | depends on: tool_input.command',
    'missing-program.sh | PreToolUse Bash | ineffective | never-fires, missing-program | no: never | reader: - | depends on: -',
    'camel-case.mjs | PreToolUse Bash | ineffective | never-fires, wrong-place | no: never | reader: model | depends on: -',
    'unquoted.sh | PreToolUse Bash | ineffective | fails-in-a-directory-with-a-space | no: Bash: docker system prune | reader: model | depends on: tool_input.command',
    'says-nothing.sh | PreToolUse Bash | ineffective | never-fires, reason-unread | no: never | reader: - | depends on: tool_input.command',
    'migrations.py | PreToolUse Edit|Write | works | works | no: Edit: /ledger/schema-1.sql | reader: model | depends on: tool_input.file_path',
    'always.mjs | PreToolUse Write | ineffective | fires-on-everything | no: Write: hookctl-probe/small.txt | reader: model | depends on: -',
    'budget.py | PreToolUse WebFetch | works | works | no: the same call, from the 10th time on | reader: model | depends on: -',
    'no-force-push.sh | PreToolUse bash | ineffective | never-runs | no: never | reader: - | depends on: -',
    'checks-before-stop.sh | Stop | works | works | no: Stop | reader: model | depends on: -',
    'stop-loop.py | Stop | ineffective | can-loop | no: Stop | reader: model | depends on: -',
  ]);
  expect(report.notProbed.map(({ type, why }) => `${type}: ${why}`)).toEqual([
    'http: an HTTP server cannot be put into a sandbox',
    'prompt: a model would be asked',
  ]);
  expect(report.exitCode).toBe(1);
});
