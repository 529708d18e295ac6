import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookctl } from '../support/hookctl.ts';
import { type Answer, type Lab, lab } from '../support/dispatcher.ts';
import { bash, edited, failedBash, ranBash, STOP } from '../support/payloads.ts';

const reason = (answer: Answer | null) => answer?.hookSpecificOutput?.permissionDecisionReason ?? answer?.reason ?? '';
const permission = (answer: Answer | null) => answer?.hookSpecificOutput?.permissionDecision ?? null;
const kind = (answer: Answer | null) =>
  answer === null
    ? 'none'
    : answer.decision === 'block'
      ? 'block'
      : answer.hookSpecificOutput?.additionalContext !== undefined
        ? 'warn'
        : 'other';
async function edits(here: Lab, times: number, path = 'src/a.ts', more: object = {}): Promise<string[]> {
  const kinds: string[] = [];
  for (let i = 0; i < times; i++) kinds.push(kind(await here.answer(edited(path, more))));
  return kinds;
}

describe('hard rules', () => {
  it('the message about eight edits is there, word for word', async () => {
    const here = lab();
    await edits(here, 7);
    expect(reason(await here.answer(edited('src/a.ts')))).toContain(
      'BLOCKED: File has been edited 8 times. Stop and ask the user for guidance.',
    );
  });

  it('tests must pass, files cannot be edited for ever, some commands need a yes', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    expect((await here.answer(STOP))?.decision).toBe('block');
    expect((await edits(here, 7)).at(-1)).toBe('block');
    expect(permission(await here.answer(bash('git push --force origin feature')))).toBe('ask');
  });

  it('every refusal has a reason in the field the model reads', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    const stop = await here.answer(STOP);
    const before = await here.answer(bash('rm -rf /'));
    expect(stop?.reason?.length).toBeGreaterThan(20);
    expect(before?.hookSpecificOutput?.permissionDecisionReason?.length).toBeGreaterThan(20);
  });

  it('a warning about a file outside src/ reaches model and user, and nothing is blocked', async () => {
    const here = lab(`policy: 1
rules:
  only-src:
    before: write
    when: { not: { path: "src/**" } }
    deny: "WARNING: Editing a file outside the expected src/ directory."
    mode: warn
`);
    const edit = (file_path: string) => ({
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path },
    });
    const answer = await here.answer(edit('README.md'));
    expect(answer?.hookSpecificOutput?.additionalContext).toContain(
      'WARNING: Editing a file outside the expected src/ directory.',
    );
    expect(answer?.systemMessage).toContain('WARNING: Editing a file outside');
    expect(permission(answer)).toBe(null);
    expect(await here.answer(edit('src/a.ts'))).toBe(null);
  });
});

describe('test gate', () => {
  it('a stop is refused after an edit of a source without a test run', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    expect((await here.answer(STOP))?.decision).toBe('block');
  });

  it('two processes share the memory of a session, two sessions share none', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    expect((await here.answer(STOP))?.decision).toBe('block');
    expect(await here.answer({ ...STOP, session_id: 's2' })).toBe(null);
    expect(readdirSync(join(here.state, 'sessions')).sort()).toContain('s1.jsonl');
  });

  it('no edits: silence', async () => {
    expect(await lab().answer(STOP)).toBe(null);
  });

  it('the refusal counts distinct files and says both sentences', async () => {
    const here = lab();
    for (const path of ['src/a.ts', 'src/a.ts', 'src/b.ts']) await here.answer(edited(path));
    expect((await here.answer(STOP))?.reason).toContain(
      'BLOCKED: 2 source files were edited but tests have not been run.\nRun the test suite before ending this session.',
    );
  });

  it('an edit after the test run is refused, in the same second, too', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    await here.answer(ranBash('npm test', 'ok'));
    await here.answer(edited('src/a.ts'));
    expect((await here.answer(STOP))?.reason).toContain(
      'BLOCKED: Source files were edited after the last test run.\nRe-run tests to verify your changes before closing.',
    );
  });

  it('edit, passing test, stop: silence', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    await here.answer(ranBash('npm test', 'ok'));
    expect(await here.answer(STOP)).toBe(null);
  });

  it.each(['npm test', 'pytest -q', 'go test ./...', 'cargo test'])('%s counts as a test run', async (command) => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    await here.answer(ranBash(command, 'ok'));
    expect(await here.answer(STOP)).toBe(null);
  });

  it('naming a test runner is no test run, and a failing run has not passed', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    for (const command of ['echo pytest', 'grep -rn pytest x']) await here.answer(ranBash(command));
    await here.answer(failedBash('npm test', 'Exit code 1\n1 failing'));
    expect((await here.answer(STOP))?.decision).toBe('block');
  });

  it.each([
    ['Edit', edited('src/a.ts')],
    [
      'Write',
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Write',
        tool_input: { file_path: 'src/a.ts', content: 'x' },
        tool_response: {},
      },
    ],
    [
      'MultiEdit',
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'MultiEdit',
        tool_input: { file_path: 'src/a.ts', edits: [] },
        tool_response: {},
      },
    ],
    ['a redirect', ranBash('echo x > src/a.ts')],
    ['sed -i', ranBash('sed -i s/a/b/ src/a.ts')],
  ])('%s is recorded as an edit of a source', async (_, payload) => {
    const here = lab();
    await here.answer(payload);
    expect((await here.answer(STOP))?.decision).toBe('block');
  });

  it('other files are not sources', async () => {
    const here = lab();
    await here.answer(edited('README.md'));
    expect(await here.answer(STOP)).toBe(null);
  });
});

describe('loop guard', () => {
  it('twenty edits: silent to 4, advice to 7, refused from 8', async () => {
    expect(await edits(lab(), 20)).toEqual([
      ...Array<string>(4).fill('none'),
      ...Array<string>(3).fill('warn'),
      ...Array<string>(13).fill('block'),
    ]);
  });

  it('advice at 5 and a halt at 8, on Edit and Write', async () => {
    const here = lab();
    await edits(here, 4);
    const write = {
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'src/a.ts', content: 'x' },
      tool_response: {},
    };
    expect(kind(await here.answer(write))).toBe('warn');
    await edits(here, 2);
    expect(kind(await here.answer(write))).toBe('block');
  });

  it('no path: no output; no JSON: an answer and no stack trace', async () => {
    const here = lab();
    expect(
      await here.answer({ hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: {}, tool_response: {} }),
    ).toBe(null);
    const { stdout, stderr, exitCode } = await here.hook('{"tool_name": "Edit", ');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).not.toMatch(/\bat .*:\d+:\d+\)/);
  });

  it('counters are kept by whole path, and a planted link is not followed', async () => {
    const here = lab();
    await edits(here, 4, 'src/a.ts');
    expect(await edits(here, 1, 'src/b.ts')).toEqual(['none']);
    const victim = join(here.home, 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(here.state, 'sessions', 's9.jsonl'));
    const answer = await here.answer(edited('src/a.ts', { session_id: 's9' }));
    expect(answer?.systemMessage).toContain('cannot remember this session');
    expect(execFileSync('cat', [victim], { encoding: 'utf8' })).toBe('precious');
  });

  it('the n-th call shows n', async () => {
    const here = lab();
    await edits(here, 4);
    for (const n of [5, 6, 7])
      expect((await here.answer(edited('src/a.ts')))?.systemMessage).toContain(`has been edited ${n} times`);
  });

  it('the eighth edit is refused, word for word; another session starts at one', async () => {
    const here = lab();
    await edits(here, 7);
    const answer = await here.answer(edited('src/a.ts'));
    expect(answer?.decision).toBe('block');
    expect(answer?.reason).toContain(
      "LOOP DETECTED: 'src/a.ts' has been edited 8 times in this session.\nYou may be stuck. Stop and ask the user how to proceed.",
    );
    expect(await edits(here, 1, 'src/a.ts', { session_id: 's2' })).toEqual(['none']);
  });

  it('the fifth edit: exit 0 and an advisory the model reads', async () => {
    const here = lab();
    await edits(here, 4);
    expect((await here.answer(edited('src/a.ts')))?.hookSpecificOutput?.additionalContext).toContain(
      "ADVISORY: 'src/a.ts' has been edited 5 times. Consider whether you are making progress.",
    );
  });

  it('below five: nothing', async () => {
    expect(await edits(lab(), 4)).toEqual(['none', 'none', 'none', 'none']);
  });

  it('explain shows both rules at the eighth edit, and that deny won', async () => {
    const here = lab();
    await edits(here, 7);
    const { stdout } = await hookctl(['explain', '--payload', '-', '--json'], {
      stdin: JSON.stringify({ session_id: 's1', cwd: here.project, ...edited('src/a.ts') }),
      env: here.env,
      cwd: here.project,
    });
    const told = JSON.parse(stdout) as { verdict: string; rules: { rule: string; outcome: string }[] };
    expect(told.verdict).toBe('deny');
    expect(
      told.rules
        .filter(({ outcome }) => outcome === 'hit')
        .map(({ rule }) => rule)
        .sort(),
    ).toEqual(['loop-advice', 'loop-stop']);
  });
});
