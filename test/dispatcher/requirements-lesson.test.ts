import { nodeSystem } from '../../src/system/node/system.ts';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { type Answer, bash, edited, failedBash, type Lab, lab, ranBash, STOP } from './support/dispatcher.ts';

/** Seed 2 (the lesson), R59–R93 and R103–R108, on the built hook with no policy file: the pack `default`. R62 is the runtime's (`hookctl fire`). */
const read = (tool_input: object) => ({ hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input });
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
  it('R59 the message about eight edits is there, word for word', async () => {
    const here = lab();
    await edits(here, 7);
    expect(reason(await here.answer(edited('src/a.ts')))).toContain(
      'BLOCKED: File has been edited 8 times. Stop and ask the user for guidance.',
    );
  });

  it('R60 tests must pass, files cannot be edited for ever, some commands need a yes', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    expect((await here.answer(STOP))?.decision).toBe('block');
    expect((await edits(here, 7)).at(-1)).toBe('block');
    expect(permission(await here.answer(bash('git push --force origin feature')))).toBe('ask');
  });

  it('R61 every refusal has a reason in the field the model reads', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    const stop = await here.answer(STOP);
    const before = await here.answer(bash('rm -rf /'));
    expect(stop?.reason?.length).toBeGreaterThan(20);
    expect(before?.hookSpecificOutput?.permissionDecisionReason?.length).toBeGreaterThan(20);
  });

  it('R63 a warning about a file outside src/ reaches model and user, and nothing is blocked', async () => {
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
  it('R64 a stop is refused after an edit of a source without a test run', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    expect((await here.answer(STOP))?.decision).toBe('block');
  });

  it('R65 two processes share the memory of a session, two sessions share none', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    expect((await here.answer(STOP))?.decision).toBe('block');
    expect(await here.answer({ ...STOP, session_id: 's2' })).toBe(null);
    expect(readdirSync(join(here.state, 'sessions')).sort()).toContain('s1.jsonl');
  });

  it('R66 no edits: silence', async () => {
    expect(await lab().answer(STOP)).toBe(null);
  });

  it('R67 the refusal counts distinct files and says both sentences', async () => {
    const here = lab();
    for (const path of ['src/a.ts', 'src/a.ts', 'src/b.ts']) await here.answer(edited(path));
    expect((await here.answer(STOP))?.reason).toContain(
      'BLOCKED: 2 source files were edited but tests have not been run.\nRun the test suite before ending this session.',
    );
  });

  it('R68 an edit after the test run is refused, in the same second, too', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    await here.answer(ranBash('npm test', 'ok'));
    await here.answer(edited('src/a.ts'));
    expect((await here.answer(STOP))?.reason).toContain(
      'BLOCKED: Source files were edited after the last test run.\nRe-run tests to verify your changes before closing.',
    );
  });

  it('R69 edit, passing test, stop: silence', async () => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    await here.answer(ranBash('npm test', 'ok'));
    expect(await here.answer(STOP)).toBe(null);
  });

  it.each(['npm test', 'pytest -q', 'go test ./...', 'cargo test'])('R70 %s counts as a test run', async (command) => {
    const here = lab();
    await here.answer(edited('src/a.ts'));
    await here.answer(ranBash(command, 'ok'));
    expect(await here.answer(STOP)).toBe(null);
  });

  it('R70 naming a test runner is no test run, and a failing run has not passed', async () => {
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
  ])('R71 %s is recorded as an edit of a source', async (_, payload) => {
    const here = lab();
    await here.answer(payload);
    expect((await here.answer(STOP))?.decision).toBe('block');
  });

  it('R71 other files are not sources', async () => {
    const here = lab();
    await here.answer(edited('README.md'));
    expect(await here.answer(STOP)).toBe(null);
  });
});

describe('loop guard', () => {
  it('R72 twenty edits: silent to 4, advice to 7, refused from 8', async () => {
    expect(await edits(lab(), 20)).toEqual([
      ...Array<string>(4).fill('none'),
      ...Array<string>(3).fill('warn'),
      ...Array<string>(13).fill('block'),
    ]);
  });

  it('R73 advice at 5 and a halt at 8, on Edit and Write', async () => {
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

  it('R74 no path: no output; no JSON: an answer and no stack trace', async () => {
    const here = lab();
    expect(
      await here.answer({ hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: {}, tool_response: {} }),
    ).toBe(null);
    const { stdout, stderr, exitCode } = await here.hook('{"tool_name": "Edit", ');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).not.toMatch(/\bat .*:\d+:\d+\)/);
  });

  it('R75 counters are kept by whole path, and a planted link is not followed', async () => {
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

  it('R76 the n-th call shows n', async () => {
    const here = lab();
    await edits(here, 4);
    for (const n of [5, 6, 7])
      expect((await here.answer(edited('src/a.ts')))?.systemMessage).toContain(`has been edited ${n} times`);
  });

  it('R77 the eighth edit is refused in the words of the lesson; another session starts at one', async () => {
    const here = lab();
    await edits(here, 7);
    const answer = await here.answer(edited('src/a.ts'));
    expect(answer?.decision).toBe('block');
    expect(answer?.reason).toContain(
      "LOOP DETECTED: 'src/a.ts' has been edited 8 times in this session.\nYou may be stuck. Stop and ask the user how to proceed.",
    );
    expect(await edits(here, 1, 'src/a.ts', { session_id: 's2' })).toEqual(['none']);
  });

  it('R78 the fifth edit: exit 0 and an advisory the model reads', async () => {
    const here = lab();
    await edits(here, 4);
    expect((await here.answer(edited('src/a.ts')))?.hookSpecificOutput?.additionalContext).toContain(
      "ADVISORY: 'src/a.ts' has been edited 5 times. Consider whether you are making progress.",
    );
  });

  it('R79 below five: nothing', async () => {
    expect(await edits(lab(), 4)).toEqual(['none', 'none', 'none', 'none']);
  });

  it('R80 explain shows both rules at the eighth edit, and that deny won', async () => {
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

describe('read limit', () => {
  const withFile = (lines: number, end = '\n') => {
    const here = lab();
    return { here, path: here.write('big.log', Array(lines).fill('x').join('\n') + end) };
  };

  it('R81 more than 2000 lines without offset and limit are refused', async () => {
    const { here, path } = withFile(2500);
    expect(permission(await here.answer(read({ file_path: path })))).toBe('deny');
  });

  it('R82 file_path, offset and limit are read from the event', async () => {
    const { here, path } = withFile(2500);
    expect(await here.answer(read({ file_path: path, offset: 1, limit: 50 }))).toBe(null);
    expect(permission(await here.answer(read({ file_path: 'big.log' })))).toBe('deny');
  });

  it('R83 passes without a path, with offset (0, too) or limit, and for what is no regular file', async () => {
    const { here, path } = withFile(2500);
    const fifo = join(here.project, 'pipe');
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', fifo]);
    mkdirSync(join(here.project, 'folder'));
    for (const input of [
      {},
      { file_path: path, offset: 0 },
      { file_path: path, limit: 5 },
      { file_path: join(here.project, 'folder') },
      { file_path: fifo },
      { file_path: join(here.project, 'missing') },
    ])
      expect(await here.answer(read(input))).toBe(null);
  });

  it('R84 lines are counted as wc -l does, strictly more than 2000, and a gigabyte is not read', async () => {
    const verdict = async (lines: number, end: string) => {
      const { here, path } = withFile(lines, end);
      return permission(await here.answer(read({ file_path: path })));
    };
    expect([await verdict(2000, '\n'), await verdict(2001, '\n'), await verdict(2001, '')]).toEqual([
      null,
      'deny',
      null,
    ]);
    const { here, path } = withFile(2500);
    truncateSync(path, 1024 ** 3);
    expect(permission(await here.answer(read({ file_path: path })))).toBe('deny');
    const { createWorld } = await import('../../src/system/facts/world.ts');
    const world = createWorld(nodeSystem, { env: {}, home: here.home });
    const started = performance.now();
    expect(world.lines(path, 2000)).toMatchObject({ exact: false });
    expect(performance.now() - started).toBeLessThan(50);
  });

  it('R85 the refusal in the words of the lesson', async () => {
    const { here, path } = withFile(2500);
    expect(reason(await here.answer(read({ file_path: path })))).toContain(
      `BLOCKED: 'big.log' has 2500 lines (limit: 2000 per Read call).\nUse offset and limit parameters to read this file in chunks.`,
    );
  });
});

describe('coverage gate', () => {
  it('R86 below, below, at the threshold: refused, refused, silent', async () => {
    const here = lab();
    const kinds: string[] = [];
    for (const percent of [70, 89, 90])
      kinds.push(kind(await here.answer(ranBash('pytest --cov', `TOTAL 100 9 ${percent}%`))));
    expect(kinds).toEqual(['block', 'block', 'none']);
  });

  it('R87 the refusal names the number and what to do', async () => {
    const answer = await lab().answer(ranBash('pytest --cov', 'TOTAL 100 20 80%'));
    expect(answer?.reason).toContain('80%');
    expect(answer?.reason).toContain('Write tests');
  });

  it.each([
    ['pytest -q', 'block'],
    ['python -m pytest', 'block'],
    ['uv run pytest', 'block'],
    ['echo pytest', 'none'],
    ['pip install pytest', 'none'],
  ])('R88 %s: %s', async (command, expected) => {
    expect(kind(await lab().answer(ranBash(command, 'TOTAL 1 1 10%')))).toBe(expected);
  });

  it('R89 the output is found in tool_response and in the error of a failed run', async () => {
    const here = lab();
    expect(kind(await here.answer(ranBash('pytest', 'TOTAL 1 1 10%')))).toBe('block');
    expect(reason(await here.answer(failedBash('pytest', 'Exit code 1\nTOTAL 1 1 10%')))).toContain(
      'COVERAGE GATE FAILED: 10%',
    );
  });

  it.each([
    ['TOTAL 100 11 89%', 'block'],
    ['TOTAL 100 11 89.50%', 'block'],
    ['TOTAL 100 11 89.95%', 'block'],
    ['TOTAL 100 0 100%', 'none'],
    ['TOTAL 1 1 10%\nTOTAL 100 0 95%', 'none'],
    ['TOTAL 1 1 95%\nTOTAL 100 0 10%', 'block'],
  ])('R90 %j: %s', async (output, expected) => {
    expect(kind(await lab().answer(ranBash('pytest --cov', output)))).toBe(expected);
  });

  it('R91 89 is refused in the words of the lesson, 90 is not', async () => {
    const here = lab();
    expect((await here.answer(ranBash('pytest', 'TOTAL 100 11 89%')))?.reason).toContain(
      'COVERAGE GATE FAILED: 89% < 90% minimum.\nWrite tests to cover the uncovered lines before proceeding.',
    );
    expect(await here.answer(ranBash('pytest', 'TOTAL 100 10 90%'))).toBe(null);
  });

  it('R92 no coverage line: silence', async () => {
    expect(await lab().answer(ranBash('pytest', '12 passed in 0.3s'))).toBe(null);
  });

  it('R93 said often enough, the refusal sends the agent to the person', async () => {
    const here = lab();
    const reasons: string[] = [];
    for (let i = 0; i < 7; i++) reasons.push(reason(await here.answer(ranBash('pytest', 'TOTAL 100 20 80%'))));
    expect(reasons[0]).not.toContain('Stop and ask the user');
    expect(reasons[6]).toContain('ask the user how to proceed');
  });
});

describe('the drill', () => {
  // R103 and R105 (directories and settings that `hookctl install` writes) belong to the installer; R108 needs a live model.
  it('R104 the detector comes with the product', async () => {
    const { stdout } = await hookctl(['packs', '--json']);
    const { packs } = JSON.parse(stdout) as { packs: { name: string; rules: { id: string }[] }[] };
    expect(packs.find(({ name }) => name === 'quality-gates')?.rules.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['loop-advice', 'loop-stop']),
    );
  });

  it('R106 the same event five times: the fifth has context for the model', async () => {
    const here = lab();
    const golden = JSON.parse(
      execFileSync('cat', [join(ROOT, 'test/fixtures/claude-code-2.1.325/PostToolUse.Edit.json')], {
        encoding: 'utf8',
      }),
    ) as object;
    const kinds: string[] = [];
    for (let i = 0; i < 5; i++) kinds.push(kind(await here.answer(golden)));
    expect(kinds).toEqual(['none', 'none', 'none', 'none', 'warn']);
  });

  it('R107 three more, and the eighth is refused', async () => {
    expect((await edits(lab(), 8)).slice(4)).toEqual(['warn', 'warn', 'warn', 'block']);
  });
});
