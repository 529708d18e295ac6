import { describe, expect, it } from 'vitest';
import { transcripts } from './index.ts';

type Line = Record<string, unknown>;
let clock = 0;

const line = (own: Line): Line => ({
  isSidechain: false,
  uuid: `u${(clock += 1)}`,
  timestamp: new Date(clock * 1000).toISOString(),
  cwd: '/p',
  sessionId: 's',
  ...own,
});
const user = (content: unknown, own: Line = {}) => line({ type: 'user', message: { role: 'user', content }, ...own });
const assistant = (content: Line[], own: Line = {}, message: Line = {}) =>
  line({
    type: 'assistant',
    message: { id: `m${clock}`, role: 'assistant', content, stop_reason: null, ...message },
    ...own,
  });
const bash = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } });
const calls = (...blocks: Line[]) => assistant(blocks, {}, { stop_reason: 'tool_use' });
const says = (text: string, own: Line = {}) => assistant([{ type: 'text', text }], own, { stop_reason: 'end_turn' });
const result = (id: string, content: unknown = 'ok', own: Line = {}, failed = false) =>
  user([{ type: 'tool_result', tool_use_id: id, content, is_error: failed }], own);
const refused = (id: string, text: string, own: Line = {}) => result(id, text, own, true);

/** Each event in a word: what a table can show. */
function eventsOf(files: Line[][]): string[] {
  let repeated = 0;
  const seen = new Set<string>();
  const seenBefore = (key: string) => seen.size === seen.add(key).size;
  const events = files.flatMap((lines) => {
    const options = { home: '/home/user', seenBefore, onRepeated: () => repeated++ };
    const transcript = transcripts.open({ path: 'f.jsonl', agentType: null }, options);
    return [...lines.flatMap((value, index) => transcript.read(value, index + 1)), ...transcript.end()];
  });
  const shown = events.map(({ event: { raw }, outcome, where }) => {
    const { hook_event_name: event, agent_id, tool_use_id, prompt, source, trigger, error, stop_hook_active } = raw;
    const about = [
      agent_id,
      tool_use_id,
      prompt,
      source,
      trigger,
      error,
      stop_hook_active === true ? 'again' : null,
      outcome,
    ];
    return [event, ...about.filter((word) => typeof word === 'string'), `@${where.line}`].join(' ');
  });
  return repeated === 0 ? shown : [...shown, `(${repeated} repeated)`];
}

const START = 'SessionStart startup @1';

describe('transcript lines as hook events', () => {
  const first = [user('go'), calls(bash('t1', 'ls')), result('t1')];
  it.each<[string, Line[], string[]]>([
    [
      'a call and its result',
      [user('go'), calls(bash('t1', 'ls')), result('t1'), says('done')],
      [START, 'UserPromptSubmit go @1', 'PreToolUse t1 ran @2', 'PostToolUse t1 @3', 'Stop @4'],
    ],
    [
      'one message on several lines ends the turn once',
      [
        user('go'),
        assistant([{ type: 'thinking', thinking: 'x' }], {}, { id: 'm', stop_reason: 'end_turn' }),
        assistant([{ type: 'text', text: 'done' }], {}, { id: 'm', stop_reason: 'end_turn' }),
      ],
      [START, 'UserPromptSubmit go @1', 'Stop @3'],
    ],
    [
      'a text before the call of the same message is no end',
      [
        user('go'),
        assistant([{ type: 'text', text: 'let me see' }], {}, { id: 'm' }),
        assistant([bash('t1', 'ls')], {}, { id: 'm' }),
        result('t1'),
      ],
      [START, 'UserPromptSubmit go @1', 'PreToolUse t1 ran @3', 'PostToolUse t1 @4'],
    ],
    [
      'a failing command, and its exit code in the text',
      [calls(bash('t1', 'x')), refused('t1', 'Exit code 3\nno')],
      [START, 'PreToolUse t1 failed @1', 'PostToolUseFailure t1 Exit code 3\nno @2'],
    ],
    [
      'calls side by side, results in another order',
      [calls(bash('t1', 'a'), bash('t2', 'b')), result('t2'), result('t1')],
      [START, 'PreToolUse t2 ran @1', 'PostToolUse t2 @2', 'PreToolUse t1 ran @1', 'PostToolUse t1 @3'],
    ],
    [
      'what the client refused itself never reached a hook',
      [calls(bash('t1', '')), refused('t1', '<tool_use_error>InputValidationError: …</tool_use_error>')],
      [START],
    ],
    [
      'refused by a hook, by a permission rule, by a person',
      [
        calls(bash('t1', 'a'), bash('t2', 'b'), bash('t3', 'c'), bash('t4', 'd')),
        refused('t1', 'no', { toolDenialKind: 'permission-rule', permissionDecision: { source: 'hook' } }),
        refused('t2', 'no', { toolDenialKind: 'permission-rule', permissionDecision: { source: 'config' } }),
        refused('t3', 'no', { toolDenialKind: 'user-rejected', permissionDecision: { source: 'user' } }),
        refused('t4', 'needs approval', { toolDenialKind: 'user-rejected', permissionDecision: { source: 'config' } }),
      ],
      [
        START,
        'PreToolUse t1 refused-by-hook @1',
        'PreToolUse t2 refused-by-rule @1',
        'PreToolUse t3 refused-by-person @1',
        'PreToolUse t4 refused-by-rule @1',
      ],
    ],
    [
      'the same in the words of older versions',
      [
        calls(bash('t1', 'a'), bash('t2', 'b'), bash('t3', 'c')),
        refused('t1', "The user doesn't want to proceed with this tool use."),
        refused('t2', 'PreToolUse:Bash hook error: [x]: no'),
        refused('t3', 'Permission to use Bash with command c has been denied.'),
      ],
      [
        START,
        'PreToolUse t1 refused-by-person @1',
        'PreToolUse t2 refused-by-hook @1',
        'PreToolUse t3 refused-by-rule @1',
      ],
    ],
    [
      'calls without a result at the end, and before the next prompt',
      [calls(bash('t1', 'a')), user('next'), calls(bash('t2', 'b'))],
      [START, 'PreToolUse t1 unknown @1', 'UserPromptSubmit next @2', 'PreToolUse t2 unknown @3'],
    ],
    [
      'a refused stop and the one after it',
      [
        says('done'),
        user('Stop hook feedback:\n[x]: run the tests', { isMeta: true }),
        line({ type: 'system', subtype: 'stop_hook_summary' }),
        says('really done'),
      ],
      [START, 'Stop @1', 'Stop again @4'],
    ],
    [
      'an interrupted turn is no stop; an API error neither',
      [
        user('go'),
        assistant([{ type: 'text', text: 'half' }]),
        user([{ type: 'text', text: '[Request interrupted by user]' }]),
        says('API Error', { isApiErrorMessage: true }),
      ],
      [START, 'UserPromptSubmit go @1'],
    ],
    [
      'notes of the client are no prompts',
      [
        user('<local-command-caveat>…', { isMeta: true }),
        user('<command-name>/compact</command-name>'),
        user('<local-command-stdout>…'),
        user('This session is being continued …', { isCompactSummary: true }),
        user('<command-message>review</command-message>\n<command-name>/review</command-name>'),
        user([
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ]),
      ],
      [
        START,
        'UserPromptSubmit <command-message>review</command-message>\n<command-name>/review</command-name> @5',
        'UserPromptSubmit a\nb @6',
      ],
    ],
    [
      'a compaction',
      [line({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'manual' } })],
      [START, 'PreCompact manual @1', 'SessionStart compact @1'],
    ],
    [
      'a subagent in the same file',
      [
        user('go'),
        user('task', { isSidechain: true, agentId: 'a1' }),
        assistant([bash('t1', 'ls')], { isSidechain: true, agentId: 'a1' }),
        result('t1', 'ok', { isSidechain: true, agentId: 'a1' }),
        says('report', { isSidechain: true, agentId: 'a1' }),
        says('done'),
      ],
      [
        START,
        'UserPromptSubmit go @1',
        'SubagentStart a1 @2',
        'PreToolUse a1 t1 ran @3',
        'PostToolUse a1 t1 @4',
        'Stop @6',
        'SubagentStop a1 @5',
      ],
    ],
    [
      "a result that does not say that it is the subagent's",
      [
        user('go'),
        assistant([bash('t1', 'ls')], { isSidechain: true, agentId: 'a1' }, { stop_reason: 'tool_use' }),
        result('t1'),
      ],
      [START, 'UserPromptSubmit go @1', 'SubagentStart a1 @2', 'PreToolUse a1 t1 ran @2', 'PostToolUse a1 t1 @3'],
    ],
    [
      'calls without an id',
      [
        user('go'),
        assistant(
          [
            { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
            { type: 'tool_use', name: 'Bash', input: { command: 'pwd' } },
          ],
          {},
          { id: 'm' },
        ),
      ],
      [START, 'UserPromptSubmit go @1', 'PreToolUse m#1 unknown @2', 'PreToolUse m#2 unknown @2'],
    ],
    [
      'lines told twice',
      [...first, ...first],
      [START, 'UserPromptSubmit go @1', 'PreToolUse t1 ran @2', 'PostToolUse t1 @3', '(2 repeated)'],
    ],
    [
      'unknown kinds of lines and odd values',
      [
        { type: 'progress', data: { message: { type: 'assistant' } } },
        { type: 'summary', summary: 'x' },
        { type: 'user' },
        { type: 'assistant', message: 'x' },
        {
          type: 'assistant',
          message: { content: [null, 7, { type: 'tool_use' }, { type: 'tool_use', id: 't9', name: 'X' }] },
        },
      ],
      ['SessionStart startup @3', 'PreToolUse t9 unknown @5'],
    ],
  ])('%s', (_, lines, events) => {
    expect(eventsOf([lines])).toEqual(events);
  });

  it('a fork repeats the session it came from, under a new id', () => {
    const lines = [user('go'), calls(bash('t1', 'ls')), result('t1'), says('done')];
    const copied = lines.map((one) => ({ ...one, sessionId: 's2' }));
    expect(eventsOf([lines, [...copied, user('more', { sessionId: 's2' })]])).toEqual([
      START,
      'UserPromptSubmit go @1',
      'PreToolUse t1 ran @2',
      'PostToolUse t1 @3',
      'Stop @4',
      START,
      'UserPromptSubmit more @5',
      '(2 repeated)',
    ]);
  });

  it('payloads hold what the client sends', () => {
    const options = { home: '/home/user', seenBefore: () => false, onRepeated: () => undefined };
    const transcript = transcripts.open({ path: '/t/f.jsonl', agentType: null }, options);
    const events = [
      user('go', { permissionMode: 'acceptEdits', timestamp: '2026-01-01T00:00:00.000Z' }),
      assistant([bash('t1', 'cd src')], { timestamp: '2026-01-01T00:00:01.000Z', gitBranch: 'main' }),
      result('t1', 'x', { timestamp: '2026-01-01T00:00:02.000Z', cwd: '/p/src', toolUseResult: { stdout: 'x' } }),
    ].flatMap((value, index) => transcript.read(value, index + 1));
    const common = { session_id: 's', transcript_path: '/t/f.jsonl', permission_mode: 'acceptEdits' };
    const call = { tool_name: 'Bash', tool_input: { command: 'cd src' }, tool_use_id: 't1' };
    expect(events.slice(2)).toMatchObject([
      {
        event: { raw: { ...common, cwd: '/p', hook_event_name: 'PreToolUse', ...call }, projectRoot: '/p' },
        at: Date.UTC(2026, 0, 1, 0, 0, 1),
        where: { file: '/t/f.jsonl', line: 2 },
        branch: 'main',
        outcome: 'ran',
        fileRead: null,
      },
      {
        event: {
          raw: { ...common, cwd: '/p/src', hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: 'x' } },
          projectRoot: '/p',
        },
        at: Date.UTC(2026, 0, 1, 0, 0, 2),
        where: { file: '/t/f.jsonl', line: 3 },
        branch: null,
        outcome: null,
        fileRead: null,
      },
    ]);
  });
});

describe('the result of a call', () => {
  const READ = { type: 'text', file: { filePath: '/p/a', totalLines: 3 } };
  const block = { type: 'tool_result', tool_use_id: 't1', content: 'as text' };
  const read = (response: Line) => {
    const options = { home: '/home/user', seenBefore: () => false, onRepeated: () => undefined };
    const transcript = transcripts.open({ path: 'f.jsonl', agentType: null }, options);
    const call = { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/p/a' } };
    const [, before, after] = [calls(call), response].flatMap((value, index) => transcript.read(value, index + 1));
    return { before, after };
  };

  it.each<[string, Line, unknown]>([
    ["the client's object", { message: { content: [block] }, toolUseResult: READ }, READ],
    ['the block, where the object is a text', { message: { content: [block] }, toolUseResult: 'Error' }, 'as text'],
    ['the block of this call', { message: { content: [{ ...block, tool_use_id: 't0' }, block] } }, 'as text'],
  ])('is %s', (_, own, response) => {
    const { before, after } = read(line({ type: 'user', ...own }));
    expect([before?.event.raw['tool_response'], after?.event.raw['tool_response']]).toEqual([undefined, response]);
  });

  it.each<[string, unknown, unknown]>([
    ['a file of eight lines', 8, { path: '/p/a', newlines: 7 }],
    ['an empty file', 0, null],
    ['not told', undefined, null],
  ])('how long the file was, before and after the call: %s', (_, totalLines, fileRead) => {
    const { before, after } = read(result('t1', 'x', { toolUseResult: { ...READ, file: { totalLines } } }));
    expect([before?.fileRead, after?.fileRead]).toEqual([fileRead, fileRead]);
  });
});
