import { nodeSystem } from '../../src/system/node/system.ts';
import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { type Answer, type Lab, lab } from '../support/dispatcher.ts';
import { before, edited, failedBash, ranBash } from '../support/payloads.ts';

/** The built hook with no policy file: the pack `default`. */
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

describe('read limit', () => {
  const withFile = (lines: number, end = '\n') => {
    const here = lab();
    return { here, path: here.write('big.log', Array(lines).fill('x').join('\n') + end) };
  };

  it('more than 2000 lines without offset and limit are refused', async () => {
    const { here, path } = withFile(2500);
    expect(permission(await here.answer(before('Read', { file_path: path })))).toBe('deny');
  });

  it('file_path, offset and limit are read from the event', async () => {
    const { here, path } = withFile(2500);
    expect(await here.answer(before('Read', { file_path: path, offset: 1, limit: 50 }))).toBe(null);
    expect(permission(await here.answer(before('Read', { file_path: 'big.log' })))).toBe('deny');
  });

  it('passes without a path, with offset (0, too) or limit, and for what is no regular file', async () => {
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
      expect(await here.answer(before('Read', input))).toBe(null);
  });

  it('lines are counted as wc -l does, strictly more than 2000, and a gigabyte is not read', async () => {
    const verdict = async (lines: number, end: string) => {
      const { here, path } = withFile(lines, end);
      return permission(await here.answer(before('Read', { file_path: path })));
    };
    expect([await verdict(2000, '\n'), await verdict(2001, '\n'), await verdict(2001, '')]).toEqual([
      null,
      'deny',
      null,
    ]);
    const { here, path } = withFile(2500);
    truncateSync(path, 1024 ** 3);
    expect(permission(await here.answer(before('Read', { file_path: path })))).toBe('deny');
    const { createWorld } = await import('../../src/system/facts/world.ts');
    const world = createWorld(nodeSystem, { env: {}, home: here.home });
    const started = performance.now();
    expect(world.lines(path, 2000)).toMatchObject({ exact: false });
    expect(performance.now() - started).toBeLessThan(50);
  });

  it('the refusal, word for word', async () => {
    const { here, path } = withFile(2500);
    expect(reason(await here.answer(before('Read', { file_path: path })))).toContain(
      `BLOCKED: 'big.log' has 2500 lines (limit: 2000 per Read call).\nUse offset and limit parameters to read this file in chunks.`,
    );
  });
});

describe('coverage gate', () => {
  it('below, below, at the threshold: refused, refused, silent', async () => {
    const here = lab();
    const kinds: string[] = [];
    for (const percent of [70, 89, 90])
      kinds.push(kind(await here.answer(ranBash('pytest --cov', `TOTAL 100 9 ${percent}%`))));
    expect(kinds).toEqual(['block', 'block', 'none']);
  });

  it('the refusal names the number and what to do', async () => {
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
  ])('%s: %s', async (command, expected) => {
    expect(kind(await lab().answer(ranBash(command, 'TOTAL 1 1 10%')))).toBe(expected);
  });

  it('the output is found in tool_response and in the error of a failed run', async () => {
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
  ])('%j: %s', async (output, expected) => {
    expect(kind(await lab().answer(ranBash('pytest --cov', output)))).toBe(expected);
  });

  it('89 is refused, 90 is not', async () => {
    const here = lab();
    expect((await here.answer(ranBash('pytest', 'TOTAL 100 11 89%')))?.reason).toContain(
      'COVERAGE GATE FAILED: 89% < 90% minimum.\nWrite tests to cover the uncovered lines before proceeding.',
    );
    expect(await here.answer(ranBash('pytest', 'TOTAL 100 10 90%'))).toBe(null);
  });

  it('no coverage line: silence', async () => {
    expect(await lab().answer(ranBash('pytest', '12 passed in 0.3s'))).toBe(null);
  });

  it('said often enough, the refusal sends the agent to the person', async () => {
    const here = lab();
    const reasons: string[] = [];
    for (let i = 0; i < 7; i++) reasons.push(reason(await here.answer(ranBash('pytest', 'TOTAL 100 20 80%'))));
    expect(reasons[0]).not.toContain('Stop and ask the user');
    expect(reasons[6]).toContain('ask the user how to proceed');
  });
});

describe('the drill', () => {
  it('the detector comes with the product', async () => {
    const { stdout } = await hookctl(['packs', '--json']);
    const { packs } = JSON.parse(stdout) as { packs: { name: string; rules: { id: string }[] }[] };
    expect(packs.find(({ name }) => name === 'quality-gates')?.rules.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['loop-advice', 'loop-stop']),
    );
  });

  it('the same event five times: the fifth has context for the model', async () => {
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

  it('three more, and the eighth is refused', async () => {
    expect((await edits(lab(), 8)).slice(4)).toEqual(['warn', 'warn', 'warn', 'block']);
  });
});
