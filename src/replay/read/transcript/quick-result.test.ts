import { assert, constantFrom, oneof, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOfLine } from './line-facts.ts';
import { quickResult } from './quick-result.ts';

const ENVELOPE = {
  userType: 'external',
  entrypoint: 'cli',
  cwd: '/p',
  sessionId: 's',
  version: '2.1.325',
  gitBranch: 'main',
};

/** As the client writes it: the order of the fields counts. */
function lineOf(
  own: Record<string, unknown> = {},
  block: Record<string, unknown> = {},
  envelope: Record<string, unknown> = ENVELOPE,
) {
  return {
    parentUuid: 'p',
    isSidechain: false,
    promptId: 'q',
    type: 'user',
    message: { role: 'user', content: [{ tool_use_id: 't1', type: 'tool_result', content: 'x', ...block }] },
    uuid: 'u',
    timestamp: '2026-01-01T00:00:00.000Z',
    ...own,
    ...envelope,
  };
}

/** Fields that another client may write before the others. */
const FIRST = { stdout: '', backgroundTaskId: 'b1' };

const quick = (line: object) => quickResult(Buffer.from(JSON.stringify(line)));

/** Both readings of a line, reduced to what a conversation takes from it. */
function readings(line: object) {
  const reduced = (facts: ReturnType<typeof quick>) => {
    if (facts === null) return null;
    const { session, cwd, at, uuid, branch, sidechain, agentId, blocks } = facts;
    const [block] = blocks;
    const { tool_use_id: id, is_error: failed } = block ?? {};
    return {
      session,
      cwd,
      at,
      uuid,
      branch,
      sidechain,
      agentId,
      id,
      failed: failed === true,
    };
  };
  return [reduced(quick(line)), reduced(factsOfLine(line))] as const;
}

const texts = oneof(
  string({ unit: 'grapheme' }),
  constantFrom(
    '}]},"uuid":"x","timestamp":"y"',
    '"is_error":true',
    '"},{"',
    '\\',
    '\\"',
    '"totalLines":7}}',
    '\n\t"a"',
  ),
);

describe('results read without parsing', () => {
  it('come out as if they were parsed', () => {
    const lines = record({
      content: texts,
      stdout: texts,
      cwd: texts,
      branch: texts,
      failed: constantFrom(undefined, false),
    });
    assert(
      property(lines, ({ content, stdout, cwd, branch, failed }) => {
        const envelope = { ...ENVELOPE, cwd: `/${cwd}`, gitBranch: `b${branch}` };
        const block = { content, ...(failed === undefined ? {} : { is_error: failed }) };
        const [fast, slow] = readings(
          lineOf({ toolUseResult: { stdout, nested: { uuid: 'n', timestamp: 'm', cwd: '/n' } } }, block, envelope),
        );
        expect(fast).toEqual(slow);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, object]>([
    ['a failed call', lineOf({}, { is_error: true })],
    [
      'a failed call as the client orders it',
      lineOf({}, { type: 'tool_result', content: 'x', is_error: true, tool_use_id: 't1' }),
    ],
    ['blocks in place of a text', lineOf({}, { content: [{ type: 'text', text: 'x' }] })],
    [
      'two results',
      {
        ...lineOf(),
        message: {
          role: 'user',
          content: [1, 2].map((n) => ({ tool_use_id: `t${n}`, type: 'tool_result', content: 'x' })),
        },
      },
    ],
    ['a prompt', { ...lineOf(), message: { role: 'user', content: 'go' } }],
    ['no time', { ...lineOf(), timestamp: 'soon' }],
    ['an unknown field at the end', { ...lineOf(), later: 1 }],
    ['another order', { sessionId: 's', ...lineOf() }],
  ])('left to the parser: %s', (_, line) => {
    expect(quick(line)).toBe(null);
  });

  it.each<[string, object, true | undefined]>([
    ['a command', {}, true],
    ['in the background', { backgroundTaskId: 'b1' }, undefined],
    ['with an exit code that is an answer', { returnCodeInterpretation: 'No matches found' }, undefined],
    ['interrupted', { interrupted: true }, undefined],
    ['with a diff', { bashEditDiff: { files: [] } }, undefined],
    ['in the background, told first', FIRST, undefined],
  ])('all but what it printed: %s', (_, more, plain) => {
    const run = {
      stdout: '","interrupted":true',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
    };
    const toolUseResult = more === FIRST ? { ...more, ...run } : { ...run, ...more };
    expect(quick(lineOf({ toolUseResult }))?.isPlainRun).toBe(plain);
  });

  it('the lines of a file that was read', () => {
    const file = { filePath: '/p/a', content: '"totalLines":99}}', numLines: 3, startLine: 1, totalLines: 3 };
    expect(quick(lineOf({ toolUseResult: { type: 'text', file } }))?.readLines).toBe(3);
    expect(quick(lineOf({ toolUseResult: { stdout: '', file } }))?.readLines).toBe(undefined);
  });
});
